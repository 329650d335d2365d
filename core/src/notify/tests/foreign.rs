//! A mail server that nobody of this project wrote receives what is sent, and judges its signature.

use std::process::Stdio;

use aws_lc_rs::encoding::{AsDer as _, Pkcs8V1Der, PublicKeyX509Der};
use aws_lc_rs::rsa::{KeyPair as RsaKeyPair, KeySize};
use aws_lc_rs::signature::{Ed25519KeyPair, KeyPair as _};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader, Lines};
use tokio::process::{Child, ChildStdout, Command};

use super::*;
use crate::authority::Authority;
use crate::config::{Email, MailTls};

/// The server's program.
const PROGRAM: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/peers/mail.mjs");

struct MailServer {
    child: Child,
    lines: Lines<BufReader<ChildStdout>>,
    port: u16,
}

impl MailServer {
    /// A server with the certificate of an authority; `dns` are the texts that it finds by name.
    async fn new(tls: MailTls, authority: &Authority, dns: Value) -> Self {
        let (cert, key) = authority.certificate("127.0.0.1");
        let settings = json!({
            "implicit": tls == MailTls::Implicit, "cert": cert, "key": key, "user": "cardea", "password": "mail-1", "dns": dns,
        });
        let mut command = Command::new("node");
        command.arg(PROGRAM).arg(settings.to_string()).stdin(Stdio::piped()).stdout(Stdio::piped()).kill_on_drop(true);
        let mut child = command.spawn().expect("Node.js runs the mail server");
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let mut server = Self { child, lines, port: 0 };
        let first = server.next().await.expect(".ci/setup.sh peers installs the mail server");
        server.port = u16::try_from(first["port"].as_u64().unwrap()).unwrap();
        server
    }

    async fn next(&mut self) -> Option<Value> {
        let line = self.lines.next_line().await.unwrap()?;
        Some(serde_json::from_str(&line).unwrap())
    }

    /// Closes every connection.
    async fn close(&mut self) -> Value {
        self.child.stdin.as_mut().unwrap().write_all(b"close\n").await.unwrap();
        self.next().await.unwrap()
    }
}

/// A key in PEM, and the public half as DNS has it (RFC 6376, section 3.6.1; RFC 8463, section 4).
fn rsa() -> (String, String) {
    let pair = RsaKeyPair::generate(KeySize::Rsa2048).unwrap();
    let der: Pkcs8V1Der<'_> = pair.as_der().unwrap();
    let public: PublicKeyX509Der<'_> = pair.public_key().as_der().unwrap();
    (pem(der.as_ref()), format!("v=DKIM1; k=rsa; p={}", STANDARD.encode(public.as_ref())))
}

fn ed25519() -> (String, String) {
    let pair = Ed25519KeyPair::generate().unwrap();
    let der = pair.to_pkcs8v1().unwrap();
    (pem(der.as_ref()), format!("v=DKIM1; k=ed25519; p={}", STANDARD.encode(pair.public_key().as_ref())))
}

fn pem(der: &[u8]) -> String {
    let text = STANDARD.encode(der);
    let lines: Vec<_> = text.as_bytes().chunks(64).map(|line| std::str::from_utf8(line).unwrap()).collect();
    format!("-----BEGIN PRIVATE KEY-----\n{}\n-----END PRIVATE KEY-----\n", lines.join("\n"))
}

struct Sender {
    messages: Post,
    _files: tempfile::TempDir,
}

impl Sender {
    /// A sender that trusts an authority alone, and signs with a key in PEM if there is one.
    async fn new(engine: Engine, port: u16, tls: MailTls, authority: &Authority, key: &str) -> Self {
        let files = tempfile::tempdir().unwrap();
        let write = |name: &str, text: &str| {
            let path = files.path().join(name);
            std::fs::write(&path, text).unwrap();
            path.to_str().unwrap().to_owned()
        };
        let messages = Post::new(engine, |c| {
            c.notify.channel = Channel::Live;
            c.notify.email = Email {
                host: "127.0.0.1".into(),
                port,
                tls,
                ca_file: write("ca.pem", &authority.pem),
                username: "cardea".into(),
                password: Secret::new("mail-1"),
                from: "noreply@example.org".into(),
                dkim_domain: if key.is_empty() { String::new() } else { "example.org".into() },
                dkim_selector: "cardea".into(),
                dkim_key_file: write("dkim.pem", key),
            };
        })
        .await;
        Self { messages, _files: files }
    }

