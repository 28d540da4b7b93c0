//! `tablewright publish`: the whole publish, with its progress on standard error.

use super::args::{pasted, usage};
use super::{Args, Command, Exit, Failure, Io, Outcome};
use lexopt::Arg;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use tablewright_core::assets::{Memory, Settled, reconcile_pack, survey};
use tablewright_core::check::{Counts, OnDisk, Options, check};
use tablewright_core::credits;
use tablewright_core::job::{Quiet, Watch};
use tablewright_core::manifest::ManifestView;
use tablewright_core::pack::{OsFs, WorkingCopy};
use tablewright_core::publish::{self as git, ChangeKind, FileChange, Plan, PublishOptions, SaveLeftovers, SystemCredentials};

pub(super) const COMMAND: Command = Command {
    name: "publish",
    usage: "publish PACK [--dry-run] [--message TEXT] [--remote NAME|URL|PATH] [--sign-as NAME]",
    about: "Commit a pack to wip, merge it into main and push both; a dry run says what would go out",
    more: "",
    run,
};

/// What was asked for.
struct Asked {
    pack: PathBuf,
    options: PublishOptions,
    /// The name that signs the credit records without a signature.
    sign_as: Option<String>,
}

fn read(args: &mut Args) -> Result<Asked, Failure> {
    let (mut pack, mut sign_as) = (None, None);
    let mut options = PublishOptions::default();
    while let Some(arg) = args.arg()? {
        match arg {
            Arg::Value(value) if pack.is_none() => pack = Some(PathBuf::from(value)),
            Arg::Long("dry-run") => options.dry_run = true,
            Arg::Long("message") | Arg::Short('m') => options.message = Some(args.value()?),
            Arg::Long("remote") => match args.value()? {
                empty if empty.trim().is_empty() => return Err(usage("“--remote” is empty: give a name, an address or a path")),
                remote => options.remote = Some(from_here(remote)),
            },
            Arg::Long("sign-as") => sign_as = Some(args.value()?),
            other => return Err(other.unexpected().into()),
        }
    }
    Ok(Asked { pack: pack.ok_or_else(|| usage("Name the pack to publish"))?, options, sign_as })
}

/// A path to a repository counts from the folder that the command runs in; names and addresses are left as they are.
pub(super) fn from_here(remote: String) -> String {
    let path = Path::new(&remote);
    let is_path = path.is_relative() && !remote.contains(':') && (remote.contains('/') || path.is_dir());
    match path.canonicalize() {
        Ok(absolute) if is_path => absolute.display().to_string(),
        _ => remote,
    }
}

/// Signs the credit records that want it. Says what is missing, and gives `false`, where no name was given.
fn sign(asked: &Asked, io: &mut Io) -> Result<bool, Failure> {
    let (mut copy, _) = WorkingCopy::open_read_only(&OsFs, &asked.pack, io.state_dir)?;
    let Some(manifest) = copy.manifest.document() else { return Ok(true) };
    let unsigned = credits::unsigned(manifest);
    let statement = credits::statement(manifest);
    match &asked.sign_as {
        _ if unsigned.is_empty() => {}
        _ if asked.options.dry_run => {
            let (records, want) = if unsigned.len() == 1 { ("record", "wants") } else { ("records", "want") };
            writeln!(io.err, "{} credit {records} {want} a signature before a publish: add --sign-as NAME.", unsigned.len())?;
        }
        None => {
            writeln!(io.err, "The credits carry no signature. With --sign-as NAME you sign this: “{statement}”")?;
            return Ok(false);
        }
        Some(name) if name.trim().is_empty() || name.encode_utf16().count() > credits::MAX_NAME => {
            return Err(usage(format!("A signature is a name of 1 to {} characters", credits::MAX_NAME)));
        }
        Some(name) => {
            let now = jiff::Timestamp::from_second(jiff::Timestamp::now().as_second()).unwrap_or_default();
            let signed = credits::sign(manifest, &unsigned, name.trim(), &now.to_string())?;
            copy.save(&OsFs, Some(&signed), None, io.state_dir)?;
            writeln!(io.err, "Signed as {}: “{statement}”", name.trim())?;
        }
    }
    Ok(true)
}

