//! The menu of a file.

use egui::Response;
use tablewright_core::assets::Row;

use super::Ask;
use super::row::Rows;
use crate::icons::Icon;
use crate::session::Session;
use crate::widgets::menu_item;

pub(super) fn show(response: &Response, rows: &Rows<'_>, row: &Row, asks: &mut Vec<Ask>) {
    response.context_menu(|ui| {
        let paths = rows.meant(row);
        let missing = row.size.is_none().then_some("The file is not there");
        let several = (paths.len() > 1).then_some("Only one file at a time");
        let mut item = |ui: &mut egui::Ui, icon, words: &str, keys: &str, blocked: Option<&str>, ask: Ask| {
            if menu_item(ui, Some(icon), words, keys, false, blocked) {
                asks.push(ask);
            }
        };
        let path = || row.path.clone();
        let all = paths.iter().all(|path| Session::can_place(path));
        let place = missing.or((!all).then_some("Only models and pictures become pieces"));
        item(ui, Icon::Drop, "Place on the table", "", place, Ask::Place(paths.clone()));
        let on = rows.preloaded(&paths);
        let words = if on == Some(true) { "Load on demand" } else { "Pre-load" };
        let never = on.is_none().then_some("It is never declared, or not there");
        item(ui, Icon::Download, words, "Ctrl L", never, Ask::Preload(paths.clone(), on == Some(false)));
        item(ui, Icon::Rename, "Rename", "F2", missing.or(several), Ask::Rename(path()));
        item(ui, Icon::Refresh, "Replace…", "", missing.or(several), Ask::Replace(path()));
        item(ui, Icon::External, "Open with its program", "", missing.or(several), Ask::Open(path()));
        item(ui, Icon::FolderOpen, "Show in the file manager", "Ctrl Shift R", missing.or(several), Ask::Reveal(path()));
        if menu_item(ui, Some(Icon::Copy), "Copy the path", "", false, None) {
            ui.ctx().copy_text(paths.join("\n"));
        }
        let words = if paths.len() == 1 { "Delete".to_owned() } else { format!("Delete {} files", paths.len()) };
        item(ui, Icon::Trash, &words, "Del", missing, Ask::Delete(paths.clone()));
    });
}
