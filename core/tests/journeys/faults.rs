//! Faults around a server: a full disk, a log that cannot be written.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use serde_json::json;

use crate::app::{Installation, Server};
use crate::browser::{ADMIN, Answer, Browser, PASSWORD, client};
use crate::testing::Engine;
use crate::{bombs, both};

/// Most attempts to wait for a condition.
pub const TRIES: usize = 400;
/// The pause between attempts.
const PAUSE: Duration = Duration::from_millis(50);

/// A program that may request tokens.
pub const PROGRAM: &str = r#"{"client_id":"faults","client_secret":"a-secret-of-more-than-thirty-two-characters","client_name":"Faults",
    "grant_types":["client_credentials"],"token_endpoint_auth_method":"client_secret_basic","scope":"openid"}"#;

/// An administrator at a server, and a program.
pub struct Visitor {
    pub browser: Browser,
    pub base: String,
    pub session: String,
    pub category: String,
    made: BTreeSet<String>,
}

impl Visitor {
    pub async fn new(server: &Server) -> Self {
        let mut browser = Browser::new(&server.base);
        browser.set_up(server.set_up_link().unwrap()).await.data();
        browser.login(ADMIN, PASSWORD).await.data();
        let session = browser.token();
        let items = browser.get("/api/admin/dictionary-items?filter=%7B%22categoryId%22:%221%22%7D").await.json();
        let category = items[0]["id"].as_str().unwrap().to_owned();
        Self { browser, base: server.base.clone(), session, category, made: BTreeSet::new() }
    }

    /// Creates a tenant; an acknowledged one is remembered.
    pub async fn save(&mut self, name: &str) -> Answer {
        let tenant = json!({ "tenantName": name, "abbr": name, "categoryId": self.category });
        let answer = self.browser.post("/api/admin/tenants", &tenant).await;
        if answer.status == 201 {
            self.made.insert(name.to_owned());
        }
        answer
    }

    /// The status of a request for a token that needs no write.
    pub async fn token(&self) -> u16 {
        let request = client().post(format!("{}/oauth2/token", self.base));
        let request = request.basic_auth("faults", Some("a-secret-of-more-than-thirty-two-characters"));
        let request = request.header("content-type", "application/x-www-form-urlencoded");
        request.body("grant_type=client_credentials").send().await.unwrap().status().as_u16()
    }

    pub async fn ready(&mut self) -> (u16, String) {
        let answer = self.browser.get("/readyz").await;
        (answer.status.as_u16(), answer.body)
    }

    /// Waits until the server reports ready.
    pub async fn waits_until_ready(&mut self) {
        for _ in 0..TRIES {
            if self.ready().await.0 == 200 {
                return;
            }
            tokio::time::sleep(PAUSE).await;
        }
        panic!("never ready again: {:?}", self.ready().await);
    }

    /// Checks that every acknowledged tenant exists.
    pub async fn finds_everything(&mut self) {
        let listed = self.browser.get("/api/admin/tenants?range=%5B0,999%5D").await.json();
        let there: BTreeSet<_> =
            listed.as_array().unwrap().iter().map(|one| one["tenantName"].as_str().unwrap().to_owned()).collect();
        assert!(self.made.is_subset(&there), "lost: {:?}", self.made.difference(&there));
    }
}

/// Writes to standard error, which shows even if tests pass.
fn aloud(what: &str) {
    let _ = writeln!(std::io::stderr(), "{what}");
}

/// A file system of a few megabytes over a folder; removed when dropped.
struct SmallDisk<'a>(&'a Path);

impl<'a> SmallDisk<'a> {
    fn over(folder: &'a Path) -> Option<Self> {
        let mut mount = Command::new("mount");
        mount.args(["-t", "tmpfs", "-o", "size=48m,mode=0700", "tmpfs"]).arg(folder).stderr(Stdio::null());
        mount.status().is_ok_and(|done| done.success()).then_some(Self(folder))
    }
}

impl Drop for SmallDisk<'_> {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg("--lazy").arg(self.0).status();
    }
}

