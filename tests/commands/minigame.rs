//! A server owner keeps minigames under git from the command line.

use super::Workshop;

#[test]
fn push_sends_the_definitions_and_nothing_else() {
    let shop = Workshop::new();
    shop.write("plugin/Server/Minigames/Brawl.json", "{\n\t\"Id\": \"Brawl\",\n\t\"Name\": \"Brawl\"\n}\n");
    shop.write("plugin/notes.txt", "mine");
    assert_eq!(shop.git(&["init", "--quiet", "--bare", "--template=", "host.git"]).code, 0);
    let push = || shop.run(&["minigame", "push", "plugin", "--remote", "host.git", "--message", "First"]);
    let ran = push();
    assert!(ran.code == 2 && ran.err.contains("not under git"), "{ran:?}");
    assert_eq!(shop.git(&["init", "--quiet", "--template=", "--initial-branch=games", "plugin"]).code, 0);
    for (key, value) in [("user.name", "Ann"), ("user.email", "ann@example.org")] {
        assert_eq!(shop.git(&["-C", "plugin", "config", key, value]).code, 0);
    }
    let ran = push();
    assert!(ran.code == 0 && ran.out.starts_with("games is at "), "{ran:?}");
    let files = shop.git(&["-C", "host.git", "ls-tree", "-r", "--name-only", "games"]).out;
    assert_eq!(files, "Server/Minigames/Brawl.json\n");
    assert_eq!(shop.git(&["-C", "host.git", "log", "--format=%an %s", "games"]).out, "Ann First\n");
    assert!(push().out.starts_with("Nothing differs from the last commit"));
}
