//! `tablewright variants PACK matrix`: a row for each unit that differs anywhere, a column for each variant.

use super::{Asked, Format, report};
use crate::cli::{Exit, Io, Outcome};
use std::borrow::Cow;
use std::io::{self, Write};
use tablewright_core::Error;
use tablewright_core::check::OnDisk;
use tablewright_core::json::{Document, Ref, Value};
use tablewright_core::scene::view::SceneView;
use tablewright_core::variants::Matrix;
use tablewright_core::variants::list::listed_ids;
use tablewright_core::variants::matrix::{CellState, csv};

/// `variants PACK matrix`: as a table for people, as JSON, or as comma-separated values.
///
/// # Errors
/// There is no pack, or no scene in it.
pub(super) fn run(asked: &Asked, io: &mut Io) -> Outcome {
    let pack = OnDisk::read(&asked.pack, io.state_dir)?;
    let subject = pack.subject();
    let Ok(scene) = subject.scene else { return report::refuse(&subject, Vec::new(), asked.format, io) };
    let problems = super::resolve::unresolvable(SceneView::of(scene));
    if !problems.is_empty() {
        return report::refuse(&subject, problems, asked.format, io);
    }
    let ids = subject.manifest.map(|manifest| listed_ids(manifest.root())).unwrap_or_default();
    let listed: Vec<String> = ids.into_iter().map(Cow::into_owned).collect();
    let matrix = Matrix::of(scene, &listed);
    match asked.format {
        _ if asked.csv => write!(io.out, "{}", csv(&matrix))?,
        Format::Json => writeln!(io.out, "{}", document(&matrix)?.text())?,
        Format::Text => print(&matrix, io.out)?,
    }
    Ok(Exit::Done)
}

/// The widest column of the table for people, in characters; longer texts are cut.
const WIDEST: usize = 28;

fn print(matrix: &Matrix, out: &mut dyn Write) -> io::Result<()> {
    if matrix.rows.is_empty() {
        return writeln!(out, "No variant differs from the base.");
    }
    let mut table: Vec<Vec<String>> = vec![["", ""].map(str::to_owned).into_iter().chain(matrix.columns.clone()).collect()];
    for (place, row) in matrix.rows.iter().enumerate() {
        let cell = |column: usize| match matrix.cell(place, column) {
            Some(cell) if cell.state == CellState::Absent => "-".to_owned(),
            Some(cell) if cell.state.is_dimmed() => String::new(),
            Some(cell) => cell.text(),
            None => String::new(),
        };
        let cells = (0..matrix.columns.len()).map(cell);
        table.push([row.thing.clone(), row.unit.clone()].into_iter().chain(cells).map(cut).collect());
    }
    let width = |column: usize| table.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..matrix.columns.len() + 2).map(width).collect();
    for row in &table {
        let cells = row.iter().zip(&widths).map(|(cell, width)| format!("{cell:width$}"));
        writeln!(out, "{}", cells.collect::<Vec<_>>().join("  ").trim_end())?;
    }
    Ok(())
}

fn cut(text: String) -> String {
    match text.char_indices().nth(WIDEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

fn document(matrix: &Matrix) -> Result<Document, Error> {
    let row = |(place, row): (usize, &tablewright_core::variants::matrix::MatrixRow)| {
        let cells = (0..matrix.columns.len()).filter_map(|column| matrix.cell(place, column)).map(|cell| {
            let state = match cell.state {
                CellState::Base => "base",
                CellState::Follows => "follows",
                CellState::Same => "same",
                CellState::Own => "own",
                CellState::Absent => "absent",
            };
            let value = if cell.is_presence() { Some(Value::from(cell.value.is_some())) } else { cell.value.map(Ref::share) };
            Value::object([("state", Value::from(state))].into_iter().chain(value.map(|value| ("value", value))))
        });
        Value::object([
            ("what", Value::from(row.thing.as_str())),
            ("unit", row.unit.as_str().into()),
            ("cells", Value::array(cells)),
        ])
    };
    let rows = Value::array(matrix.rows.iter().enumerate().map(row));
    let columns = Value::array(matrix.columns.iter().map(|id| Value::from(id.as_str())));
    Ok(Document::new(Value::object([("variants", columns), ("rows", rows)]))?)
}
