//! tests

pub mod git_server;
//! Fixtures and generators that the acceptance tests, the window tests and the benchmarks share.

pub mod caps;
//! What the tests of the whole program share.

pub mod kittest_gl;
