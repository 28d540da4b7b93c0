//! Real git remotes for tests: bare repositories, hooks, and an HTTP server that runs `git http-backend`.
//!
//! Hooks and deny rules only show over HTTP: libgit2 handles paths and `file://` in process and runs none. The server also
//! plays the remotes that people meet and no git program makes: one that never answers, and one that takes no password.
//! Nothing here reads the configuration of the machine.

#![allow(clippy::unwrap_used, reason = "helpers of tests: a failure here is a failed test")]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, Once};
use std::thread::JoinHandle;

use git2::ConfigLevel;

/// Keeps libgit2 away from the configuration files of the machine, for the rest of the process. Call it first in a test.
#[allow(unsafe_code)]
pub fn isolate() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        for level in [ConfigLevel::ProgramData, ConfigLevel::System, ConfigLevel::XDG, ConfigLevel::Global] {
            // SAFETY: runs once, and every test that uses libgit2 in this process waits here before it does.
            unsafe { git2::opts::set_search_path(level, "") }.unwrap();
        }
    });
}

/// The `git` program in a folder, with no configuration but the repository's and a fixed person.
pub fn git_command(folder: &Path) -> Command {
    let mut command = Command::new("git");
    command.current_dir(folder);
    hermetic(&mut command);
    command
        .env("GIT_AUTHOR_NAME", "Bob Smith")
        .env("GIT_AUTHOR_EMAIL", "bob@example.org")
        .env("GIT_COMMITTER_NAME", "Bob Smith")
        .env("GIT_COMMITTER_EMAIL", "bob@example.org");
    command
}

fn hermetic(command: &mut Command) {
    for (name, _) in std::env::vars_os() {
        if name.to_string_lossy().starts_with("GIT_") && name != "GIT_EXEC_PATH" {
            command.env_remove(name);
        }
    }
    command
        .env("GIT_CONFIG_GLOBAL", if cfg!(windows) { "NUL" } else { "/dev/null" })
        .env("GIT_CONFIG_NOSYSTEM", "1")
        .env("GIT_TERMINAL_PROMPT", "0")
        .env("LC_ALL", "C");
}

/// Runs `git` and gives its standard output; panics with its standard error when it fails.
pub fn git(folder: &Path, args: &[&str]) -> String {
    let output = try_git(folder, args);
    assert!(output.status.success(), "git {args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// Runs `git`, whatever comes of it.
pub fn try_git(folder: &Path, args: &[&str]) -> Output {
    git_command(folder).args(args).stdin(Stdio::null()).output().expect("the git program is installed")
}

/// Makes a bare repository `name` in `folder` that anyone may push to, and gives its path.
pub fn bare(folder: &Path, name: &str) -> PathBuf {
    git(folder, &["init", "--quiet", "--bare", "--initial-branch=main", name]);
    let path = folder.join(name);
    git(&path, &["config", "http.receivepack", "true"]);
    path
}

/// Gives a bare repository a hook: the body of a shell script.
pub fn add_hook(bare: &Path, name: &str, body: &str) {
    let folder = bare.join("hooks");
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join(name);
    std::fs::write(&file, format!("#!/bin/sh\n{body}\n")).unwrap();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o755)).unwrap();
    }
}

/// Takes a hook away again.
pub fn remove_hook(bare: &Path, name: &str) {
    std::fs::remove_file(bare.join("hooks").join(name)).unwrap();
}

/// How a server treats those who come.
#[derive(Debug, Clone)]
enum Manner {
    /// Serves the repositories below a folder, to anybody or to one name and password.
    Serve { projects: PathBuf, login: Option<(String, String)> },
    /// Takes the connection and says nothing.
    Silent,
    /// Answers 401 to everything.
    Unimpressed,
    /// Answers with this status to everything.
    Status(&'static str),
}

/// A server on a port of its own; it ends when dropped.
#[derive(Debug)]
pub struct GitServer {
    address: SocketAddr,
    ending: Arc<AtomicBool>,
    requests: Arc<AtomicUsize>,
    listener: Option<JoinHandle<()>>,
}

impl GitServer {
    /// Serves the bare repositories in `projects` to anybody.
    pub fn open_to_all(projects: &Path) -> Self {
        Self::start(Manner::Serve { projects: projects.to_path_buf(), login: None })
    }

