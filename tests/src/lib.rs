//! What the acceptance tests, the window tests and the benchmarks share: fixtures, generators, servers, a renderer.
