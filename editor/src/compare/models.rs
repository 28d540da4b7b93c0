//! The scenes of a comparison with their differences marked, kept as long as nothing of it changes.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};
use tablewright_core::json::Document;
use tablewright_core::variants::Resolver;
use tablewright_core::variants::diff::{EntityMarks, Mark, entity_marks};

use super::{Comparison, Marking, mark};
use crate::viewport::SceneModel;
use crate::viewport::model::Table;

/// One view of a comparison.
#[derive(Debug, Clone)]
pub struct Seen {
    /// The variant's id.
    pub variant: String,
    /// What is drawn.
    pub model: Arc<SceneModel>,
    /// The pieces that differ, by their place in the model. Ghosts are not among them.
    pub marked: Vec<(usize, Mark)>,
}

/// All views of a comparison.
#[derive(Debug, Clone)]
pub struct Look {
    /// The views, in their order.
    pub views: Vec<Seen>,
    /// Every piece that differs anywhere, by id, each once: those of the reference in its order, then those that it lacks.
    pub steps: Vec<(String, Mark)>,
}

/// Reads scenes and matches them, each once for a state of the document.
#[derive(Debug, Default)]
pub struct Models {
    of: Option<(Document, Vec<String>, PathBuf)>,
    scenes: FxHashMap<String, Arc<SceneModel>>,
    marks: FxHashMap<(String, String), Arc<EntityMarks>>,
    last: Option<(Comparison, Arc<Look>)>,
}

impl Models {
    /// The views of `comparison` of a pack in `root`; the same ones as long as the scene is in the same state and the same
    /// is asked. `listed` are the ids of the manifest's list.
    pub fn look(&mut self, scene: &Document, listed: &[String], root: &Path, comparison: &Comparison) -> Arc<Look> {
        let is_same = |(of, ids, at): &(Document, Vec<String>, PathBuf)| of.same(scene) && ids == listed && at == root;
        if !self.of.as_ref().is_some_and(is_same) {
            *self = Self { of: Some((scene.clone(), listed.to_vec(), root.to_path_buf())), ..Self::default() };
        }
        if let Some((asked, look)) = &self.last
            && asked == comparison
        {
            return Arc::clone(look);
        }
        self.read(scene, listed, root, comparison);
        let look = Arc::new(self.marked(comparison));
        self.last = Some((comparison.clone(), Arc::clone(&look)));
        look
    }

    /// Reads the scenes that are not known yet, and matches each with the reference.
    fn read(&mut self, scene: &Document, listed: &[String], root: &Path, comparison: &Comparison) {
        let reference = comparison.reference();
        let asked = comparison.views.iter().map(String::as_str).chain([reference]);
        let missing = |id: &str| {
            let pair = (reference.to_owned(), id.to_owned());
            !self.scenes.contains_key(id) || (id != reference && !self.marks.contains_key(&pair))
        };
        let missing: FxHashSet<&str> = asked.filter(|id| missing(id)).collect();
        if missing.is_empty() {
            return;
        }
        let resolver = Resolver::new(scene);
        let from = resolver.resolve(reference, listed);
        for id in missing {
            let to = resolver.resolve(id, listed);
            let read = || Arc::new(SceneModel::from_resolved(&to, root, false));
            self.scenes.entry(id.to_owned()).or_insert_with(read);
            if id != reference {
                self.marks.insert((reference.to_owned(), id.to_owned()), Arc::new(entity_marks(&from, &to)));
            }
        }
    }

    fn pair(&self, reference: &str, id: &str) -> Option<(&SceneModel, &EntityMarks)> {
        let marks = self.marks.get(&(reference.to_owned(), id.to_owned()))?;
        Some((&**self.scenes.get(id)?, &**marks))
    }

    fn marked(&self, comparison: &Comparison) -> Look {
        let reference = comparison.reference();
        let marking = comparison.marking;
        let base = &self.scenes[reference];
        let others: Vec<(&SceneModel, &EntityMarks)> =
            comparison.views.iter().filter_map(|id| self.pair(reference, id)).collect();
        let shown: Vec<&SceneModel> = comparison.views.iter().filter_map(|id| self.scenes.get(id).map(|m| &**m)).collect();
        let tables = || shown.iter().map(|model| &model.table).chain([&base.table]);
        let view = |id: &String| {
            let (model, marked) = match self.pair(reference, id) {
                Some((own, marks)) => mark::against(own, base, marks, marking),
                // Under a wipe the reference is what the other one is seen against, and stays as it is.
                None if marking.tints == super::Tints::Outlines => ((**base).clone(), Vec::new()),
                None => mark::reference(base, &others, marking),
            };
            let model = on_one_table(model, tables());
            let marked = if marking == Marking::NONE { Vec::new() } else { marked };
            Seen { variant: id.clone(), model: Arc::new(model), marked }
        };
        Look { views: comparison.views.iter().map(view).collect(), steps: steps(base, &others) }
    }
}

