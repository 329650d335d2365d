//! The server, in this process over a test kernel, or as the real command in a child process.

use std::fs::DirBuilder;
use std::future::pending;
use std::io;
use std::net::SocketAddr;
use std::os::unix::fs::{DirBuilderExt as _, symlink};
use std::path::Path;
use std::process::{Output, Stdio};

use cardea::app::App;
use cardea::config::{Channel, Config};
use cardea::kernel::ctx::Ctx;
use cardea::kernel::server;
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader, Lines};
use tokio::net::TcpListener;
use tokio::process::{Child, ChildStdout, Command};
use tokio::task::JoinHandle;

use crate::browser::PASSWORD;
use crate::testing::{Engine, TestKernel};

/// A server in this process, with a fixed clock and an accessible database.
pub struct Running {
    pub app: App,
    pub base: String,
    pub max_body: usize,
    pub test: TestKernel,
    task: JoinHandle<()>,
    dir: tempfile::TempDir,
}

impl Running {
    /// Runs a statement without parameters.
    pub async fn run(&self, sql: &'static str) {
        let mut tx = self.test.kernel.db().begin().await.unwrap();
        tx.write(sql).execute().await.unwrap();
        tx.commit().await.unwrap();
    }

    /// Another node over the same database and under the same public address.
    pub async fn node(&self) -> Self {
        let mut address = String::new();
        let adjust = |config: &mut Config| {
            address = format!("http://{}", config.http.listen);
            config.http.public_url.clone_from(&self.base);
        };
        let mut node = open(self.test.clone(), adjust).await;
        node.base = address;
        node
    }

    /// A value from the latest message of this server that has it.
    pub async fn latest(&self, value: &str) -> Option<String> {
        while self.app.outbox.run_due().await.unwrap() > 0 {}
        let files = std::fs::read_dir(self.dir.path().join("outbox")).ok()?;
        let read = |file: io::Result<std::fs::DirEntry>| std::fs::read(file.unwrap().path()).unwrap();
        let all = files.map(|file| serde_json::from_slice::<serde_json::Value>(&read(file)).unwrap());
        let last = all
            .filter(|message| message["values"][value].is_string())
            .max_by_key(|message| (message["createdAt"].to_string(), message["id"].to_string()))?;
        last["values"][value].as_str().map(str::to_owned)
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.task.abort();
    }
}

/// Serves on a free port.
pub async fn spawn_app(engine: Engine) -> Running {
    spawn_with(engine, |_| {}).await
}

/// Serves with other settings, in which the address to listen on is already set.
pub async fn spawn_with(engine: Engine, adjust: impl FnOnce(&mut Config)) -> Running {
    open(engine.kernel().await, adjust).await
}

async fn open(test: TestKernel, adjust: impl FnOnce(&mut Config)) -> Running {
    let dir = tempfile::tempdir().unwrap();
    share_compiled(dir.path());
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let mut config = Config { data_dir: dir.path().to_owned(), ..Config::default() };
    config.http.listen = listener.local_addr().unwrap();
    config.sign_in.hash_passes = 1;
    config.notify.channel = Channel::File;
    adjust(&mut config);
    config.validate().unwrap();
    // Below the settings' minimum for a server: most tests do not depend on the strength of hashes.
    config.sign_in.hash_memory_kib = 64;
    let mut cx = Ctx::system(&test.kernel, "start");
    cardea::resources::seed(&mut cx).await.unwrap();
    cx.commit().await.unwrap();
    let app = App::open(&config, test.kernel.clone()).await.unwrap();
    let (service, bounds) = (app.service(config.log.access), config.http.bounds());
    let task = tokio::spawn(async move {
        server::serve(listener, service, bounds, pending()).await;
    });
    Running { app, base: config.issuer().unwrap(), max_body: config.http.max_body, test, task, dir }
}

/// Keeps compiled plugins over servers and runs, under names that hold what they were made from and by: compiling those
/// that come with it takes a server longer than most tests take. A folder that is there already stays.
fn share_compiled(data_dir: &Path) {
    let shared = Path::new(env!("CARGO_TARGET_TMPDIR")).join("plugin-cache");
    DirBuilder::new().recursive(true).mode(0o700).create(&shared).unwrap();
    let there = symlink(shared, data_dir.join("plugin-cache"));
    assert!(there.is_ok() || there.is_err_and(|error| error.kind() == io::ErrorKind::AlreadyExists));
}

/// An empty database and data directory, for the real command.
pub struct Installation {
    pub database: String,
    pub dir: tempfile::TempDir,
}

