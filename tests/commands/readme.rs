//! What the README and the hook file show is what a maintainer copies, so it must work as it stands there.

#![cfg(unix)]

use super::{GOOD, Ran, Workshop};
use std::env;
use std::path::Path;

const README: &str = include_str!("../../README.md");
const HOOKS: &str = include_str!("../../.pre-commit-hooks.yaml");

/// The text of the fenced block of `language` in the section on CI that holds `what`.
fn block(language: &str, what: &str) -> String {
    let section = README.split("## In CI and before a commit").nth(1).unwrap().split("\n## ").next().unwrap();
    let fence = format!("```{language}\n");
    let mut blocks = section.split(&fence).skip(1).map(|rest| rest.split("```").next().unwrap());
    blocks.find(|block| block.contains(what)).unwrap().to_owned()
}

/// The program's folder in front of the PATH.
fn path() -> std::ffi::OsString {
    let program = Path::new(env!("CARGO_BIN_EXE_tablewright")).parent().unwrap().to_path_buf();
    let rest = env::var_os("PATH").unwrap_or_default();
    env::join_paths(std::iter::once(program).chain(env::split_paths(&rest))).unwrap()
}

fn shell(shop: &Workshop, line: &str) -> Ran {
    let mut command = std::process::Command::new("sh");
    command.args(["-c", line]).current_dir(shop.folder.path()).env("PATH", path()).env("TABLEWRIGHT_NO_CONFIG", "1");
    Ran::of(command.env_remove("GITHUB_WORKSPACE").output().unwrap())
}

#[test]
fn the_hook_of_git_refuses_a_bad_commit() {
    use std::os::unix::fs::PermissionsExt as _;
    let shop = Workshop::new();
    assert_eq!(shop.git(&["init", "--quiet", "--template="]).code, 0);
    let hook = block("sh", "tablewright");
    assert!(hook.starts_with("#!/bin/sh\n"));
    // The hook finds the program where this test was built.
    let hook = hook.replacen('\n', &format!("\nexport PATH='{}'\n", path().display()), 1);
    shop.write(".git/hooks/pre-commit", &hook);
    std::fs::set_permissions(shop.path(".git/hooks/pre-commit"), std::fs::Permissions::from_mode(0o755)).unwrap();
    let commit = |manifest: &str| {
        shop.write("diceytable.mod.json", manifest);
        assert_eq!(shop.git(&["add", "--all"]).code, 0);
        shop.git(&["commit", "--quiet", "--message=x"])
    };
    let ran = commit(&GOOD.replace("MIT", ""));
    assert!(ran.code == 1 && (ran.out + &ran.err).contains("error[schema]"));
    assert_eq!(commit(&GOOD.replace(">=0.1 <1.0", "latest")).code, 1, "a warning");
    let ran = commit(GOOD);
    assert_eq!(ran.code, 0, "{ran:?}");
}

#[test]
fn the_commands_for_old_packs_work() {
    let shop = Workshop::new();
    shop.pack("packs/a", GOOD);
    shop.pack("packs/b c", &GOOD.replace("MIT", ""));
    let lines: Vec<&str> = README.lines().filter_map(|line| line.strip_prefix("    tablewright check packs/*")).collect();
    assert_eq!(lines.len(), 2);
    for line in lines {
        let ran = shell(&shop, &format!("tablewright check packs/*{line}"));
        assert_eq!(ran.code, 0, "{line}: {ran:?}");
    }
}

#[test]
fn the_steps_of_the_workflow_work() {
    let shop = Workshop::new();
    shop.pack("packs/a", GOOD);
    shop.pack("packs/b", &GOOD.replace("MIT", ""));
    assert_eq!(shell(&shop, "tablewright check packs/* --write-baseline known.json").code, 0);
    let workflow = block("yaml", "upload-sarif");
    let steps: Vec<&str> = workflow.lines().filter_map(|line| line.trim().strip_prefix("run: ")).collect();
    assert_eq!(steps.len(), 2);
    for step in steps {
        let ran = shell(&shop, step);
        assert_eq!(ran.code, 0, "{step}: {ran:?}");
    }
    let file = workflow.lines().find_map(|line| line.trim().strip_prefix("sarif_file: ")).unwrap();
    let log: serde_json::Value = serde_json::from_str(&shop.read(file)).unwrap();
    assert_eq!(log["runs"][0]["results"].as_array().unwrap().len(), 1, "code scanning sees all");
    shop.pack("packs/a", "{");
    let annotate = workflow.lines().find_map(|line| line.trim().strip_prefix("run: ")).unwrap();
    assert_eq!(shell(&shop, annotate).code, 1);
}

#[test]
fn the_hooks_of_pre_commit_run() {
    let shop = Workshop::new();
    shop.write("diceytable.mod.json", &GOOD.replace("\"1.0\"", "\"2.0\""));
    let value = |hook: &str, key: &str| hook.lines().find_map(|line| line.trim().strip_prefix(key)).unwrap().to_owned();
    let hooks: Vec<(String, String)> = HOOKS.split("\n- ").skip(1).map(|hook| (value(hook, "id: "), hook.to_owned())).collect();
    let names: Vec<&str> = hooks.iter().map(|(id, _)| id.as_str()).collect();
    assert_eq!(names, ["tablewright-check", "tablewright-fix"]);
    assert!(block("yaml", "repos:").contains("- id: tablewright-check\n"));
    let run = |hook: &str| {
        let args: Vec<String> = serde_json::from_str(&value(hook, "args: ")).unwrap();
        shell(&shop, &format!("{} {}", value(hook, "entry: "), args.join(" "))).code
    };
    assert_eq!(run(&hooks[0].1), 1);
    assert_eq!(run(&hooks[1].1), 0);
    assert_eq!(run(&hooks[0].1), 0, "the fix has mended it");
}