    async fn send(&self, to: &str, locale: Locale, notice: Notice) -> Id {
        let mut cx = Ctx::system(&self.messages.t.kernel, "test");
        let (address, user) = (to.to_owned(), Some(Id::from("id-alice")));
        let message =
            Message { kind: Kind::Email, address, notice, locale, user, tenant: None, software: None, life: 3600 };
        let id = send(&mut cx, message).await.unwrap();
        cx.commit().await.unwrap();
        id
    }
}

fn invitation() -> Notice {
    Notice::Invitation {
        link: Secret::new("https://x.example/join?key=a&b=\"1\""),
        days: 3,
        tenant_name: "<b>申办方</b> & 一".into(),
        inviter: "张三\r\nBcc: eve@example.org".into(),
        is_reminder: false,
    }
}

both! {
    async fn a_message_arrives_as_it_was_written_over_tls_and_signed(engine) {
        for (tls, (key, record), algorithm) in
            [(MailTls::Implicit, rsa(), "rsa-sha256"), (MailTls::Starttls, ed25519(), "ed25519-sha256")]
        {
            let authority = Authority::new();
            let mut server = MailServer::new(tls, &authority, json!({ "cardea._domainkey.example.org": record })).await;
            let sender = Sender::new(engine, server.port, tls, &authority, &key).await;
            let id = sender.send("alice@example.org", Locale::Zh, invitation()).await;
            sender.messages.outbox.run_due().await.unwrap();
            assert_eq!(sender.messages.row().await, ("sent".into(), 1, None, None));
            let got = server.next().await.unwrap();
            assert_eq!((&got["secure"], &got["user"]), (&json!(true), &json!("cardea")));
            assert_eq!(got["envelope"], json!({ "from": "noreply@example.org", "to": ["alice@example.org"] }));
            assert_eq!((&got["to"], &got["from"]["address"]), (&json!("alice@example.org"), &json!("noreply@example.org")));
            assert_eq!(got["subject"], "【账户中心】邀请您加入租户");
            assert_eq!(got["id"], format!("<{id}@127.0.0.1>"));
            assert_eq!(got["automatic"], "auto-generated");
            assert!(!got["headers"].as_array().unwrap().contains(&json!("bcc")), "{got}");
            let text = got["text"].as_str().unwrap();
            assert!(text.contains("邀请您加入租户“<b>申办方</b> & 一”") && text.contains("\nhttps://x.example/join?key=a&b=\"1\"\n"), "{text}");
            let html = got["html"].as_str().unwrap();
            assert!(html.contains("“&lt;b&gt;申办方&lt;/b&gt; &amp; 一”"), "{html}");
            assert!(html.contains("<a href=\"https://x.example/join?key=a&amp;b=&quot;1&quot;\""), "{html}");
            let signature = json!({ "domain": "example.org", "selector": "cardea", "algorithm": algorithm, "result": "pass" });
            assert_eq!(got["signatures"], json!([signature]), "{got}");
        }
    }
}

both! {
    async fn connections_are_kept_for_the_next_message_and_made_anew_where_the_server_closed_them(engine) {
        let authority = Authority::new();
        let mut server = MailServer::new(MailTls::Implicit, &authority, json!({})).await;
        let sender = Sender::new(engine, server.port, MailTls::Implicit, &authority, "").await;
        let mut connections = 0;
        for round in 0..2 {
            for _ in 0..24 {
                sender.send("alice@example.org", Locale::En, code()).await;
            }
            while sender.messages.outbox.run_due().await.unwrap() > 0 {}
            for _ in 0..24 {
                let got = server.next().await.unwrap();
                assert_eq!(got["signatures"], json!([{ "result": "none" }]));
                connections = got["connections"].as_u64().unwrap();
            }
            // Eight at a time, and a few more where one is looked for before it is given back.
            assert!(connections <= 12 * (round + 1), "{connections} connections for 24 messages each time");
            assert_eq!(sender.messages.row().await.0, "sent");
            server.close().await;
        }
        assert!(connections > 8, "those that were closed were made anew");
    }
}

