//! Acceptance tests: what a person or a program does with Tablewright, from outside.

mod new;
mod publish;
mod save;
