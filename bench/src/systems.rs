//! The three systems as processes: started on one processor, stopped when dropped.

use std::fs::File;
use std::io::{Seek as _, SeekFrom, Write as _};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use clap::ValueEnum;
use serde::Serialize;
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader, Lines};
use tokio::process::{Child, ChildStdout, Command};

use crate::Result;
use crate::cpu::Meter;
use crate::party::SignIn;

/// A system.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum System {
    /// The server, on SQLite.
    Cardea,
    /// node-oidc-provider, in memory.
    Node,
    /// The bare axum program, on SQLite where something must be kept.
    Bare,
}

impl System {
    /// For people.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::Cardea => "Cardea",
            Self::Node => "node-oidc-provider (persists nothing)",
            Self::Bare => "bare axum",
        }
    }
}

/// Where the programs are, and where they run.
#[derive(Clone, Debug)]
pub struct Programs {
    /// The server.
    pub cardea: Cardea,
    /// The bare program's binary.
    pub bare: PathBuf,
    /// The folder of `server.mjs`.
    pub node: PathBuf,
    /// The processor that servers are held to.
    pub core: u32,
    /// Folder for databases and logs.
    pub folder: PathBuf,
    /// The registrations.
    pub clients: PathBuf,
    /// What the bare program answers.
    pub recording: PathBuf,
}

/// A running system; killed when dropped.
#[derive(Debug)]
pub struct Running {
    /// Its issuer.
    pub issuer: String,
    /// Its process.
    pub pid: u32,
    /// How a person's session is had.
    pub sign_in: SignIn,
    _child: Child,
    _stdout: Lines<BufReader<ChildStdout>>,
}

impl Running {
    /// Waits until it has nothing to do: a first start of Cardea compiles the plugins that it comes with, with the time that
    /// nobody else wants, for as long as it takes.
    pub async fn at_rest(&self) -> Result<()> {
        const BUSY: f64 = 0.05;
        let meter = Meter::new()?;
        for _ in 0..180 {
            let before = meter.read(self.pid)?;
            tokio::time::sleep(Duration::from_secs(1)).await;
            if meter.read(self.pid)? - before < BUSY {
                return Ok(());
            }
        }
        Err("the system is still busy three minutes after its start".into())
    }
}

/// An account for the runs; its password is new each time.
pub fn account(user_name: &str) -> Result<SignIn> {
    let random: String = cardea_bare::random()?.chars().filter(char::is_ascii_alphanumeric).take(12).collect();
    // The rule: letters and digits, with upper case, lower case and a digit.
    Ok(SignIn::Password { user_name: user_name.to_owned(), password: format!("Aa1{random}") })
}

/// The program of that name beside this one.
pub fn beside(name: &str) -> Result<PathBuf> {
    Ok(std::env::current_exe()?.with_file_name(name))
}

/// The server with data of its own. Settings are the built-in ones; only the places differ.
#[derive(Clone, Debug)]
pub struct Cardea {
    /// Its binary.
    pub program: PathBuf,
    /// Folder for its data and log.
    pub folder: PathBuf,
    /// The address of a PostgreSQL database, where it is not a file among the data.
    pub database: Option<String>,
}

impl Cardea {
    /// Where the database is.
    #[must_use]
    pub fn database(&self) -> String {
        let file = self.folder.join("cardea/cardea.db");
        self.database.clone().unwrap_or_else(|| format!("sqlite://{}", file.display()))
    }

    fn settings(&self, command: &mut Command) {
        command.env("CARDEA_DATA_DIR", self.folder.join("cardea"));
        if let Some(url) = &self.database {
            command.env("CARDEA_DATABASE__URL", url);
        }
    }

    /// Makes an account, as an operator does.
    pub async fn create(&self, account: &SignIn, email: &str) -> Result<()> {
        let SignIn::Password { user_name, password } = account else { return Ok(()) };
        let person = ["--full-name", "Some Body", "--email", email, "--phone", "5550100"];
        let create = [&["user", "create", "--password-stdin", "--username", user_name], &person[..]].concat();
        self.run(&create, password).await.map(drop)
    }

    /// Runs a command to its end; what it prints.
    pub async fn run(&self, arguments: &[&str], input: &str) -> Result<String> {
        let mut command = Command::new(&self.program);
        self.settings(&mut command);
        let mut child = command
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .map_err(|e| format!("{}: {e}", self.program.display()))?;
        if let Some(mut stdin) = child.stdin.take() {
            // A command that does not read it may be over already.
            let _ = stdin.write_all(input.as_bytes()).await;
        }
        let output = child.wait_with_output().await?;
        if output.status.success() {
            return Ok(String::from_utf8(output.stdout)?);
        }
        Err(format!("cardea {arguments:?}: {}", String::from_utf8_lossy(&output.stderr)).into())
    }