    /// Serves the bare repositories in `projects` to one name and password.
    pub fn with_password(projects: &Path, username: &str, password: &str) -> Self {
        let login = Some((username.to_owned(), password.to_owned()));
        Self::start(Manner::Serve { projects: projects.to_path_buf(), login })
    }

    /// Takes connections and never answers.
    pub fn silent() -> Self {
        Self::start(Manner::Silent)
    }

    /// Asks for a password and takes none.
    pub fn always_unauthorized() -> Self {
        Self::start(Manner::Unimpressed)
    }

    /// Answers everything with one status, for example `403 Forbidden`.
    pub fn always(status: &'static str) -> Self {
        Self::start(Manner::Status(status))
    }

    fn start(manner: Manner) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let ending = Arc::new(AtomicBool::new(false));
        let requests = Arc::new(AtomicUsize::new(0));
        let (stop, count) = (ending.clone(), requests.clone());
        let thread = std::thread::spawn(move || {
            let held: Mutex<Vec<TcpStream>> = Mutex::new(Vec::new());
            for stream in listener.incoming().flatten() {
                if stop.load(Ordering::SeqCst) {
                    break;
                }
                if matches!(manner, Manner::Silent) {
                    count.fetch_add(1, Ordering::SeqCst);
                    held.lock().unwrap().push(stream);
                    continue;
                }
                let (manner, count) = (manner.clone(), count.clone());
                // A connection that breaks is the client's affair.
                std::thread::spawn(move || answer(&stream, &manner, &count).ok());
            }
        });
        Self { address, ending, requests, listener: Some(thread) }
    }

    /// The address of a repository.
    pub fn url(&self, repository: &str) -> String {
        format!("http://{}/{repository}", self.address)
    }

    /// How many requests came.
    pub fn requests(&self) -> usize {
        self.requests.load(Ordering::SeqCst)
    }
}

impl Drop for GitServer {
    fn drop(&mut self) {
        self.ending.store(true, Ordering::SeqCst);
        // Wakes the listener.
        drop(TcpStream::connect(self.address));
        if let Some(thread) = self.listener.take() {
            drop(thread.join());
        }
    }
}

/// A request's first line and headers.
struct Request {
    method: String,
    path: String,
    query: String,
    headers: Vec<(String, String)>,
}

impl Request {
    fn read(reader: &mut impl BufRead) -> std::io::Result<Option<Self>> {
        let mut line = String::new();
        if reader.read_line(&mut line)? == 0 {
            return Ok(None);
        }
        let mut words = line.split_whitespace();
        let (method, target) = (words.next().unwrap_or_default().to_owned(), words.next().unwrap_or_default().to_owned());
        let (path, query) = target.split_once('?').unwrap_or((&target, ""));
        let (path, query) = (path.to_owned(), query.to_owned());
        let mut headers = Vec::new();
        loop {
            let mut line = String::new();
            if reader.read_line(&mut line)? == 0 || line.trim_end().is_empty() {
                break;
            }
            if let Some((name, value)) = line.split_once(':') {
                headers.push((name.trim().to_ascii_lowercase(), value.trim().to_owned()));
            }
        }
        Ok(Some(Self { method, path, query, headers }))
    }

    fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(n, _)| n == name).map(|(_, value)| value.as_str())
    }

    /// The body, with the chunks of a chunked one put together. What is compressed stays compressed.
    fn body(&self, reader: &mut impl BufRead) -> std::io::Result<Vec<u8>> {
        let mut body = Vec::new();
        if self.header("transfer-encoding").is_some_and(|v| v.eq_ignore_ascii_case("chunked")) {
            loop {
                let mut line = String::new();
                reader.read_line(&mut line)?;
                let size = line.trim().split(';').next().unwrap_or_default();
                let size = usize::from_str_radix(size, 16).map_err(std::io::Error::other)?;
                let begin = body.len();
                body.resize(begin + size, 0);
                reader.read_exact(&mut body[begin..])?;
                reader.read_line(&mut String::new())?;
                if size == 0 {
                    return Ok(body);
                }
            }
        }
        let length = self.header("content-length").and_then(|v| v.parse().ok()).unwrap_or(0);
        body.resize(length, 0);
        reader.read_exact(&mut body)?;
        Ok(body)
    }
}