/// How large a table is that the file does not name is guessed from what stands on it. Side by side it is one table, as
/// large as the largest. Seals the scene.
fn on_one_table<'a>(mut model: SceneModel, tables: impl Iterator<Item = &'a Table>) -> SceneModel {
    let shape = |table: &Table| (table.visible, table.round, table.height.to_bits());
    let own = shape(&model.table);
    let tables: Vec<&Table> = tables.filter(|table| shape(table) == own).collect();
    for table in tables {
        model.table.half = [0, 1].map(|side| model.table.half[side].max(table.half[side]));
    }
    model.sealed()
}

fn steps(base: &SceneModel, others: &[(&SceneModel, &EntityMarks)]) -> Vec<(String, Mark)> {
    let of_base = mark::of_reference(base.entities.len(), others.iter().map(|(_, marks)| *marks));
    let mut steps: Vec<(String, Mark)> = of_base.into_iter().map(|(at, mark)| (base.entities[at].id.clone(), mark)).collect();
    for (model, marks) in others {
        let added = marks.marks.iter().enumerate().filter(|(_, mark)| **mark == Some(Mark::Added));
        steps.extend(added.filter_map(|(at, _)| Some((model.entities.get(at)?.id.clone(), Mark::Added))));
    }
    let mut seen = FxHashSet::default();
    steps.retain(|(id, _)| !id.is_empty() && seen.insert(id.clone()));
    steps
}

#[cfg(test)]
mod tests {
    use super::super::Tints;
    use super::*;
    use crate::viewport::difference::Shown as _;

