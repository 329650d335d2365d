//! `dev`: the demonstration of Cardea with the plugin's system registered, bound to a study and served by a stand-in, and
//! the plugin installed anew whenever its sources change.

mod standin;

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, SystemTime};

use cardea_bundle::Manifest;
use clap::Args;
use serde_json::{Value, json};
use tokio::runtime::Runtime;

use self::standin::StandIn;
use crate::build::Source;
use crate::error::{CommandError, list, make_folder, replace};
use crate::guest::machine;
use crate::keys;

/// The tenant and the study of the demonstration that get the system.
const TENANT: &str = "HUAKANG";
const STUDY: &str = "HK-101";
/// How often the server is asked whether it is ready, and the sources whether they changed.
const PAUSE: Duration = Duration::from_millis(300);

/// The arguments of `dev`.
#[derive(Debug, Args)]
pub struct Dev {
    #[command(flatten)]
    source: Source,
    /// The server's program.
    #[arg(long, default_value = "cardea")]
    cardea: PathBuf,
    /// Where the server listens. The four systems of its demonstration take the ports after it.
    #[arg(long, default_value = "127.0.0.1:8080")]
    listen: SocketAddr,
    /// Folder of the demonstration's data and of the key that signs for it; `target/cardea-dev` in the plugin's folder by
    /// default. Remove it to begin anew.
    #[arg(long)]
    data: Option<PathBuf>,
    /// Base address of your own role API, in place of the answers that the cases record.
    #[arg(long, requires = "callback_api")]
    role_api: Option<String>,
    /// Base address of your own callback API, in place of a stand-in that says yes and prints what it is told.
    #[arg(long, requires = "role_api")]
    callback_api: Option<String>,
}

/// Runs until the server ends or is interrupted.
pub fn dev(arguments: &Dev) -> Result<Value, CommandError> {
    let data = arguments.data.clone().unwrap_or_else(|| arguments.source.plugin.join("target/cardea-dev"));
    make_folder(&data)?;
    let session = Session { arguments, data };
    let key = session.key()?;
    // What does not compile is said before a server is started.
    let bundle = session.bundle(&key)?;
    let runtime = Runtime::new().map_err(machine)?;
    let standin = runtime.block_on(StandIn::start(&arguments.source.plugin.join("cases"), STUDY))?;
    let mut server = Server(session.cardea().arg("demo").spawn().map_err(|error| session.no_program(&error))?);
    runtime.block_on(session.ready(&mut server))?;
    session.register(&standin)?;
    session.run(&["plugin", "install", "--change-publisher"], Some(&bundle))?;
    let manifest = arguments.source.folder().manifest()?;
    println!(
        "{}",
        json!({
            "server": format!("http://{}", arguments.listen), "tenant": TENANT, "study": STUDY, "webCode": manifest.web_code,
        })
    );
    session.follow(&mut server, &key)?;
    Ok(Value::Null)
}

/// The server's process, which ends with the command.
struct Server(Child);

impl Server {
    /// Fails where the server has ended.
    fn check(&mut self) -> Result<(), CommandError> {
        match self.0.try_wait().map_err(machine)? {
            Some(status) => Err(machine(format!("the server ended ({status}); what it said is above"))),
            None => Ok(()),
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It has ended already where this fails.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

struct Session<'a> {
    arguments: &'a Dev,
    data: PathBuf,
}

impl Session<'_> {
    /// The server's program, with the demonstration's data and address.
    fn cardea(&self) -> Command {
        let listen = self.arguments.listen;
        let mut command = Command::new(&self.arguments.cardea);
        command
            .env("CARDEA_DATA_DIR", &self.data)
            .env("CARDEA_HTTP__LISTEN", listen.to_string())
            .env("CARDEA_HTTP__PUBLIC_URL", format!("http://{listen}"))
            // What the server says is beside the point of this command's answer.
            .stdout(std::io::stderr())
            .stdin(Stdio::null());
        command
    }

    fn no_program(&self, error: &std::io::Error) -> CommandError {
        let name = self.arguments.cardea.display();
        CommandError::Argument(format!("--cardea {name}: {error}; name the server's program"))
    }

    /// Runs a command of the server's program to its end.
    fn run(&self, arguments: &[&str], file: Option<&Path>) -> Result<Output, CommandError> {
        let mut command = self.cardea();
        let output = command
            .args(arguments)
            .args(file)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .output()
            .map_err(|error| self.no_program(&error))?;
        if output.status.success() {
            return Ok(output);
        }
        let said = String::from_utf8_lossy(&output.stderr);
        Err(machine(format!("cardea {} failed: {}", arguments.join(" "), said.trim())))
    }

    /// The key that signs for this demonstration alone; made once.
    fn key(&self) -> Result<PathBuf, CommandError> {
        let path = self.data.join("publisher.key");
        if !path.exists() {
            keys::generate(&path)?;
        }
        Ok(path)
    }

    /// Packs the plugin. Each release gets the time as its number: what is installed has to rise.
    fn bundle(&self, key: &Path) -> Result<PathBuf, CommandError> {
        let mut contents = self.arguments.source.contents()?;
        #[expect(clippy::disallowed_methods, reason = "a number that rises from one start to the next")]
        let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).map_or(1, |since| since.as_secs());
        let manifest = Manifest::parse(contents.manifest.as_bytes())?;
        let lines = contents.manifest.lines().map(|line| {
            let is_sequence = line.split('=').next().is_some_and(|name| name.trim() == "sequence");
            if is_sequence { format!("sequence = {now}") } else { line.to_owned() }
        });
        contents.manifest = lines.map(|line| line + "\n").collect();
        let file = cardea_bundle::seal(&contents, &keys::signing(key)?)?;
        let path = self.data.join(format!("{}.cardea", manifest.id));
        replace(&path, &file)?;
        Ok(path)
    }

