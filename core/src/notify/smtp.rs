//! Connections to a mail server, which are kept for the next message.
//!
//! They are opened here, and not by `lettre`'s own transport: that leaves Nagle's algorithm on, so that the end of each
//! message, a write of its own, waits for the server's delayed acknowledgement (40 ms on Linux); and it bounds the time
//! to connect alone, so that a server which falls silent would hold the attempt for ever.

use std::fmt;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::time::Duration;

use deadpool::managed::{
    Manager, Metrics, Object, Pool, PoolConfig, PoolError, QueueMode, RecycleError, RecycleResult,
};
use lettre::Message;
use lettre::transport::smtp::authentication::{Credentials, DEFAULT_MECHANISMS};
use lettre::transport::smtp::client::{AsyncSmtpConnection, Tls};
use lettre::transport::smtp::extension::ClientId;
use lettre::transport::smtp::response::Response;
use tokio::net::TcpStream;
use tokio::time::timeout;

/// How long a connection that nothing is sent by is kept; servers wait for five minutes (RFC 5321, section 4.5.3.2.7).
const IDLE: Duration = Duration::from_mins(1);

/// Why a message was not taken.
#[derive(Debug, thiserror::Error)]
pub(super) enum SmtpError {
    /// The server or the connection, by `lettre`'s words.
    #[error(transparent)]
    Smtp(#[from] lettre::transport::smtp::Error),
    /// No connection.
    #[error("no connection to the mail server: {0}")]
    Connect(#[from] io::Error),
    /// An answer did not come in time.
    #[error("the mail server did not answer in time")]
    Timeout,
}

/// Time limits.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    /// For a connection: one that was kept and still answers, or a new one with TLS and the account.
    pub connect: Duration,
    /// For a message, once there is a connection.
    pub message: Duration,
}

/// What a connection is opened with.
pub(super) struct Settings {
    /// The port.
    pub port: u16,
    /// Encryption, with the name that the certificate must be for.
    pub tls: Tls,
    /// The account, where the server wants one.
    pub credentials: Option<Credentials>,
    /// The name of this server.
    pub hello: ClientId,
    /// Time limits.
    pub limits: Limits,
}

/// Opens connections to one address.
struct Opener {
    address: SocketAddr,
    settings: Settings,
}

impl fmt::Debug for Opener {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Opener({})", self.address)
    }
}

/// A connection.
struct Connection {
    smtp: AsyncSmtpConnection,
    /// Whether a message is under way. One that was left there cannot be used again.
    busy: bool,
}

impl Opener {
    async fn open(&self) -> Result<AsyncSmtpConnection, SmtpError> {
        let Settings { tls, credentials, hello, limits, .. } = &self.settings;
        let mut smtp = if let Tls::Wrapper(parameters) = tls {
            // `lettre` alone can make a connection of a stream that it encrypted from the first octet.
            let (limit, parameters) = (Some(limits.connect), Some(parameters.clone()));
            AsyncSmtpConnection::connect_tokio1(self.address, limit, hello, parameters, None).await?
        } else {
            let socket = TcpStream::connect(self.address).await?;
            socket.set_nodelay(true)?;
            AsyncSmtpConnection::connect_with_transport(Box::new(socket), hello).await?
        };
        if let Tls::Required(parameters) = tls {
            smtp.starttls(parameters.clone(), hello).await?;
        }
        if let Some(credentials) = credentials {
            smtp.auth(DEFAULT_MECHANISMS, credentials).await?;
        }
        Ok(smtp)
    }
}

impl Manager for Opener {
    type Type = Connection;
    type Error = SmtpError;

    async fn create(&self) -> Result<Connection, SmtpError> {
        Ok(Connection { smtp: Box::pin(self.open()).await?, busy: false })
    }

    async fn recycle(&self, connection: &mut Connection, metrics: &Metrics) -> RecycleResult<SmtpError> {
        let is_usable = !connection.busy && !connection.smtp.has_broken() && metrics.last_used() < IDLE;
        if is_usable && connection.smtp.test_connected().await {
            Ok(())
        } else {
            Err(RecycleError::message("it is over"))
        }
    }
}

/// The connections to one address of a mail server. Cheap to clone.
#[derive(Clone)]
pub(super) struct Connections {
    address: IpAddr,
    limits: Limits,
    pool: Pool<Opener>,
}

