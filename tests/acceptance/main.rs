//! tests

mod publish;
mod save;
