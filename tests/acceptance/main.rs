//! tests

mod new;
mod save;
