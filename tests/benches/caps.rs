//! Benchmarks at the caps.

fn main() {}
