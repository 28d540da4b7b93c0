//! tests

pub mod git_server;
