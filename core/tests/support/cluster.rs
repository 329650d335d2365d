//! Servers that a test can start and stop: PostgreSQL, a connection pooler before it, and a line to it.

use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream};
use tokio::process::{Child, Command};
use tokio::sync::watch;
use tokio::task::JoinSet;

/// A PostgreSQL server for one test. Stops when dropped.
pub struct Cluster {
    programs: PathBuf,
    dir: tempfile::TempDir,
    port: u16,
    running: Option<Child>,
}

fn free_port() -> u16 {
    std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}

/// Neither server runs as root; PostgreSQL's package creates the user that both run as.
fn unprivileged(program: &Path) -> Command {
    let mut command = Command::new("setpriv");
    if is_root() {
        command.args(["--reuid=postgres", "--regid=postgres", "--clear-groups"]);
    }
    command.args(["--pdeathsig=KILL", "--"]).arg(program).env_remove("CARDEA_TEST_POSTGRES_URL");
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).kill_on_drop(true);
    command
}

fn is_root() -> bool {
    use std::os::unix::fs::MetadataExt as _;
    std::fs::metadata("/proc/self").unwrap().uid() == 0
}

/// A folder owned by the user of the servers.
async fn folder() -> tempfile::TempDir {
    let dir = tempfile::tempdir().unwrap();
    if is_root() {
        let owned = Command::new("chown").arg("postgres:").arg(dir.path()).status().await.unwrap();
        assert!(owned.success());
    }
    std::fs::set_permissions(dir.path(), std::fs::Permissions::from_mode(0o700)).unwrap();
    dir
}

/// Waits until the port accepts connections.
async fn listens(port: u16, child: &mut Child, what: &str) {
    for _ in 0..600 {
        assert!(child.try_wait().unwrap().is_none(), "{what} ended");
        if TcpStream::connect(("127.0.0.1", port)).await.is_ok() {
            return;
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    panic!("{what} does not listen");
}

impl Cluster {
    /// Makes and starts a server.
    pub async fn new() -> Self {
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../.ci/with-postgres.sh");
        let found = Command::new(script).arg("--find").output().await.unwrap();
        assert!(found.status.success(), "no PostgreSQL server programs; .ci/setup.sh postgres installs them");
        let programs = PathBuf::from(String::from_utf8(found.stdout).unwrap().trim());
        let dir = folder().await;
        let made = unprivileged(&programs.join("initdb"))
            .args(["-U", "cardea", "--auth=trust", "--encoding=UTF8", "--locale=C.UTF-8", "--no-sync", "-D"])
            .arg(dir.path().join("data"))
            .status()
            .await
            .unwrap();
        assert!(made.success(), "initdb");
        let mut cluster = Self { programs, dir, port: free_port(), running: None };
        cluster.start().await;
        cluster
    }

    /// Starts the server on its previous port.
    pub async fn start(&mut self) {
        let settings = ["listen_addresses=127.0.0.1", "unix_socket_directories=", "max_connections=40"];
        let mut command = unprivileged(&self.programs.join("postgres"));
        command.arg("-D").arg(self.dir.path().join("data")).args(["-p", &self.port.to_string()]);
        for setting in settings {
            command.args(["-c", setting]);
        }
        let mut child = command.spawn().unwrap();
        listens(self.port, &mut child, "PostgreSQL").await;
        self.running = Some(child);
    }

    /// Stops the server abruptly, like a loss of power.
    pub async fn crash(&mut self) {
        let mut child = self.running.take().unwrap();
        signal(&child, "-QUIT").await;
        child.wait().await.unwrap();
    }

    /// The address of its database.
    pub fn url(&self) -> String {
        format!("postgres://cardea@127.0.0.1:{}/postgres", self.port)
    }
}

async fn signal(child: &Child, signal: &str) {
    let id = child.id().unwrap().to_string();
    assert!(Command::new("kill").args([signal, &id]).status().await.unwrap().success());
}

/// A PgBouncer before a database. Stops when dropped.
pub struct Pooler {
    /// The database's address through it.
    pub url: String,
    _dir: tempfile::TempDir,
    _running: Child,
}

impl Pooler {
    /// Starts a pooler with this `mode` and at most three connections.
    pub async fn new(database: &str, mode: &str) -> Self {
        let program = ["/usr/sbin/pgbouncer", "/usr/bin/pgbouncer", "/usr/local/bin/pgbouncer"];
        let program = program.iter().map(Path::new).find(|path| path.exists());
        let program = program.expect("no PgBouncer; .ci/setup.sh postgres installs it");
        let database = url::Url::parse(database).unwrap();
        let dir = folder().await;
        let (port, file) = (free_port(), dir.path().join("pgbouncer.ini"));
        let password = database.password().map(|text| format!("password={text}")).unwrap_or_default();
        let (host, at) = (database.host_str().unwrap(), database.port().unwrap_or(5432));
        let name = database.path().trim_start_matches('/');
        let settings = format!(
            "[databases]\n{name} = host={host} port={at} user={user} {password}\n\
             [pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = {port}\nunix_socket_dir =\nauth_type = any\n\
             pool_mode = {mode}\ndefault_pool_size = {size}\nmax_client_conn = 100\n",
            user = database.username(),
            size = if mode == "session" { 12 } else { 3 },
        );
        std::fs::write(&file, settings).unwrap();
        std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o644)).unwrap();
        let mut running = unprivileged(program).arg(&file).spawn().unwrap();
        listens(port, &mut running, "PgBouncer").await;
        let url = format!("postgres://{}@127.0.0.1:{port}/{name}", database.username());
        Self { url, _dir: dir, _running: running }
    }
}

/// A line to a database, which can fall silent: no connection is closed, and nothing comes over one any more. Cut when dropped.
pub struct Line {
    /// The database's address over it.
    pub url: String,
    silent: watch::Sender<bool>,
    _carrying: JoinSet<()>,
}

impl Line {
    /// A line to a `database`.
    pub async fn new(database: &str) -> Self {
        let mut url = url::Url::parse(database).unwrap();
        let to = (url.host_str().unwrap().to_owned(), url.port().unwrap_or(5432));
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        url.set_port(Some(listener.local_addr().unwrap().port())).unwrap();
        let (silent, heard) = watch::channel(false);
        let mut carrying = JoinSet::new();
        carrying.spawn(async move {
            let mut carried = JoinSet::new();
            while let Ok((mut here, _)) = listener.accept().await {
                let (to, mut heard) = (to.clone(), heard.clone());
                carried.spawn(async move {
                    let mut there = TcpStream::connect(to).await.unwrap();
                    tokio::select! {
                        _ = copy_bidirectional(&mut here, &mut there) => return,
                        _ = heard.wait_for(|silent| *silent) => {}
                    }
                    // Both ends stay open.
                    std::future::pending::<()>().await;
                });
            }
        });
        Self { url: url.into(), silent, _carrying: carrying }
    }

    /// From now on nothing comes over it.
    pub fn fall_silent(&self) {
        self.silent.send_replace(true);
    }
}
