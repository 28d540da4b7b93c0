//! The minigames workspace, found by AccessKit names: list, form, HUD preview and timeline.

use egui::{Key, Modifiers};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;
use tablewright::app::App;
use tablewright::commands::Command;
use tablewright_tests::kittest_gl::save_picture;

use crate::journey::{click, fill, wait, window};

const BRAWL: &str = "{\n\t\"Id\": \"Brawl\",\n\t\"Name\": \"Brawl\",\n\t\"MaxPlayers\": 8.0,\n\t\"GameType\": \"battle\",\n\t\"ShowHud\": true,\n\t\"Later\": {\"1\": 51.0, \"2\": 51}\n}\n";

struct Place {
    project: tempfile::TempDir,
    settings: tempfile::TempDir,
}

impl Place {
    fn new() -> Self {
        let place = Self { project: tempfile::tempdir().unwrap(), settings: tempfile::tempdir().unwrap() };
        let resources = place.project.path().join("src/main/resources");
        std::fs::create_dir_all(resources.join("Server/Minigames")).unwrap();
        let plugin = r#"{"Group":"event","Name":"Games","Version":"1.2.0","Dependencies":{"loose":"*"}}"#;
        std::fs::write(resources.join("manifest.json"), plugin).unwrap();
        place.write("Brawl.json", BRAWL);
        place
    }

    fn write(&self, name: &str, text: &str) {
        std::fs::write(self.file(name), text).unwrap();
    }

    fn file(&self, name: &str) -> std::path::PathBuf {
        self.project.path().join("src/main/resources/Server/Minigames").join(name)
    }

    fn read(&self, name: &str) -> Option<String> {
        std::fs::read_to_string(self.file(name)).ok()
    }

    fn window(&self) -> Harness<'static, App> {
        let mut window = window(Some(self.project.path()), self.settings.path());
        wait(&mut window, |app| app.minigames().is_some());
        window
    }
}

fn save(window: &mut Harness<'static, App>) {
    window.key_press_modifiers(Modifiers::COMMAND, Key::S);
    wait(window, |app| app.minigames().is_some_and(|open| !open.is_unsaved()));
}

fn shows(window: &Harness<'static, App>, words: &str) -> bool {
    window.query_all_by_label_contains(words).next().is_some()
}

#[test]
fn a_definition_is_mended_edited_and_saved_without_noise() {
    let place = Place::new();
    let mut window = place.window();
    assert!(shows(&window, "Brawl") && shows(&window, "event:Games"));
    assert!(shows(&window, "“loose” has not the form"), "a broken reference of the plugin");
    assert!(shows(&window, "HUD: Score 1250, Time left 3:20"));
    assert!(shows(&window, "Timeline: Countdown 0:10, Round 5:00"));
    window.state_mut().run_command(Command::Save);
    window.run_steps(4);
    assert_eq!(place.read("Brawl.json").as_deref(), Some(BRAWL), "nothing was edited");
    click(&mut window, "Use “BATTLE”");
    fill(&mut window, "At least", "3", Key::Enter);
    save(&mut window);
    let expected = BRAWL.replace("\"battle\",", "\"BATTLE\",\n\t\"MinPlayers\": 3,");
    assert_eq!(place.read("Brawl.json").unwrap(), expected);
    for _ in 0..2 {
        window.state_mut().run_command(Command::Undo);
        window.run_steps(4);
    }
    save(&mut window);
    assert_eq!(place.read("Brawl.json").as_deref(), Some(BRAWL));
}