    /// Starts the demonstration, whose accounts all have this password, and waits until it serves.
    pub async fn demonstrate(&self, password: &str) -> Result<Running> {
        let mut command = Command::new(&self.program);
        command.arg("demo").env("CARDEA_HTTP__LISTEN", format!("127.0.0.1:{}", free_port()?));
        command.env("CARDEA_DEMO_PASSWORD", password);
        self.settings(&mut command);
        spawn(System::Cardea, &self.folder, command, SignIn::Anybody).await
    }

    /// Starts it on every processor there is, and waits until it serves.
    pub async fn serve(&self) -> Result<Running> {
        let mut command = Command::new(&self.program);
        command.arg("serve").env("CARDEA_HTTP__LISTEN", format!("127.0.0.1:{}", free_port()?));
        self.settings(&mut command);
        spawn(System::Cardea, &self.folder, command, SignIn::Anybody).await
    }
}

impl Programs {
    /// Starts a system and waits until it says that it serves.
    pub async fn start(&self, system: System) -> Result<Running> {
        let listen = format!("127.0.0.1:{}", free_port()?);
        let mut command = Command::new("taskset");
        command.arg("-c").arg(self.core.to_string());
        let mut sign_in = SignIn::Anybody;
        match system {
            System::Cardea => {
                sign_in = self.install(account("some.body")?).await?;
                command.arg(&self.cardea.program).arg("serve").env("CARDEA_HTTP__LISTEN", &listen);
                self.cardea.settings(&mut command);
            }
            System::Node => {
                let port = listen.rsplit(':').next().unwrap_or_default();
                command.arg("node").arg(self.node.join("server.mjs")).arg(&self.clients).arg(port);
                command.env("NODE_ENV", "production");
            }
            System::Bare => {
                command.arg(&self.bare).arg("--recording").arg(&self.recording).arg("--clients").arg(&self.clients);
                command.arg("--folder").arg(&self.folder).arg("--listen").arg(&listen);
            }
        }
        let running = spawn(system, &self.folder, command, sign_in).await?;
        running.at_rest().await?;
        Ok(running)
    }

    /// An empty database with the account and the clients, as an operator makes them.
    async fn install(&self, account: SignIn) -> Result<SignIn> {
        self.cardea.create(&account, "some.body@example.org").await?;
        let clients = self.clients.to_str().ok_or("a folder with a name that is not text")?;
        self.cardea.run(&["client", "import", clients], "").await?;
        Ok(account)
    }
}

async fn spawn(system: System, folder: &Path, mut command: Command, sign_in: SignIn) -> Result<Running> {
    let log = folder.join(format!("{system:?}.log"));
    let mut child = command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(File::create(&log)?)
        .kill_on_drop(true)
        .spawn()
        .map_err(|e| format!("{system:?} cannot be started: {e}"))?;
    let pid = child.id().ok_or("a process without an id")?;
    let mut lines = BufReader::new(child.stdout.take().ok_or("a process without output")?).lines();
    while let Some(line) = lines.next_line().await? {
        if let Some(issuer) = line.strip_prefix("ready ") {
            return Ok(Running { issuer: issuer.to_owned(), pid, sign_in, _child: child, _stdout: lines });
        }
    }
    let said = std::fs::read_to_string(&log).unwrap_or_default();
    Err(format!("{system:?} does not start:\n{said}").into())
}

/// Free at this moment; whoever wants it next is started at once.
fn free_port() -> Result<u16> {
    Ok(TcpListener::bind("127.0.0.1:0")?.local_addr()?.port())
}

/// Holds this process, from now on, to one processor.
pub async fn pin(core: u32) -> Result<()> {
    let pid = std::process::id().to_string();
    let status = Command::new("taskset").args(["-cp", &core.to_string(), &pid]).stdout(Stdio::null()).status().await?;
    if status.success() { Ok(()) } else { Err(format!("this process cannot be held to processor {core}").into()) }
}

/// Microseconds that a sync of 4 KiB, written over others, takes on the disk under `folder`: the median of a
/// hundred. A write-ahead log is written over itself in the same way.
pub fn sync_time(folder: &Path) -> Result<u64> {
    let mut file = File::create(folder.join("sync"))?;
    let mut times = Vec::new();
    for _ in 0..101 {
        file.seek(SeekFrom::Start(0))?;
        file.write_all(&[0; 4096])?;
        let begin = crate::load::now();
        file.sync_data()?;
        times.push(u64::try_from((crate::load::now() - begin).as_micros())?);
    }
    times.sort_unstable();
    Ok(times.get(50).copied().unwrap_or_default())
}