    /// Waits until the server answers.
    async fn ready(&self, server: &mut Server) -> Result<(), CommandError> {
        while tokio::net::TcpStream::connect(self.arguments.listen).await.is_err() {
            server.check()?;
            tokio::time::sleep(PAUSE).await;
        }
        Ok(())
    }

    /// Registers the system, binds the study, and trusts the key. A second time changes nothing but the addresses.
    fn register(&self, standin: &StandIn) -> Result<(), CommandError> {
        let manifest = self.arguments.source.folder().manifest()?;
        let address = |own: Option<&String>, name: &str| own.cloned().unwrap_or_else(|| standin.base(name));
        let site = standin.base("site");
        let registration = json!({
            "software": {
                "softwareName": manifest.name.en, "webCode": manifest.web_code,
                "appCode": format!("M{}", manifest.web_code), "appKey": format!("dev-{}", manifest.web_code),
                "validityTime": 30, "sort": 9, "authorizationStyle": manifest.authorization_style,
                "isStudyAuthorization": 0,
            },
            "tenants": [{
                "tenant": TENANT,
                "licence": { "startTime": "2026-01-01", "endTime": "2099-12-31", "maxStudy": 10, "maxUser": 200 },
                "domains": [{
                    "urlName": manifest.name.en, "websiteUrl": site, "mobileUrl": site, "apiUrl": site, "apiKey": "dev",
                    "studies": [{
                        "studyCode": STUDY,
                        "roleApiRequest": address(self.arguments.role_api.as_ref(), "role-api"),
                        "roleApiResponse": address(self.arguments.callback_api.as_ref(), "callback-api"),
                    }],
                }],
            }],
        });
        let file = self.data.join("system.json");
        replace(&file, registration.to_string().as_bytes())?;
        self.run(&["system", "register"], Some(&file))?;
        let public = self.data.join("publisher.key.pub");
        self.run(&["plugin", "enrol", "--name", "dev", "--web-code", &manifest.web_code], Some(&public))?;
        Ok(())
    }

    /// Installs the plugin anew whenever a source changes. What does not compile leaves the last version in place.
    fn follow(&self, server: &mut Server, key: &Path) -> Result<(), CommandError> {
        let mut seen = self.changed()?;
        loop {
            std::thread::sleep(PAUSE);
            server.check()?;
            let now = self.changed()?;
            if now == seen {
                continue;
            }
            seen = now;
            let installed = self.bundle(key).and_then(|bundle| self.run(&["plugin", "install"], Some(&bundle)));
            match installed {
                Ok(_) => println!("{}", json!({ "installed": true })),
                Err(error) => eprintln!("{}", json!({ "error": error.to_json() })),
            }
        }
    }

    /// When something of the plugin changed last.
    fn changed(&self) -> Result<Option<SystemTime>, CommandError> {
        let folder = &self.arguments.source.plugin;
        let mut waiting: Vec<_> =
            ["Cargo.toml", "manifest.toml", "locales", "src"].into_iter().map(|name| folder.join(name)).collect();
        let mut last = None;
        while let Some(path) = waiting.pop() {
            if path.is_dir() {
                waiting.extend(list(&path)?);
            }
            let time = path.metadata().and_then(|about| about.modified()).ok();
            last = last.max(time);
        }
        Ok(last)
    }
}
