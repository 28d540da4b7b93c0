//! tests

mod save;
