//! A mail server over TLS, which this process simulates with a certificate of its own authority.

use tokio::io::{AsyncBufReadExt as _, AsyncRead, AsyncWrite, AsyncWriteExt as _, BufReader};
use tokio_rustls::TlsAcceptor;

use super::*;
use crate::authority::Authority;
use crate::config::MailTls;

/// The password of the authentication, which appears once in base64 and never plain.
const PASSWORD: &str = "mail-password-1";

/// How the server offers TLS.
#[derive(Clone, Copy, PartialEq)]
enum Way {
    /// TLS from the first octet.
    Implicit,
    /// It offers STARTTLS.
    Starttls,
    /// An attacker on the wire removed that offer.
    Stripped,
}

/// The text that the server received: without TLS, and within TLS.
#[derive(Clone, Debug, Default)]
struct Heard {
    plain: Arc<Mutex<Vec<String>>>,
    within: Arc<Mutex<Vec<String>>>,
}

/// A mail server that accepts everything.
async fn server(way: Way, tls: TlsAcceptor) -> (u16, Heard) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let heard = Heard::default();
    let told = heard.clone();
    tokio::spawn(async move {
        while let Ok((mut socket, _)) = listener.accept().await {
            let offers: &[&str] = if way == Way::Starttls { &["STARTTLS"] } else { &["AUTH PLAIN LOGIN"] };
            if way != Way::Implicit && !talk(&mut socket, true, offers, &told.plain).await {
                continue;
            }
            // A client that does not trust the server leaves in the middle of the handshake.
            if let Ok(mut within) = tls.accept(socket).await {
                talk(&mut within, way == Way::Implicit, &["AUTH PLAIN LOGIN"], &told.within).await;
            }
        }
    });
    (port, heard)
}

/// One conversation; true if it continues under TLS.
async fn talk(
    stream: &mut (impl AsyncRead + AsyncWrite + Unpin),
    greet: bool,
    offers: &[&str],
    heard: &Mutex<Vec<String>>,
) -> bool {
    let mut stream = BufReader::new(stream);
    if greet && stream.write_all(b"220 mail.example.org\r\n").await.is_err() {
        return false;
    }
    let (mut line, mut body) = (String::new(), false);
    loop {
        line.clear();
        if stream.read_line(&mut line).await.unwrap_or_default() == 0 {
            return false;
        }
        let said = line.trim_end();
        heard.lock().unwrap().push(said.to_owned());
        let answer = match said.split(' ').next().unwrap_or_default() {
            "." if body => {
                body = false;
                "250 taken\r\n".into()
            }
            _ if body => continue,
            "EHLO" => {
                let offers = offers.join("\r\n250-");
                format!("250-mail.example.org\r\n250-{offers}\r\n250 8BITMIME\r\n")
            }
            "AUTH" => "235 welcome\r\n".into(),
            "DATA" => {
                body = true;
                "354 go on\r\n".into()
            }
            "QUIT" => "221 bye\r\n".into(),
            "STARTTLS" => "220 go on\r\n".into(),
            _ => "250 fine\r\n".to_owned(),
        };
        let starts = said == "STARTTLS";
        if stream.write_all(answer.as_bytes()).await.is_err() || starts {
            return starts;
        }
    }
}

/// Sends one message to a server at `port`, trusting the authority of `pem` alone.
async fn sent(engine: Engine, port: u16, tls: MailTls, pem: &str) -> (String, i64, Option<String>) {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("ca.pem");
    std::fs::write(&file, pem).unwrap();
    let outgoing = Post::new(engine, |c| {
        c.notify.channel = Channel::Live;
        c.notify.email = crate::config::Email {
            host: "127.0.0.1".into(),
            port,
            tls,
            ca_file: file.to_str().unwrap().into(),
            username: "cardea".into(),
            password: Secret::new(PASSWORD),
            from: "noreply@example.org".into(),
            ..Default::default()
        };
    })
    .await;
    let link = Secret::new("http://127.0.0.1:8080/forget?key=abc");
    outgoing.send(Kind::Email, Notice::RecoveryLink { link, minutes: 30, user_name: "alice".into() }, 300).await;
    outgoing.outbox.run_due().await.unwrap();
    let (state, attempts, error, _) = outgoing.row().await;
    (state, attempts, error)
}

/// Whether an attacker on the wire could read only the beginning of the conversation.
fn tells_nothing(plain: &[String]) -> bool {
    plain.iter().all(|line| line.starts_with("EHLO ") || line == "STARTTLS" || line == "QUIT")
}

