//! What the panel changes without a question, as steps of the history.

use tablewright_core::credits;
use tablewright_core::json::Document;

use crate::session::{FileWork, of_manifest};

/// Takes paths off the records that name them.
pub(super) fn drop_paths(paths: Vec<String>) -> FileWork {
    let label = match paths.as_slice() {
        [path] => format!("Drop the path {path}"),
        paths => format!("Drop {} paths", paths.len()),
    };
    FileWork::write(label, Vec::new(), of_manifest(move |manifest: &Document| credits::drop_paths(manifest, &paths)))
}

/// Makes one record of several that carry one signature.
pub(super) fn merge_signed(indices: Vec<usize>) -> FileWork {
    let label = format!("Merge {} credit records", indices.len());
    FileWork::write(label, Vec::new(), of_manifest(move |manifest: &Document| credits::merge(manifest, &indices, None)))
}

/// Takes a record out; its files are not accounted for then.
pub(super) fn remove(index: usize, title: &str) -> FileWork {
    let edit = move |manifest: &Document| credits::remove(manifest, index);
    FileWork::write(format!("Delete the credit record {title}"), Vec::new(), of_manifest(edit))
        .saying(format!("The record {title} is deleted. Its files are not accounted for now."))
}
