use super::*;
use tablewright_core::assets::{Class, Never, Trouble};

fn row(path: &str, class: Class, size: u64, delivery: Delivery, uses: usize) -> Row {
    Row { path: path.to_owned(), class, size: Some(size), hash: None, delivery, troubles: Vec::new(), uses }
}

/// In the platform's order of paths, as an inventory has them.
fn rows() -> Vec<Row> {
    vec![
        Row { troubles: vec![Trouble::Missing], size: None, ..row("Gone.json", Class::Data, 0, Delivery::Preloaded, 1) },
        row("ai/a.onnx", Class::AiModel, 12_000_000, Delivery::Preloaded, 2),
        row("ai/b.onnx", Class::AiModel, 12_000_000, Delivery::Preloaded, 2),
        row("media/cover.webp", Class::Media, 164_000, Delivery::OnDemand, 1),
        row("models/board.glb", Class::Model, 1_900_000, Delivery::Preloaded, 3),
        row("script.js", Class::Script, 55, Delivery::Never(Never::Entry), 1),
        Row { troubles: vec![Trouble::Unused], ..row("textures/B.webp", Class::Picture, 704_000, Delivery::Preloaded, 0) },
        row("textures/a.webp", Class::Picture, 498_000, Delivery::Preloaded, 1),
        Row { size: None, ..row("builtin:wood", Class::Picture, 0, Delivery::Platform, 4) },
    ]
}

fn listing(rows: Vec<Row>) -> Listing {
    let mut rows = rows;
    rows.sort_by(|a, b| tablewright_core::assets::path_order(&a.path, &b.path));
    let credits = [("models/board.glb", "Go Board"), ("ai/a.onnx", "bots")];
    let credits = credits.into_iter().map(|(path, title)| (path.to_owned(), title.to_owned())).collect();
    let mut listing = Listing::default();
    listing.set_rows(Arc::new(Inventory { rows }), Arc::new(credits));
    listing
}

fn paths(listing: &mut Listing, filter: Filter, text: &str, by: Column, down: bool) -> Vec<String> {
    listing.refresh(&Wanted { filter, text: text.to_owned(), sort: Sort { by, down } });
    (0..listing.len()).map(|at| listing.path(at).to_owned()).collect()
}

#[test]
fn filters_list_what_they_count() {
    let mut listing = listing(rows());
    let all: Vec<(Filter, usize)> = listing.choices().into_iter().flatten().collect();
    assert!(all.contains(&(Filter::All, 8)), "the platform’s files are no files of the pack: {all:?}");
    assert!(all.contains(&(Filter::State(State::Platform), 1)) && all.contains(&(Filter::State(State::TooLarge), 0)));
    assert!(
        !all.iter().any(|(filter, _)| *filter == Filter::State(State::LfsPointer)),
        "what is rare and not there is not offered"
    );
    for (filter, count) in all {
        assert_eq!(paths(&mut listing, filter, "", Column::Name, false).len(), count, "{filter:?}");
    }
    let unused = paths(&mut listing, Filter::State(State::Unused), "", Column::Name, false);
    assert_eq!(unused, ["textures/B.webp"]);
    assert_eq!(
        paths(&mut listing, Filter::State(State::Preloaded), "", Column::Name, false).len(),
        6,
        "troubles take nothing away"
    );
}

#[test]
fn words_are_found_anywhere_in_the_path() {
    let mut listing = listing(rows());
    assert_eq!(paths(&mut listing, Filter::All, "TEXT b", Column::Name, false), ["textures/a.webp", "textures/B.webp"]);
    assert_eq!(paths(&mut listing, Filter::Kind(Kind::Texture), "b.webp", Column::Name, false), ["textures/B.webp"]);
    assert!(paths(&mut listing, Filter::All, "nothing", Column::Name, false).is_empty() && listing.is_empty());
}

