//! What the actions have in common: a pack is opened and its files are surveyed.

use crate::cli::action::{Asked, Format};
use crate::cli::saving::save;
use crate::cli::{Exit, Failure, Io};
use serde_json::{Value, json};
use tablewright_core::assets::{Change, Memory, Pack, Plan, Survey, survey};
use tablewright_core::edit::Roots;
use tablewright_core::job::Quiet;
use tablewright_core::pack::files::carry_out;
use tablewright_core::pack::{OsFs, PackPath, WorkingCopy};
use tablewright_core::{Error, ErrorKind, Result};

/// A pack with its files.
pub(in crate::cli) struct Look {
    pub(in crate::cli) copy: WorkingCopy,
    pub(in crate::cli) roots: Roots,
    pub(in crate::cli) memory: Memory,
    pub(in crate::cli) survey: Survey,
}

/// Opens the pack that was asked for; `to_edit` finishes a save that was cut short first.
pub(in crate::cli) fn look(asked: &Asked, to_edit: bool, io: &mut Io) -> Result<Look, Failure> {
    let copy = if to_edit {
        let (copy, recovery) = WorkingCopy::open(&OsFs, &asked.pack, io.state_dir)?;
        for note in &recovery.notes {
            writeln!(io.err, "{note}")?;
        }
        copy
    } else {
        WorkingCopy::open_read_only(&OsFs, &asked.pack, io.state_dir)?.0
    };
    let roots = copy.roots();
    for part in [&copy.manifest, &copy.scene] {
        // A pack may have no scene; a manifest that is there and cannot be read says nothing of its files.
        if let Some(fault) = part.fault().filter(|fault| !matches!(fault, tablewright_core::pack::Fault::NotNamed)) {
            writeln!(io.err, "{}: {fault}", part.path)?;
        }
    }
    let mut memory = Memory::default();
    let survey = survey(&OsFs, &copy.root, &roots, &mut memory, &Quiet)?;
    Ok(Look { copy, roots, memory, survey })
}

impl Look {
    /// The manifest can be read, so that it can be edited.
    pub(in crate::cli) fn editable(&self) -> Result<()> {
        match self.copy.manifest.fault() {
            None => Ok(()),
            Some(_) => Err(Error::new(ErrorKind::Refused, "The manifest can’t be read, so nothing in it can be changed")
                .at(self.copy.manifest.path.as_str())
                .hint("`tablewright check` says where it is broken.")),
        }
    }

    /// The pack as plans are made for it.
    pub(super) fn pack(&self) -> Pack<'_> {
        Pack { fs: &OsFs, root: &self.copy.root, roots: &self.roots, survey: &self.survey, memory: &self.memory }
    }

    /// Saves the documents, then moves the files; where those cannot be moved the documents are put back.
    pub(super) fn carry_out(&mut self, plan: &Plan, io: &mut Io) -> Result<Exit, Failure> {
        let exit = save(&mut self.copy, &self.roots, &plan.roots, io)?;
        let bin = io.state_dir.join(crate::session::BIN);
        match carry_out(&plan.ops, &OsFs, &self.copy.root, &bin, &Quiet) {
            Ok(_) => Ok(exit),
            Err(error) => {
                save(&mut self.copy, &plan.roots, &plan.before, io)?;
                Err(error.into())
            }
        }
    }
}

/// The path in a pack that a word means.
pub(in crate::cli) fn path(word: &str) -> Result<PackPath> {
    // What a shell completes may begin with `./` and end in a slash.
    PackPath::parse(word.strip_suffix('/').filter(|rest| !rest.is_empty()).unwrap_or(word))
}

/// Says why something is refused, in the form that was asked for.
pub(in crate::cli) fn refuse(error: &Error, file: &str, asked: &Asked, io: &mut Io) -> Result<Exit, Failure> {
    match asked.format {
        Format::Text => writeln!(io.err, "tablewright: {error}")?,
        Format::Json => {
            let refusal = json!({
                "code": "tw-edit-refused", "severity": "error", "file": file, "pointer": "", "line": 1, "column": 1,
                "message": error.to_string(), "fixes": [],
            });
            writeln!(io.out, "{}", json!({ "diagnostics": [refusal] }))?;
        }
    }
    Ok(Exit::Refused)
}

pub(in crate::cli) fn changes_json(changes: &[Change]) -> Vec<Value> {
    let one = |change: &Change| json!({ "list": change.list, "path": change.path, "message": change.told });
    changes.iter().map(one).collect()
}