impl Connections {
    /// At most `most` connections to an address; none is opened yet.
    pub fn to(address: IpAddr, settings: Settings, most: usize) -> Self {
        let Settings { port, limits, .. } = settings;
        let mut config = PoolConfig::new(most.max(1));
        config.queue_mode = QueueMode::Lifo;
        let opener = Opener { address: (address, port).into(), settings };
        let built = Pool::builder(opener).config(config).build();
        // What it refuses is a time limit without a runtime; it has none.
        let pool = built.unwrap_or_else(|error| unreachable!("{error}"));
        Self { address, limits, pool }
    }

    /// The address.
    pub fn address(&self) -> IpAddr {
        self.address
    }

    /// Sends a message, and returns the server's answer.
    ///
    /// # Errors
    /// [`SmtpError`].
    pub async fn send(&self, message: &Message) -> Result<Response, SmtpError> {
        self.pool.retain(|_, metrics| metrics.last_used() < IDLE);
        // All of it together: of several connections that were kept, each may have fallen silent.
        let lent = timeout(self.limits.connect, self.pool.get()).await.map_err(|_| SmtpError::Timeout)?;
        let mut lent: Object<Opener> = lent.map_err(|error| match error {
            PoolError::Backend(error) => error,
            error => SmtpError::Connect(io::Error::other(error.to_string())),
        })?;
        lent.busy = true;
        let sent = timeout(self.limits.message, lent.smtp.send(message.envelope(), &message.formatted())).await;
        let answer = sent.map_err(|_| SmtpError::Timeout)??;
        lent.busy = false;
        Ok(answer)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader};
    use tokio::net::TcpListener;

    use super::*;

    /// A mail server whose connections answer so many lines each, and then say nothing more; the last of the numbers
    /// is that of all further connections. With the number of connections.
    async fn server(lines: &'static [usize]) -> (u16, Arc<AtomicUsize>) {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let connections = Arc::new(AtomicUsize::new(0));
        let counted = Arc::clone(&connections);
        tokio::spawn(async move {
            while let Ok((mut socket, _)) = listener.accept().await {
                let number = counted.fetch_add(1, Ordering::Relaxed);
                let most = lines[number.min(lines.len() - 1)];
                tokio::spawn(async move {
                    let (read, mut write) = socket.split();
                    let mut said = BufReader::new(read).lines();
                    let (mut answers, mut in_data) = (1, false);
                    if most > 0 {
                        write.write_all(b"220 mail.example.org\r\n").await.unwrap();
                    }
                    while let Ok(Some(line)) = said.next_line().await {
                        let answer = match line.as_str() {
                            "." if in_data => "250 taken\r\n",
                            _ if in_data => continue,
                            "DATA" => "354 go on\r\n",
                            _ => "250 fine\r\n",
                        };
                        in_data = line == "DATA";
                        answers += 1;
                        if answers <= most {
                            write.write_all(answer.as_bytes()).await.unwrap();
                        }
                    }
                });
            }
        });
        (port, connections)
    }

    fn to(port: u16, connect: Duration, message: Duration) -> Connections {
        let settings = Settings {
            port,
            tls: Tls::None,
            credentials: None,
            hello: ClientId::Domain("example.org".into()),
            limits: Limits { connect, message },
        };
        Connections::to([127, 0, 0, 1].into(), settings, 2)
    }

    fn message() -> Message {
        let address = || "somebody@example.org".parse().unwrap();
        Message::builder().from(address()).to(address()).body("Text".to_owned()).unwrap()
    }

    const SOON: Duration = Duration::from_millis(50);
    const LATE: Duration = Duration::from_mins(1);

    #[tokio::test]
    async fn a_server_that_says_nothing_holds_nobody_up() {
        let (port, _) = server(&[0]).await;
        assert!(matches!(to(port, SOON, LATE).send(&message()).await, Err(SmtpError::Timeout)));
    }

    #[tokio::test]
    async fn a_connection_that_fell_silent_is_not_used_again() {
        // The greeting, EHLO, MAIL, RCPT and DATA, but nothing after the message.
        let (port, connections) = server(&[5, usize::MAX]).await;
        let mail = to(port, LATE, SOON);
        assert!(matches!(mail.send(&message()).await, Err(SmtpError::Timeout)));
        let mail = Connections { limits: Limits { connect: LATE, message: LATE }, ..mail };
        assert!(mail.send(&message()).await.unwrap().is_positive());
        assert_eq!(connections.load(Ordering::Relaxed), 2);
        assert!(mail.send(&message()).await.unwrap().is_positive());
        assert_eq!(connections.load(Ordering::Relaxed), 2, "one that works is kept");
    }
}