    const SCENE: &str = r#"{"objects":[{"id":"a","kind":"token","position":{"x":0,"y":0,"z":0}},{"id":"b","kind":"board"},
        {"id":"t","kind":"bag","position":{"x":1,"y":0,"z":0}},{"id":"n","kind":"die","displayName":"Die"}],
        "snapPoints":[{"position":{"x":0,"y":0,"z":0}},{"position":{"x":1,"y":0,"z":0}}],
        "tableZones":[{"id":"z","position":{"x":0,"y":0,"z":0},"size":{"x":1,"z":1}}],
        "variants":{"base":"one","deltas":{
        "two":{"removed":["b"],"objects":[{"id":"t","kind":"bag","position":{"x":0.5,"y":0,"z":0}},{"id":"c","kind":"board"},
            {"id":"n","kind":"die","displayName":"Other"}],
            "scene":{"snapPoints":[{"position":{"x":1,"y":0,"z":0}},{"position":{"x":3,"y":0,"z":0}}],
            "tableZones":[{"id":"z","position":{"x":0,"y":0,"z":0},"size":{"x":2,"z":1}}]}},
        "three":{"removed":["a"]}}}}"#;

    fn look(models: &mut Models, scene: &Document, views: &[&str], against: Option<&str>, marking: Marking) -> Arc<Look> {
        let views = views.iter().map(|id| (*id).to_owned()).collect();
        let comparison = Comparison { views, against: against.map(str::to_owned), marking };
        let listed = ["one", "two", "three"].map(str::to_owned);
        models.look(scene, &listed, Path::new("/nowhere"), &comparison)
    }

    /// `id mark` of each marked piece, then the ghosts with their marks' hues left out.
    fn told(seen: &Seen) -> String {
        let mut all: Vec<String> =
            seen.marked.iter().map(|(at, mark)| format!("{}{}", mark.sign(), seen.model.entities[*at].id)).collect();
        let ghosts = seen.model.entities.iter().filter(|e| e.ghost);
        all.extend(ghosts.map(|e| format!("ghost:{}", e.id)));
        all.join(" ")
    }

    #[test]
    fn a_view_shows_what_it_adds_and_changes_and_ghosts_of_what_it_lacks_or_moved() {
        let scene = Document::parse(SCENE.as_bytes()).expect("sound JSON");
        let mut models = Models::default();
        let two = look(&mut models, &scene, &["one", "two"], None, Marking::default());
        // The die keeps its place, so there is nothing to show of where it was; the bag moved.
        assert_eq!(told(&two.views[0]), "−b ~t ~n");
        assert_eq!(told(&two.views[1]), "~t ~n +c ghost:b ghost:");
        assert_eq!(
            two.steps,
            [("b", Mark::Removed), ("t", Mark::Changed), ("n", Mark::Changed), ("c", Mark::Added)]
                .map(|(id, mark)| (id.to_owned(), mark))
        );
        let tint = |at: usize, id: &str| two.views[at].model.entity(id).and_then(|e| e.tint).map(|t| (t.color, t.amount));
        assert_eq!(tint(0, "b"), Some((Mark::Removed.hue(), 0.5)));
        assert_eq!(tint(1, "c"), Some((Mark::Added.hue(), 0.66)));
        assert_eq!(tint(1, "t"), Some((Mark::Changed.hue(), 0.4)));
        assert_eq!(tint(1, "a"), None);
    }

    #[test]
    fn the_reference_is_marked_by_all_views_and_may_be_a_variant_that_is_not_shown() {
        let scene = Document::parse(SCENE.as_bytes()).expect("sound JSON");
        let mut models = Models::default();
        let three = look(&mut models, &scene, &["one", "two", "three"], None, Marking::default());
        assert_eq!(told(&three.views[0]), "−a −b ~t ~n");
        assert_eq!(told(&three.views[2]), "ghost:a");
        let against = look(&mut models, &scene, &["two", "one"], Some("three"), Marking::default());
        assert_eq!(told(&against.views[1]), "+a");
        assert!(told(&against.views[0]).starts_with("+a ~t"));
        let twice = look(&mut models, &scene, &["one", "one"], None, Marking::default());
        assert!(twice.steps.is_empty() && told(&twice.views[1]).is_empty());
    }

    #[test]
    fn without_marks_the_scenes_are_as_they_are() {
        let scene = Document::parse(SCENE.as_bytes()).expect("sound JSON");
        let mut models = Models::default();
        let plain = look(&mut models, &scene, &["one", "two"], None, Marking::NONE);
        let resolver = Resolver::new(&scene);
        for seen in &plain.views {
            let resolved = resolver.resolve(&seen.variant, &["one", "two", "three"]);
            let mut alone = SceneModel::from_resolved(&resolved, Path::new("/nowhere"), false);
            // Only the table is as large as the largest of them needs it.
            alone.table.half = seen.model.table.half;
            let alone = alone.sealed();
            assert_eq!((seen.model.fingerprint(), seen.marked.len()), (alone.fingerprint(), 0));
        }
        let ghosts = Marking { tints: Tints::Off, ghosts: true };
        let ghosts = look(&mut models, &scene, &["one", "two"], None, ghosts);
        assert!(ghosts.views[1].model.entities.iter().all(|e| e.ghost || e.tint.is_none()));
        assert_eq!(ghosts.views[1].model.entities.iter().filter(|e| e.ghost).count(), 2);
    }

    #[test]
    fn under_a_wipe_the_reference_stays_as_it_is_and_the_other_has_outlines() {
        let scene = Document::parse(SCENE.as_bytes()).expect("sound JSON");
        let wipe = Marking { tints: Tints::Outlines, ghosts: true };
        let wipe = look(&mut Models::default(), &scene, &["one", "two"], None, wipe);
        assert!(wipe.views[0].marked.is_empty());
        let added = wipe.views[1].model.entity("c").and_then(|e| e.tint).expect("it is outlined");
        assert_eq!((added.color, added.amount), (Mark::Added.hue(), 0.0));
    }

    #[test]
    fn snap_points_and_zones_are_marked_too() {
        let scene = Document::parse(SCENE.as_bytes()).expect("sound JSON");
        let look = look(&mut Models::default(), &scene, &["one", "two"], None, Marking::default());
        let points = |at: usize| look.views[at].model.snap_points.iter().map(|p| p.tint).collect::<Vec<_>>();
        let (added, removed) = (Some(Mark::Added.hue()), Some(Mark::Removed.hue()));
        assert_eq!(points(0), [removed, None]);
        assert_eq!(points(1), [None, added, removed]);
        assert_eq!(look.views[1].model.zones[0].tint, Some(Mark::Changed.hue()));
    }

    #[test]
    fn nothing_is_made_anew_while_nothing_changes() {
        let scene = Document::parse(SCENE.as_bytes()).expect("sound JSON");
        let mut models = Models::default();
        let ask = |models: &mut Models, scene: &Document| look(models, scene, &["one", "two"], None, Marking::default());
        let first = ask(&mut models, &scene);
        assert!(Arc::ptr_eq(&first, &ask(&mut models, &scene)));
        let edited = scene.set(&"/objects/0/label".parse().expect("a pointer"), "x".into()).expect("it can be set");
        assert!(!Arc::ptr_eq(&first, &ask(&mut models, &edited)));
    }
}