#[test]
fn definitions_are_made_doubled_renamed_and_deleted() {
    let place = Place::new();
    let mut window = place.window();
    click(&mut window, "New minigame…");
    fill(&mut window, "Name of the minigame", "Ice Run", Key::Tab);
    click(&mut window, "Race");
    click(&mut window, "Add minigame");
    wait(&mut window, |app| app.minigames().is_some_and(|open| open.set().all().len() == 2));
    assert!(shows(&window, "The shortest time is first"));
    click(&mut window, "Duplicate minigame");
    save(&mut window);
    assert!(place.read("Ice_Run_2.json").unwrap().contains("\"Ice Run (copy)\""));
    click(&mut window, "Rename minigame…");
    fill(&mut window, "New ID", "Fire_Run", Key::Tab);
    click(&mut window, "Rename");
    save(&mut window);
    assert!(place.read("Ice_Run_2.json").is_none() && place.read("Fire_Run.json").unwrap().contains("\"Fire_Run\""));
    click(&mut window, "Delete minigame");
    save(&mut window);
    assert!(place.read("Fire_Run.json").is_none() && place.read("Ice_Run.json").is_some());
}

#[test]
fn what_somebody_else_wrote_is_taken_in() {
    let place = Place::new();
    let mut window = place.window();
    place.write("Brawl.json", &BRAWL.replace("\"Name\": \"Brawl\"", "\"Name\": \"Big brawl\""));
    wait(&mut window, |app| app.minigames().is_some_and(|open| open.undo_label().is_some()));
    assert!(shows(&window, "Big brawl"));
}

#[test]
fn one_file_opens_and_rounds_without_end_are_open_ended() {
    let place = Place::new();
    place.write("Brawl.json", &BRAWL.replace("8.0", "8.0, \"TotalRounds\": 0"));
    let mut window = window(Some(&place.file("Brawl.json")), place.settings.path());
    wait(&mut window, |app| app.minigames().is_some());
    assert!(shows(&window, "and on: open-ended"));
}

#[test]
fn the_workspace_looks_as_it_should() {
    let place = Place::new();
    let hud =
        "\"ShowHud\": true, \"ShowScoreboard\": true, \"ShowPosition\": true, \"TotalRounds\": 3, \"OvertimeEnabled\": true";
    place.write("Brawl.json", &BRAWL.replace("\"ShowHud\": true", hud));
    place.write("Broken.json", "{\n  \"Id\": \n");
    let mut window = place.window();
    for theme in ["dark", "light"] {
        window.run_steps(4);
        save_picture(&format!("minigames-{theme}"), &window.render().unwrap());
        window.state_mut().run_command(Command::ToggleTheme);
    }
    click(&mut window, "Broken");
    assert!(shows(&window, "This is not JSON") && shows(&window, "Correct it in a text editor"));
    click(&mut window, "New minigame…");
    save_picture("minigames-new", &window.render().unwrap());
}

#[test]
fn publishing_commits_and_pushes_the_branch_that_is_checked_out() {
    let place = Place::new();
    tablewright_tests::git_server::isolate();
    let bare = tempfile::tempdir().unwrap();
    let host = git2::Repository::init_bare(bare.path()).unwrap();
    let repo = git2::Repository::init(place.project.path()).unwrap();
    repo.set_head("refs/heads/games").unwrap();
    let mut config = repo.config().unwrap();
    config.set_str("user.name", "Ann").unwrap();
    config.set_str("user.email", "ann@example.org").unwrap();
    let mut window = place.window();
    click(&mut window, "Publish");
    fill(&mut window, "Push to", &bare.path().display().to_string(), Key::Tab);
    // The last of the buttons called so is the dialog's.
    window.get_all_by_role_and_label(egui::accesskit::Role::Button, "Publish").last().unwrap().click();
    window.run_steps(4);
    wait(&mut window, |app| !app.is_busy());
    assert!(window.state().messages().iter().any(|text| text.starts_with("games is at ")), "{:?}", window.state().messages());
    let tree = host.find_reference("refs/heads/games").unwrap().peel_to_tree().unwrap();
    assert!(tree.get_path("src/main/resources/Server/Minigames/Brawl.json".as_ref()).is_ok());
    assert!(tree.get_path("src/main/resources/manifest.json".as_ref()).is_err(), "only the definitions");
}