#[test]
fn every_column_sorts() {
    let mut listing = listing(rows());
    let mut ends = |by, down| {
        let paths = paths(&mut listing, Filter::All, "", by, down);
        (paths[0].clone(), paths[paths.len() - 1].clone())
    };
    let of = |first: &str, last: &str| (first.to_owned(), last.to_owned());
    assert_eq!(ends(Column::Name, false), of("ai/a.onnx", "script.js"));
    assert_eq!(ends(Column::Name, true), of("script.js", "ai/a.onnx"));
    assert_eq!(ends(Column::Size, true), of("ai/a.onnx", "Gone.json"), "equal ones stay in the order of paths");
    assert_eq!(ends(Column::Uses, true), of("models/board.glb", "textures/B.webp"));
    assert_eq!(ends(Column::Credit, false).0, "ai/a.onnx", "what has none comes last");
    assert_eq!(ends(Column::Preload, false), of("media/cover.webp", "textures/a.webp"));
    assert_eq!(ends(Column::State, false).0, "ai/a.onnx");
}

#[test]
fn a_press_turns_the_order_round() {
    let sort = Sort::default();
    assert_eq!(sort.pressed(Column::Size), Sort { by: Column::Size, down: false });
    assert_eq!(sort.pressed(Column::Name), Sort { by: Column::Name, down: false });
    assert_eq!(sort.pressed(Column::Name).pressed(Column::Uses), Sort { by: Column::Uses, down: true });
}

#[test]
fn the_list_is_made_anew_only_when_something_changed() {
    let mut listing = listing(rows());
    let wanted = Wanted::default();
    assert!(listing.refresh(&wanted) && !listing.refresh(&wanted));
    assert!(listing.refresh(&Wanted { text: "a".to_owned(), ..wanted }));
}

#[test]
fn the_head_says_what_players_wait_for() {
    let head = listing(rows()).head().clone();
    assert_eq!((head.bytes, head.files), (27_102_000, 5));
    assert_eq!(
        head.parts,
        [(Some(Kind::BotModel), 24_000_000), (Some(Kind::Model), 1_900_000), (Some(Kind::Texture), 1_202_000)]
    );
    let largest = head.largest.clone().unwrap();
    assert_eq!((largest.words.as_str(), largest.percent, largest.paths.len()), ("2 bot models", 89, 2));
    assert_eq!(head.duration(), "22 s");
}

#[test]
fn a_fourth_kind_joins_the_rest_and_one_heavy_file_is_named() {
    let more = [
        row("data/x.json", Class::Data, 1000, Delivery::Preloaded, 1),
        row("models/big.glb", Class::Model, 50_000_000, Delivery::Preloaded, 1),
        row("models/c.glb", Class::Model, 1, Delivery::Preloaded, 1),
        row("models/d.glb", Class::Model, 1, Delivery::Preloaded, 1),
        row("models/e.glb", Class::Model, 1, Delivery::Preloaded, 1),
        row("models/f.glb", Class::Model, 1, Delivery::Preloaded, 1),
    ];
    let head = listing(rows().into_iter().chain(more).collect()).head().clone();
    assert_eq!(head.parts.last(), Some(&(None, 1_203_000)));
    let largest = head.largest.unwrap();
    assert_eq!((largest.words.as_str(), largest.percent), ("big.glb", 65));
    let none = Head::of(&[]);
    assert_eq!((none.duration(), none.largest), ("under 1 s".to_owned(), None));
    assert_eq!(Head { bytes: 1_500_000_000, ..Head::default() }.duration(), "20 min");
}

#[test]
fn only_what_can_be_declared_has_a_switch() {
    let switched: Vec<String> = rows().iter().filter(|row| can_switch(row)).map(|row| row.path.clone()).collect();
    assert_eq!(switched.len(), 6);
    assert!(!switched.iter().any(|path| ["Gone.json", "script.js", "builtin:wood"].contains(&path.as_str())));
}

#[test]
fn names_and_folders() {
    assert_eq!((folder_of("a/b/c.png"), name_of("a/b/c.png")), ("a/b/", "c.png"));
    assert_eq!((folder_of("c.png"), name_of("c.png")), ("", "c.png"));
}
