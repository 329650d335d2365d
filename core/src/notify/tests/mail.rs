//! Messages that are sent through a mail server.

use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::TcpListener;

use super::{Post, code};
use crate::both;
use crate::config::{Channel, MailTls};
use crate::kernel::secret::Secret;
use crate::notify::{Kind, Notice};

/// A mail server that accepts one message, and returns the commands that it got.
async fn mail_server(refuse: bool) -> (u16, tokio::task::JoinHandle<Vec<String>>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let served = tokio::spawn(async move {
        let (socket, _) = listener.accept().await.unwrap();
        let (read, mut write) = socket.into_split();
        let mut lines = BufReader::new(read).lines();
        let mut told = Vec::new();
        write.write_all(b"220 ready\r\n").await.unwrap();
        let mut in_data = false;
        while let Some(line) = lines.next_line().await.unwrap_or(None) {
            told.push(line.clone());
            let answer = match line.split(' ').next().unwrap_or_default() {
                "." => {
                    in_data = false;
                    "250 taken"
                }
                _ if in_data => continue,
                "EHLO" => "250-here\r\n250 8BITMIME",
                "RCPT" if refuse => "550 no such mailbox",
                "DATA" => {
                    in_data = true;
                    "354 go on"
                }
                "QUIT" => "221 bye",
                _ => "250 fine",
            };
            write.write_all(format!("{answer}\r\n").as_bytes()).await.unwrap();
        }
        told
    });
    (port, served)
}

both! {
    async fn an_e_mail_goes_to_the_mail_server(engine) {
        let (number, served) = mail_server(false).await;
        let post = Post::new(engine, |c| {
            c.notify.channel = Channel::Live;
            c.notify.email = crate::config::Email {
                host: "127.0.0.1".into(), port: number, tls: MailTls::None, from: "noreply@example.org".into(), ..Default::default()
            };
        }).await;
        let link = Secret::new("http://127.0.0.1:8080/forget?key=abc");
        let id = post.send(Kind::Email, Notice::RecoveryLink { link, minutes: 30, user_name: "alice".into() }, 300).await;
        post.outbox.run_due().await.unwrap();
        assert_eq!(post.row().await, ("sent".into(), 1, None, None));
        drop(post);
        let told = served.await.unwrap();
        let has = |start: &str| told.iter().any(|line| line.starts_with(start));
        assert!(has("MAIL FROM:<noreply@example.org>") && has("RCPT TO:<alice@example.org>"), "{told:?}");
        assert!(has("Subject: Cardea: Set a new password") && has("Date: Mon, 05 Jan 2026 08:00:00"), "{told:?}");
        assert!(has(&format!("Message-ID: <{id}@127.0.0.1>")), "{told:?}");
        // In quoted-printable, as the text may be Chinese.
        assert!(told.iter().any(|line| line.contains("/forget?key=3Dabc")), "{told:?}");
    }
}

both! {
    async fn a_mailbox_that_is_refused_is_not_tried_again(engine) {
        let (number, _served) = mail_server(true).await;
        let post = Post::new(engine, |c| {
            c.notify.channel = Channel::Live;
            c.notify.email = crate::config::Email {
                host: "127.0.0.1".into(), port: number, tls: MailTls::None, from: "noreply@example.org".into(), ..Default::default()
            };
        }).await;
        post.send(Kind::Email, code(), 300).await;
        post.outbox.run_due().await.unwrap();
        let (state, attempts, error, content) = post.row().await;
        assert_eq!((state.as_str(), attempts, error.as_deref()), ("failed", 1, Some("refused")));
        assert!(content.is_some(), "it is kept for whoever sends it again");
    }
}