/// Makes the lists of files true, as the platform does with what is pushed to it; a dry run tells what would change.
fn settle_lists(asked: &Asked, io: &mut Io) -> Result<(), Failure> {
    let (mut copy, _) = WorkingCopy::open_read_only(&OsFs, &asked.pack, io.state_dir)?;
    let roots = copy.roots();
    if roots.manifest.is_none() {
        return Ok(());
    }
    let mut memory = Memory::default();
    let survey = survey(&OsFs, &copy.root, &roots, &mut memory, &Quiet)?;
    let settled = Settled::AS_THE_FOLDER_IS;
    let (after, changes) = reconcile_pack(&OsFs, &copy.root, &roots, &survey, &mut memory, settled, &Quiet)?;
    for change in &changes {
        writeln!(io.err, "{}", change.told)?;
    }
    if !after.same(&roots) && !asked.options.dry_run {
        copy.save(&OsFs, after.manifest.as_ref(), None, io.state_dir)?;
    }
    Ok(())
}

fn run(args: &mut Args, io: &mut Io) -> Outcome {
    let asked = read(args)?;
    if !sign(&asked, io)? {
        return Ok(Exit::Refused);
    }
    settle_lists(&asked, io)?;
    let Asked { pack, mut options, .. } = asked;
    let on_disk = OnDisk::read(&pack, io.state_dir)?;
    options.version =
        on_disk.working_copy().manifest.document().and_then(ManifestView::new).and_then(|m| Some(m.version()?.into_owned()));
    let counts = Counts::of(&check(&on_disk.subject(), &Options::default()));
    if counts.errors > 0 {
        let (errors, plural) = (counts.errors, if counts.errors == 1 { "" } else { "s" });
        writeln!(
            io.err,
            "{errors} error{plural} that the platform would refuse; `tablewright check {}` lists them.",
            pasted(&pack)
        )?;
    }
    let outcome = {
        let progress = Progress::on(io.err);
        git::publish(&on_disk.working_copy().root, &options, &SaveLeftovers, &SystemCredentials, &progress)?
    };
    tell(&outcome, io)?;
    Ok(if outcome.exit_code() == 0 { Exit::Done } else { Exit::Refused })
}

/// A line for each step.
pub(super) struct Progress<'a> {
    last: Mutex<(String, &'a mut (dyn Write + Send))>,
}

impl<'a> Progress<'a> {
    pub(super) fn on(out: &'a mut (dyn Write + Send)) -> Self {
        Self { last: Mutex::new((String::new(), out)) }
    }
}

impl Watch for Progress<'_> {
    fn progress(&self, what: &str, _done: u64, _total: u64) {
        let Ok(mut last) = self.last.lock() else { return };
        if last.0 != what {
            what.clone_into(&mut last.0);
            // Progress that cannot be shown is no reason to stop a publish.
            let _told = writeln!(last.1, "{what}…");
        }
    }

    fn cancelled(&self) -> bool {
        false
    }
}

fn tell(outcome: &git::Outcome, io: &mut Io) -> io::Result<()> {
    match outcome {
        git::Outcome::NothingToPublish { remote, main } => {
            writeln!(io.out, "Nothing to publish: {remote} has it all, main is {}.", main.short())
        }
        git::Outcome::Planned(plan) => tell_plan(plan, io.out),
        git::Outcome::Published(published) => {
            for note in &published.plan.notes {
                writeln!(io.err, "{note}")?;
            }
            tell_host(&published.host_text, io.err)?;
            let (remote, files) = (&published.plan.remote, published.plan.goes_out.len());
            writeln!(io.out, "Published to {remote}: main is {}, wip is {}; {}.", published.main, published.wip, count(files))
        }
        git::Outcome::Refused(refusal) => {
            tell_host(&refusal.host_text, io.err)?;
            writeln!(io.err, "{}. {}", refusal.title, refusal.next)?;
            for answer in &refusal.per_branch {
                writeln!(io.err, "  {}: {}", answer.branch, answer.refusal.as_deref().unwrap_or("taken"))?;
            }
            Ok(())
        }
        git::Outcome::Stopped(stopped) => {
            writeln!(io.err, "{}. {}", stopped.title, stopped.next)?;
            for commit in &stopped.commits {
                writeln!(io.err, "  {} {}: {}", commit.id.short(), commit.author, commit.subject)?;
            }
            tell_files(&stopped.files, io.err)
        }
    }
}

