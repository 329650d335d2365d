//! How fast queued messages are handed to a mail server: the outbox and its database, and a server in this process that
//! takes everything.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use aws_lc_rs::encoding::{AsDer as _, Pkcs8V1Der};
use aws_lc_rs::rsa::{KeyPair, KeySize};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use cardea::app::{open_kernel, open_outbound};
use cardea::config::{Channel, Config, Email, MailTls};
use cardea::kernel::ctx::Ctx;
use cardea::kernel::error::{Error, Locale};
use cardea::notify::{self, Addressed, Addressing, Kind, Message, Notice, Outbox, Wanted};
use futures::future::BoxFuture;
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::{TcpListener, TcpStream};

use crate::Result;
use crate::load::now;

/// Messages a second, on one processor.
pub const GOAL: f64 = 200.0;
/// The messages that are queued in one transaction.
const AT_ONCE: u32 = 500;

/// Nobody asks for a message here.
#[derive(Debug)]
struct Nobody;

impl Addressing for Nobody {
    fn address<'a>(
        &'a self,
        _: &'a mut Ctx,
        _: &'a Wanted,
    ) -> BoxFuture<'a, std::result::Result<Option<Addressed>, Error>> {
        Box::pin(async { Ok(None) })
    }
}

/// A mail server that takes everything, and counts it.
async fn sink(taken: Arc<AtomicU32>) -> Result<u16> {
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let port = listener.local_addr()?.port();
    tokio::spawn(async move {
        while let Ok((socket, _)) = listener.accept().await {
            tokio::spawn(talk(socket, Arc::clone(&taken)));
        }
    });
    Ok(port)
}

async fn talk(socket: TcpStream, taken: Arc<AtomicU32>) -> std::io::Result<()> {
    socket.set_nodelay(true)?;
    let (read, mut write) = socket.into_split();
    let mut lines = BufReader::new(read).lines();
    let mut in_data = false;
    write.write_all(b"220 ready\r\n").await?;
    while let Some(line) = lines.next_line().await? {
        let answer = match line.split(' ').next().unwrap_or_default() {
            "." if in_data => {
                in_data = false;
                taken.fetch_add(1, Ordering::Relaxed);
                "250 taken\r\n"
            }
            _ if in_data => continue,
            "EHLO" => "250-here\r\n250 8BITMIME\r\n",
            "DATA" => {
                in_data = true;
                "354 go on\r\n"
            }
            "QUIT" => "221 bye\r\n",
            _ => "250 fine\r\n",
        };
        write.write_all(answer.as_bytes()).await?;
    }
    Ok(())
}

/// A key for signatures, in PEM.
fn key() -> Result<String> {
    let pair = KeyPair::generate(KeySize::Rsa2048).map_err(|_| "no key")?;
    let der: Pkcs8V1Der<'_> = pair.as_der().map_err(|_| "no key")?;
    // RFC 7468, section 2: lines of 64 characters.
    let text = STANDARD.encode(der.as_ref());
    let lines: Vec<String> =
        text.as_bytes().chunks(64).map(|line| String::from_utf8_lossy(line).into_owned()).collect();
    Ok(format!("-----BEGIN PRIVATE KEY-----\n{}\n-----END PRIVATE KEY-----\n", lines.join("\n")))
}

/// What was measured.
#[derive(Debug)]
pub struct Handed {
    /// Messages.
    pub messages: u32,
    /// Whether they were signed.
    pub signed: bool,
    /// From the first attempt until the last was recorded.
    pub time: Duration,
}

impl Handed {
    /// Messages a second.
    #[must_use]
    pub fn rate(&self) -> f64 {
        f64::from(self.messages) / self.time.as_secs_f64()
    }

    /// Whether the goal is met.
    #[must_use]
    pub fn is_met(&self) -> bool {
        self.rate() >= GOAL
    }

    /// A row of the page's table.
    #[must_use]
    pub fn row(&self) -> String {
        let met = if self.is_met() { "met" } else { "**missed**" };
        let signed = if self.signed { "RSA, 2048 bits" } else { "none" };
        format!("| {} | {signed} | {:.1} | {:.0} | {met} |\n", self.messages, self.time.as_secs_f64(), self.rate())
    }
}

/// The head of the page's table.
pub const HEAD: &str = "| Messages | Signature | s | a second | |\n|--:|---|--:|--:|---|\n";

/// Queues messages in a database, and hands them to the mail server.
pub async fn run(folder: &Path, database: Option<&str>, messages: u32, signed: bool) -> Result<Handed> {
    let taken = Arc::new(AtomicU32::new(0));
    let file = folder.join("dkim.pem");
    std::fs::write(&file, key()?)?;
    let mut config = Config { data_dir: folder.to_owned(), ..Config::default() };
    if let Some(url) = database {
        config.database.url = url.into();
    }
    config.outbound.allow = vec!["127.0.0.0/8".parse()?];
    config.notify.channel = Channel::Live;
    config.notify.email = Email {
        host: "127.0.0.1".into(),
        port: sink(Arc::clone(&taken)).await?,
        tls: MailTls::None,
        from: "noreply@example.org".into(),
        dkim_domain: if signed { "example.org".into() } else { String::new() },
        dkim_selector: "cardea".into(),
        dkim_key_file: file.to_str().ok_or("a path that is no text")?.into(),
        ..Email::default()
    };
    let kernel = open_kernel(&config).await?;
    let outbox = Outbox::open(&kernel, &config, &open_outbound(&config)?, Arc::new(Nobody))?;
    for from in (0..messages).step_by(AT_ONCE as usize) {
        let mut cx = Ctx::system(&kernel, "bench");
        for n in from..messages.min(from + AT_ONCE) {
            let message = Message {
                kind: Kind::Email,
                address: format!("person.{n}@example.org"),
                notice: Notice::PasswordSet { user_name: format!("person.{n}") },
                locale: if n % 2 == 0 { Locale::Zh } else { Locale::En },
                user: None,
                tenant: None,
                software: None,
                life: 24 * 3600,
            };
            notify::send(&mut cx, message).await.map_err(|error| error.to_string())?;
        }
        cx.commit().await.map_err(|error| error.to_string())?;
    }
    let begun = now();
    while outbox.run_due().await.map_err(|error| error.to_string())? > 0 {}
    let time = begun.elapsed();
    let count = taken.load(Ordering::Relaxed);
    if count != messages {
        return Err(format!("{count} of {messages} messages arrived").into());
    }
    Ok(Handed { messages, signed, time })
}