fn answer(stream: &TcpStream, manner: &Manner, count: &AtomicUsize) -> std::io::Result<()> {
    let mut reader = BufReader::new(stream);
    let mut writer = stream;
    let Some(request) = Request::read(&mut reader)? else { return Ok(()) };
    count.fetch_add(1, Ordering::SeqCst);
    if request.header("expect").is_some_and(|v| v.eq_ignore_ascii_case("100-continue")) {
        writer.write_all(b"HTTP/1.1 100 Continue\r\n\r\n")?;
    }
    let body = request.body(&mut reader)?;
    match manner {
        Manner::Serve { projects, login: None } => backend(writer, projects, None, &request, &body),
        Manner::Serve { projects, login: Some((name, password)) } => {
            if request.header("authorization") == Some(&format!("Basic {}", base64(format!("{name}:{password}").as_bytes()))) {
                backend(writer, projects, Some(name), &request, &body)
            } else {
                unauthorized(writer)
            }
        }
        Manner::Unimpressed => unauthorized(writer),
        Manner::Status(status) => plain(writer, status, ""),
        Manner::Silent => Ok(()),
    }
}

fn plain(mut writer: impl Write, status: &str, extra: &str) -> std::io::Result<()> {
    write!(writer, "HTTP/1.1 {status}\r\n{extra}Content-Length: 0\r\nConnection: close\r\n\r\n")
}

fn unauthorized(writer: impl Write) -> std::io::Result<()> {
    plain(writer, "401 Unauthorized", "WWW-Authenticate: Basic realm=\"test\"\r\n")
}

/// Runs `git http-backend` as a CGI program and passes its answer on.
fn backend(mut writer: impl Write, projects: &Path, user: Option<&str>, request: &Request, body: &[u8]) -> std::io::Result<()> {
    let mut command = Command::new("git");
    hermetic(&mut command);
    command
        .arg("http-backend")
        .env("GIT_PROJECT_ROOT", projects)
        .env("GIT_HTTP_EXPORT_ALL", "1")
        .env("PATH_INFO", &request.path)
        .env("QUERY_STRING", &request.query)
        .env("REQUEST_METHOD", &request.method)
        .env("REMOTE_ADDR", "127.0.0.1")
        .env("CONTENT_TYPE", request.header("content-type").unwrap_or_default())
        .env("CONTENT_LENGTH", body.len().to_string())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null());
    if let Some(user) = user {
        command.env("REMOTE_USER", user);
    }
    for (header, variable) in [("content-encoding", "HTTP_CONTENT_ENCODING"), ("git-protocol", "GIT_PROTOCOL")] {
        if let Some(value) = request.header(header) {
            command.env(variable, value);
        }
    }
    let mut child = command.spawn()?;
    let mut input = child.stdin.take().expect("standard input is piped");
    let output = std::thread::scope(|scope| {
        // The program may answer before it has read everything; then the rest is not wanted.
        scope.spawn(move || input.write_all(body).ok());
        let mut output = Vec::new();
        child.stdout.take().expect("standard output is piped").read_to_end(&mut output).map(|_| output)
    })?;
    child.wait()?;
    let end = output.windows(4).position(|w| w == b"\r\n\r\n").ok_or_else(|| std::io::Error::other("no headers"))?;
    let (head, content) = (String::from_utf8_lossy(&output[..end]).into_owned(), &output[end + 4..]);
    let status = head.lines().find_map(|line| line.strip_prefix("Status: ")).unwrap_or("200 OK");
    write!(writer, "HTTP/1.1 {status}\r\n")?;
    for line in head.lines().filter(|line| !line.starts_with("Status: ")) {
        write!(writer, "{line}\r\n")?;
    }
    write!(writer, "Content-Length: {}\r\nConnection: close\r\n\r\n", content.len())?;
    writer.write_all(content)
}

/// Base64 with padding, for basic authentication.
fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for chunk in bytes.chunks(3) {
        let bits = chunk.iter().fold(0u32, |bits, byte| bits << 8 | u32::from(*byte)) << (8 * (3 - chunk.len()));
        for place in 0..4 {
            let letter = LETTERS[(bits >> (18 - 6 * place) & 63) as usize] as char;
            text.push(if place <= chunk.len() { letter } else { '=' });
        }
    }
    text
}
