//! The program: the command line where one is given, else the window.

use std::process::ExitCode;
use tablewright::cli::{self, Asked, Io};

fn main() -> ExitCode {
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    let asked = cli::run(std::env::args_os().skip(1), &mut Io { out: &mut out, err: &mut std::io::stderr().lock() });
    match asked {
        Asked::Ended(code) => ExitCode::from(code),
        Asked::Window(_) => ExitCode::from(2),
    }
}