both! {
    async fn an_e_mail_goes_over_tls(engine) {
        for (way, tls) in [(Way::Implicit, MailTls::Implicit), (Way::Starttls, MailTls::Starttls)] {
            let authority = Authority::new();
            let (port, heard) = server(way, authority.acceptor("127.0.0.1")).await;
            assert_eq!(sent(engine, port, tls, &authority.pem).await, ("sent".into(), 1, None), "{tls:?}");
            let (plain, within) = (heard.plain.lock().unwrap(), heard.within.lock().unwrap());
            assert!(tells_nothing(&plain), "{plain:?}");
            assert_eq!(plain.iter().any(|line| line == "STARTTLS"), way == Way::Starttls);
            let has = |start: &str| within.iter().any(|line| line.starts_with(start));
            assert!(has("AUTH ") && has("MAIL FROM:<noreply@example.org>"), "{within:?}");
            assert!(within.iter().any(|line| line.contains("/forget?key=3Dabc")), "{within:?}");
        }
    }
}

both! {
    async fn a_server_that_nobody_vouches_for_gets_nothing(engine) {
        for (way, tls) in [(Way::Implicit, MailTls::Implicit), (Way::Starttls, MailTls::Starttls)] {
            let (known, other) = (Authority::new(), Authority::new());
            // A certificate of an authority that is not trusted, and one of the trusted authority for another name.
            for acceptor in [other.acceptor("127.0.0.1"), known.acceptor("mail.example.org")] {
                let (port, heard) = server(way, acceptor).await;
                let (state, _, error) = sent(engine, port, tls, &known.pem).await;
                assert_ne!(state, "sent");
                // Without STARTTLS, the library does not distinguish a failed handshake from a failed connection.
                assert!(matches!(error.as_deref(), Some("tls" | "unreachable")), "{tls:?}: {error:?}");
                let (plain, within) = (heard.plain.lock().unwrap(), heard.within.lock().unwrap());
                assert!(tells_nothing(&plain) && within.is_empty(), "{plain:?} {within:?}");
            }
        }
    }
}

both! {
    async fn a_server_without_starttls_gets_neither_account_nor_message(engine) {
        let authority = Authority::new();
        let (port, heard) = server(Way::Stripped, authority.acceptor("127.0.0.1")).await;
        let (state, ..) = sent(engine, port, MailTls::Starttls, &authority.pem).await;
        assert_ne!(state, "sent");
        let (plain, within) = (heard.plain.lock().unwrap(), heard.within.lock().unwrap());
        assert!(!plain.is_empty() && tells_nothing(&plain) && within.is_empty(), "{plain:?} {within:?}");
    }
}

#[tokio::test]
async fn a_file_without_an_authority_is_found_at_the_start() {
    let t = Engine::Sqlite.kernel().await;
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("ca.pem");
    let mut config = Config { data_dir: dir.path().to_owned(), ..Config::default() };
    config.notify.channel = Channel::Live;
    config.notify.email = crate::config::Email {
        host: "mail.example.org".into(),
        from: "noreply@example.org".into(),
        ca_file: file.to_str().unwrap().into(),
        ..Default::default()
    };
    let open = || Outbox::open(&t.kernel, &config, &Outbound::new(Vec::new()), Arc::new(Alice)).map(|_| ());
    for content in [None, Some("nothing")] {
        if let Some(text) = content {
            std::fs::write(&file, text).unwrap();
        }
        let error = open().unwrap_err().to_string();
        assert!(error.contains("notify.email.ca_file"), "{error}");
    }
    std::fs::write(&file, Authority::new().pem).unwrap();
    open().unwrap();
}

mod attacks {
    use super::*;

    both! {
        async fn a_mail_server_asks_for_the_account_in_the_clear(engine) {
            let authority = Authority::new();
            let (mut tried, mut refused) = (0, 0);
            for tls in [MailTls::None, MailTls::Starttls] {
                let (number, heard) = server(Way::Stripped, authority.acceptor("127.0.0.1")).await;
                let mut post = Post::new(engine, |_| {}).await;
                let email = crate::config::Email {
                    host: "127.0.0.1".into(),
                    port: number,
                    tls,
                    ca_file: String::new(),
                    username: "cardea".into(),
                    password: Secret::new(PASSWORD),
                    from: "noreply@example.org".into(),
                    ..Default::default()
                };
                post.config.notify.channel = Channel::Live;
                post.config.notify.email = email;
                // Such settings are refused; even if they were used, no password is sent.
                assert_eq!(post.config.validate().is_err(), tls == MailTls::None);
                let outbox = Post::open(&post.t, &post.config);
                post.send(Kind::Email, code(), 300).await;
                outbox.run_due().await.unwrap();
                let plain = heard.plain.lock().unwrap();
                assert!(!plain.is_empty(), "{tls:?}");
                tried += 1;
                refused += usize::from(!plain.iter().any(|line| line.starts_with("AUTH")));
            }
            crate::attack::refused("a mail server asks for the account in the clear", engine, tried, refused);
        }
    }
}