both! {
    async fn a_refused_account_does_not_lose_the_message_and_a_refused_mailbox_does_not_hold_up_others(engine) {
        let authority = Authority::new();
        let mut server = MailServer::new(MailTls::Starttls, &authority, json!({})).await;
        let mut sender = Sender::new(engine, server.port, MailTls::Starttls, &authority, "").await;
        let right = sender.messages.config.notify.email.password.clone();
        sender.messages.config.notify.email.password = Secret::new("mail-2");
        let outbox = Post::open(&sender.messages.t, &sender.messages.config);
        sender.send("alice@example.org", Locale::En, code()).await;
        outbox.run_due().await.unwrap();
        let (state, _, error, content) = sender.messages.row().await;
        assert_eq!((state.as_str(), error.as_deref(), content.is_some()), ("waiting", Some("later"), true));

        sender.messages.config.notify.email.password = right;
        sender.messages.t.clock.advance(60);
        sender.send("nobody@example.org", Locale::En, code()).await;
        let outbox = Post::open(&sender.messages.t, &sender.messages.config);
        outbox.run_due().await.unwrap();
        let got = server.next().await.unwrap();
        assert_eq!(got["envelope"]["to"], json!(["alice@example.org"]));
        let (state, attempts, error, _) = sender.messages.row().await;
        assert_eq!((state.as_str(), attempts, error.as_deref()), ("failed", 1, Some("refused")));
    }
}

#[tokio::test]
async fn a_key_that_does_not_sign_is_found_at_the_start() {
    let authority = Authority::new();
    let small = rsa::RsaPrivateKey::new(&mut rsa::rand_core::OsRng, 1024).unwrap();
    let small = rsa::pkcs8::EncodePrivateKey::to_pkcs8_pem(&small, rsa::pkcs8::LineEnding::LF).unwrap();
    let sender = Sender::new(Engine::Sqlite, 25, MailTls::Implicit, &authority, &rsa().0).await;
    let file = sender.messages.config.notify.email.dkim_key_file.clone();
    let open = || {
        Outbox::open(&sender.messages.t.kernel, &sender.messages.config, &Outbound::new(Vec::new()), Arc::new(Alice))
            .map(|_| ())
    };
    open().unwrap();
    for text in ["", "nothing", small.as_str(), &authority.pem] {
        std::fs::write(&file, text).unwrap();
        let error = open().unwrap_err().to_string();
        assert!(error.contains("notify.email.dkim_key_file"), "{error}");
    }
    std::fs::remove_file(&file).unwrap();
    assert!(open().is_err());
}

mod attacks {
    use super::*;

    both! {
        async fn an_address_or_a_value_adds_no_header_and_no_recipient(engine) {
            let authority = Authority::new();
            let mut server = MailServer::new(MailTls::Implicit, &authority, json!({})).await;
            let sender = Sender::new(engine, server.port, MailTls::Implicit, &authority, "").await;
            let evil = [
                "alice@example.org\r\nBcc: eve@example.org",
                "alice@example.org\r\nRCPT TO:<eve@example.org>",
                "alice@example.org>\r\nRCPT TO:<eve@example.org",
                "alice@example.org, eve@example.org",
                "\"alice\r\nBcc: eve@example.org\"@example.org",
                "alice@example.org\nSubject: other",
                "alice@example.org\u{2028}Bcc: eve@example.org",
            ];
            let mut refused = 0;
            for to in evil {
                sender.send(to, Locale::En, code()).await;
                sender.messages.t.clock.advance(1);
                sender.messages.outbox.run_due().await.unwrap();
                refused += usize::from(sender.messages.row().await.0 == "failed");
            }
            // The values of a message that goes out: its text has them, its headers have not.
            sender.send("alice@example.org", Locale::En, invitation()).await;
            sender.messages.outbox.run_due().await.unwrap();
            let got = server.next().await.unwrap();
            assert_eq!(got["envelope"]["to"], json!(["alice@example.org"]), "the first that arrives is the honest one");
            refused += usize::from(!got["headers"].as_array().unwrap().contains(&json!("bcc")));
            crate::attack::refused("headers or recipients in an address or a value", engine, evil.len() + 1, refused);
        }
    }
}
