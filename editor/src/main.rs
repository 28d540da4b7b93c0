//! The program: the command line where one is given, else the window.

use std::process::ExitCode;
use tablewright::cli::{self, Asked, Io};
use tablewright::settings::Places;

fn main() -> ExitCode {
    let places = Places::from_env();
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    let mut io = Io { out: &mut out, err: &mut std::io::stderr(), state_dir: places.state_dir() };
    match cli::run(std::env::args_os().skip(1), &mut io) {
        Asked::Ended(code) => ExitCode::from(code),
        Asked::Window(pack) => ExitCode::from(cli::tour(pack.as_deref(), &mut io)),
    }
}