/// Fills a disk to its last octet.
fn fill(file: &Path) {
    let mut file = std::fs::File::create(file).unwrap();
    for size in [1 << 20, 1 << 12, 1] {
        let zeros = vec![0; size];
        while file.write_all(&zeros).is_ok() {}
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_full_disk_refuses_saves_and_nothing_else() {
    let installation = Installation::new(Engine::Sqlite).await;
    let Some(_disk) = SmallDisk::over(installation.dir.path()) else {
        aloud("skipped: a_full_disk_refuses_saves_and_nothing_else: no file system can be mounted here");
        return;
    };
    installation.ok(&["client", "import", "/dev/stdin"], PROGRAM).await;
    let server = installation.serve().await;
    let mut visitor = Visitor::new(&server).await;
    assert_eq!(visitor.save("before").await.status, 201);
    assert_eq!((visitor.ready().await.0, visitor.token().await), (200, 200));

    // Log, database and all other files are on this disk.
    let filler = installation.dir.path().join("filler");
    fill(&filler);
    let mut full = None;
    for n in 0..TRIES {
        let answer = visitor.save(&format!("full-{n}")).await;
        if answer.status != 201 {
            full = Some(answer);
            break;
        }
    }
    let full = full.expect("the disk is full at last");
    assert_eq!((full.status.as_u16(), &full.json()["code"]), (507, &json!("storage_full")), "{full:?}");
    assert!(full.json()["message"].as_str().is_some_and(|text| !text.is_empty()));
    let (status, why) = visitor.ready().await;
    assert_eq!(status, 503, "{why}");
    assert!(why.contains("no space"), "{why}");
    // A sign-in writes: it is refused with the error of its own interface.
    let login = Browser::new(&server.base).login(ADMIN, PASSWORD).await;
    assert_eq!((login.status.as_u16(), login.failure()), (507, "507".to_owned()), "{login:?}");
    // Operations that write nothing still work.
    for path in ["/healthz", "/api/admin/tenants", "/api/sys/user/info", "/.well-known/openid-configuration"] {
        assert_eq!(visitor.browser.get(path).await.status, 200, "{path}");
    }
    assert_eq!(visitor.token().await, 200);

    std::fs::remove_file(&filler).unwrap();
    visitor.waits_until_ready().await;
    assert_eq!(visitor.save("after").await.status, 201, "without a restart");
    visitor.finds_everything().await;
    let verdict = installation.ok(&["audit", "verify"], "").await;
    assert!(verdict.contains("whole"), "{verdict}");
}

both! {
    async fn a_log_that_cannot_be_written_ends_no_request(engine) {
        let installation = Installation::new(engine).await;
        for (at, out) in ["/dev/full", "closed"].into_iter().enumerate() {
            let address = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
            // A shell closes standard output and error, or sends both to a full disk.
            let redirected = if out == "closed" { "exec \"$@\" >&- 2>&-" } else { "exec \"$@\" >/dev/full 2>/dev/full" };
            let own = installation.command(&["serve"]);
            let mut shell = tokio::process::Command::new("sh");
            shell.arg("-c").arg(redirected).arg("sh").arg(own.as_std().get_program()).arg("serve").env_clear();
            shell.envs(own.as_std().get_envs().filter_map(|(name, value)| Some((name, value?))));
            // Every request is logged.
            shell.env("CARDEA_HTTP__LISTEN", address.to_string()).env("CARDEA_LOG__FILTER", "trace");
            let mut child = shell.stdin(Stdio::null()).kill_on_drop(true).spawn().unwrap();
            let base = format!("http://{address}");
            let http = client();
            for _ in 0..TRIES {
                assert!(child.try_wait().unwrap().is_none(), "{out}: the server ended");
                if http.get(format!("{base}/readyz")).send().await.is_ok_and(|answer| answer.status() == 200) {
                    break;
                }
                tokio::time::sleep(PAUSE).await;
            }
            let mut browser = Browser::new(&base);
            // Refusals are logged.
            for _ in 0..3 {
                assert_eq!(browser.login(&format!("nobody.{at}"), "Wrong1horse").await.failure(), "701", "{out}");
            }
            assert_eq!(browser.get("/api/admin/tenants").await.status, 401, "{out}");
            child.kill().await.unwrap();
        }
    }
}

#[tokio::test]
async fn messages_leave_only_where_somebody_chose_how() {
    let installation = Installation::new(Engine::Sqlite).await;
    let ask = async |server: &Server| {
        let mut browser = Browser::new(&server.base);
        browser.post("/api/sys/login/sendAuthCode", &json!({ "phone": "13800138000" })).await.json()["code"].clone()
    };
    let server = installation.serve_with(&[("CARDEA_NOTIFY__CHANNEL", "none")]).await;
    assert_eq!(ask(&server).await, "501");
    assert!(!installation.dir.path().join("outbox").exists());
    server.kill().await;
    let server = installation.serve().await;
    assert_eq!(ask(&server).await, "200", "named in the settings");
}

mod attacks {
    use super::*;
    use base64::Engine as _;
    use base64::engine::general_purpose::STANDARD;

    use crate::attack::refused;

    /// Most memory for an import, in KiB: 64 MiB.
    const MOST: u64 = 64 * 1024;

    /// A figure of a process, in KiB.
    fn memory(of: u32, what: &str) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{of}/status")).unwrap();
        let line = status.lines().find(|line| line.starts_with(what)).unwrap();
        line.split_whitespace().nth(1).unwrap().parse().unwrap()
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn an_import_is_made_to_take_much_memory() {
        let installation = Installation::new(Engine::Sqlite).await;
        let server = installation.serve().await;
        let mut visitor = Visitor::new(&server).await;
        let process = server.id();
        // Without a session the body is not even read: it is no JSON.
        let nobody = client().post(format!("{}/api/admin/users/import", server.base));
        let unread = nobody.header("content-type", "application/json").body("{").send().await;
        assert!(unread.is_ok_and(|answer| answer.status() == 401));
        // A first import makes all one-time allocations.
        let body = json!({ "content": STANDARD.encode("Name,User name,E-mail,Phone\n"), "dryRun": true });
        visitor.browser.post("/api/admin/users/import", &body).await;
        let mut largest = "Name,User name,E-mail,Phone,Sex,Date of birth,Remark\n".to_owned();
        for n in 0..10_000 {
            let remark = "王小明".repeat(30);
            writeln!(largest, "Person {n},user.{n},user{n}@example.org,138{n:08},0,1990-02-28,{remark}").unwrap();
        }
        let files = bombs::all().into_iter().chain([("a file of full size", largest.into_bytes())]);
        let (mut tried, mut small) = (0, 0);
        for (what, file) in files {
            let body = json!({ "content": STANDARD.encode(file), "dryRun": true });
            std::fs::write(format!("/proc/{process}/clear_refs"), "5").unwrap();
            let before = memory(process, "VmRSS:");
            let answer = visitor.browser.post("/api/admin/users/import", &body).await;
            assert!(answer.status.as_u16() < 500, "{what}: {answer:?}");
            let taken = memory(process, "VmHWM:").saturating_sub(before);
            println!("{what}: {taken} KiB, {}", answer.status);
            tried += 1;
            small += usize::from(taken <= MOST);
            assert!(taken <= MOST, "{what} took {taken} KiB");
        }
        refused("a file of an import is made to take more than 64 MiB of a server", Engine::Sqlite, tried, small);
    }

    #[tokio::test]
    async fn a_password_is_looked_for_in_what_commands_print() {
        let installation = Installation::new(Engine::Sqlite).await;
        // A server that hangs up: a refused connection would be retried for a while.
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let at = listener.local_addr().unwrap();
        tokio::spawn(async move { while listener.accept().await.is_ok() {} });
        let addresses = [
            format!("postgres://cardea:geheim@{at}/cardea"),
            format!("postgres://{at}/cardea?user=cardea&password=geheim"),
            format!("postgres://{at}/cardea?passwd=geheim&sslpassword=geheim"),
            format!("postgres://cardea:ge#heim@{at}/cardea"),
            "postgres://cardea:geheim@127.0.0.1:port/cardea".to_owned(),
        ];
        let (mut tried, mut hidden) = (0, 0);
        for address in addresses {
            for command in [&["config"][..], &["doctor"], &["migrate"]] {
                let mut asked = installation.command(command);
                asked.env("CARDEA_DATABASE__URL", &address).env("CARDEA_LOG__FILTER", "trace");
                asked.env("CARDEA_NOTIFY__SMS__URL", "https://sms.example/send?key=geheim");
                let output = asked.output().await.unwrap();
                let said = [output.stdout, output.stderr].concat();
                let said = String::from_utf8_lossy(&said).into_owned();
                tried += 1;
                hidden += usize::from(!said.contains("heim"));
                assert_eq!(tried, hidden, "{address} {command:?}: {said}");
            }
        }
        refused("the database's password is looked for in what commands print", Engine::Sqlite, tried, hidden);
    }
}