fn tell_plan(plan: &Plan, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "Would publish to {}: {}.", plan.remote, count(plan.goes_out.len()))?;
    if plan.creates_repository {
        writeln!(out, "A git repository would be made first.")?;
    }
    for step in &plan.pushes {
        let from = step.from.as_ref().map_or("new", |id| id.short());
        let to = step.to.as_ref().map_or("the commit then made", |id| id.short());
        writeln!(out, "  {}: {from} to {to}", step.branch)?;
    }
    tell_files(&plan.goes_out, out)?;
    plan.notes.iter().try_for_each(|note| writeln!(out, "{note}"))
}

fn tell_files(files: &[FileChange], out: &mut dyn Write) -> io::Result<()> {
    files.iter().try_for_each(|file| {
        let mark = match file.kind {
            ChangeKind::Added => '+',
            ChangeKind::Changed => '*',
            ChangeKind::Removed => '-',
        };
        writeln!(out, "  {mark} {}", file.path)
    })
}

/// What the host said, each line marked as its words.
fn tell_host(text: &str, err: &mut dyn Write) -> io::Result<()> {
    text.lines().filter(|line| !line.trim().is_empty()).try_for_each(|line| writeln!(err, "host: {}", line.trim_end()))
}

fn count(files: usize) -> String {
    match files {
        1 => "1 file changes for players".to_owned(),
        n => format!("{n} files change for players"),
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::tablewright;

    /// A new pack that signs its commits, and an empty repository to publish to.
    fn pack_and_remote() -> (tempfile::TempDir, String, String) {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
        let (pack, remote) = (path("pack"), path("remote.git"));
        assert_eq!(tablewright(&["new", &pack, "--type", "game", "--name", "Go"]).0, 0);
        let config = std::path::Path::new(&pack).join(".git/config");
        let text = std::fs::read_to_string(&config).unwrap() + "\n[user]\n\tname = A. Author\n\temail = a@example.org\n";
        std::fs::write(config, text).unwrap();
        std::fs::create_dir(&remote).unwrap();
        for (name, text) in
            [("HEAD", "ref: refs/heads/main\n"), ("config", "[core]\n\trepositoryformatversion = 0\n\tbare = true\n")]
        {
            std::fs::write(std::path::Path::new(&remote).join(name), text).unwrap();
        }
        for name in ["objects/pack", "objects/info", "refs/heads"] {
            std::fs::create_dir_all(std::path::Path::new(&remote).join(name)).unwrap();
        }
        (folder, pack, remote)
    }

    #[test]
    fn a_pack_is_published_once() {
        let (_folder, pack, remote) = pack_and_remote();
        let publish = |more: &[&str]| {
            let mut args = vec!["publish", &pack, "--remote", &remote];
            args.extend(more);
            tablewright(&args)
        };
        let (code, out, err) = publish(&["--dry-run"]);
        assert_eq!(code, 0, "{err}");
        assert!(out.starts_with("Would publish to ") && out.contains("+ diceytable.mod.json"), "{out}");
        let (code, out, err) = publish(&["--message", "First"]);
        assert_eq!(code, 0, "{err}");
        assert!(out.starts_with("Published to "), "{out}");
        assert!(err.contains("Push wip…"), "{err}");
        let (code, out, _) = publish(&[]);
        assert_eq!(code, 0);
        assert!(out.starts_with("Nothing to publish"), "{out}");
    }

    #[test]
    fn where_nothing_can_be_published_it_exits_with_2() {
        let (_folder, pack, _remote) = pack_and_remote();
        let (code, out, err) = tablewright(&["publish", &pack]);
        assert_eq!((code, out.as_str()), (2, ""));
        assert!(err.contains("tablewright: "), "{err}");
        assert_eq!(tablewright(&["publish"]).0, 2);
        assert_eq!(tablewright(&["publish", "/no/such/pack"]).0, 2);
    }
}
