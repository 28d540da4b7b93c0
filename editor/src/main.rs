//! The program: the command line where one is given, else the window, else the tour that needs no display.

use std::path::Path;
use std::process::ExitCode;

use tablewright::cli::{self, Asked, Io};
use tablewright::settings::Places;

fn main() -> ExitCode {
    let places = Places::from_env();
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    let mut io = Io { out: &mut out, err: &mut std::io::stderr(), state_dir: places.state_dir() };
    match cli::run(std::env::args_os().skip(1), &mut io) {
        Asked::Ended(code) => ExitCode::from(code),
        Asked::Window(pack) if cli::has_display() => window(pack.as_deref()),
        Asked::Window(pack) => ExitCode::from(cli::tour(pack.as_deref(), &mut io)),
    }
}

fn window(pack: Option<&Path>) -> ExitCode {
    match tablewright::app::run(pack) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("tablewright: {error}");
            ExitCode::from(2)
        }
    }
}
