//! tests

mod publish;