impl Installation {
    /// An installation before its first start.
    pub async fn new(engine: Engine) -> Self {
        let dir = tempfile::tempdir().unwrap();
        Self { database: engine.empty(dir.path()).await, dir }
    }

    /// The command, with the settings of this installation and without this process's environment.
    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_cardea"));
        command
            .args(arguments)
            .env_clear()
            .env("CARDEA_DATA_DIR", self.dir.path())
            .env("CARDEA_DATABASE__URL", &self.database)
            .env("CARDEA_DATABASE__MAX_CONNECTIONS", "4")
            .env("CARDEA_SIGN_IN__HASH_MEMORY_KIB", "8192")
            .env("CARDEA_SIGN_IN__HASH_PASSES", "1")
            .env("CARDEA_NOTIFY__CHANNEL", "file")
            .env("CARDEA_LOG__FILTER", "warn")
            .stdin(Stdio::null())
            .kill_on_drop(true);
        command
    }

    /// Runs a command to its end, with `input` on its standard input.
    pub async fn run(&self, arguments: &[&str], input: &str) -> Output {
        let mut child = self
            .command(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut stdin = child.stdin.take().unwrap();
        // A command that does not read it may have ended already.
        drop(stdin.write_all(input.as_bytes()).await);
        drop(stdin);
        child.wait_with_output().await.unwrap()
    }

    /// Runs a command that must succeed, and returns its output.
    pub async fn ok(&self, arguments: &[&str], input: &str) -> String {
        let output = self.run(arguments, input).await;
        let text = |octets: &[u8]| String::from_utf8_lossy(octets).into_owned();
        assert!(output.status.success(), "{arguments:?}: {}", text(&output.stderr));
        text(&output.stdout)
    }

    /// Starts `cardea serve`, and waits until it reports that it serves.
    pub async fn serve(&self) -> Server {
        self.start("serve", &[]).await
    }

    /// Starts `cardea serve` with other settings.
    pub async fn serve_with(&self, settings: &[(&str, &str)]) -> Server {
        self.start("serve", settings).await
    }

    /// Starts `cardea demo`, with the tests' password for every account.
    pub async fn demo(&self) -> Server {
        self.start("demo", &[]).await
    }

    async fn start(&self, command: &str, settings: &[(&str, &str)]) -> Server {
        // Another process may take a free port before this one does: then try the next.
        for _ in 0..5 {
            let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
            if let Some(server) = self.start_at(command, settings, free).await {
                return server;
            }
        }
        panic!("the server does not start:\n{}", std::fs::read_to_string(self.log()).unwrap());
    }

    async fn start_at(&self, command: &str, settings: &[(&str, &str)], address: SocketAddr) -> Option<Server> {
        share_compiled(self.dir.path());
        let log = std::fs::File::create(self.log()).unwrap();
        let mut child = self
            .command(&[command])
            .env("CARDEA_DEMO_PASSWORD", PASSWORD)
            .env("CARDEA_HTTP__LISTEN", address.to_string())
            .envs(settings.iter().copied())
            .stdout(Stdio::piped())
            .stderr(log)
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let mut printed = Vec::new();
        while let Some(line) = lines.next_line().await.unwrap() {
            if let Some(base) = line.strip_prefix("ready ") {
                return Some(Server { base: base.to_owned(), printed, child, _stdout: lines });
            }
            printed.push(line);
        }
        None
    }

    /// The log of the server that was started last.
    pub fn log_text(&self) -> String {
        std::fs::read_to_string(self.log()).unwrap()
    }

    fn log(&self) -> std::path::PathBuf {
        self.dir.path().join("server.log")
    }
}

/// `cardea serve`; killed when dropped.
pub struct Server {
    pub base: String,
    /// Its output before it was ready.
    pub printed: Vec<String>,
    child: Child,
    _stdout: Lines<BufReader<ChildStdout>>,
}

impl Server {
    /// The set-up link in its output, if any.
    pub fn set_up_link(&self) -> Option<&str> {
        self.printed.iter().map(|line| line.trim()).find(|line| line.contains("/setUp?key="))
    }

    /// Its process id.
    pub fn id(&self) -> u32 {
        self.child.id().unwrap()
    }

    /// SIGTERM, as a service manager sends it; waits until the server has ended by itself.
    pub async fn stop(mut self) {
        let told = Command::new("kill").arg(self.id().to_string()).status().await.unwrap();
        assert!(told.success());
        assert!(self.child.wait().await.unwrap().success());
    }

    /// SIGKILL: no clean-up of any kind.
    pub async fn kill(mut self) {
        self.child.kill().await.unwrap();
    }
}
