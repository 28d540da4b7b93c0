//! Acceptance tests: what a person or a program does with Tablewright, from outside.

mod base_alone;
mod cli;
mod new;
mod publish;
mod real_packs;
mod reconcile;
mod save;
mod schema;
