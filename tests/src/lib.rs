//! What the acceptance tests, the window tests and the benchmarks share: fixtures, generators, servers, a renderer.

pub mod caps;
pub mod crowd;
pub mod git_server;
pub mod kittest_gl;
