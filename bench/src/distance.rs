//! A database a network away: a proxy on loopback that passes everything on later, and counts how often the server asks
//! and waits.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc;
use tokio::time::sleep_until;
use url::Url;

use crate::Result;
use crate::load::now;

/// The most that is read at once.
const AT_ONCE: usize = 64 * 1024;

/// A proxy before a PostgreSQL server.
#[derive(Debug)]
pub struct Distance {
    /// The database's address through the proxy.
    pub url: String,
    crossings: Arc<AtomicU64>,
}

impl Distance {
    /// A proxy before the database at `url`, whose round trips take `round_trip` longer.
    pub async fn open(url: &str, round_trip: Duration) -> Result<Self> {
        let mut through = Url::parse(url)?;
        let database = format!("{}:{}", through.host_str().ok_or("no host")?, through.port().unwrap_or(5432));
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let address = listener.local_addr()?;
        through.set_ip_host(address.ip()).map_err(|()| "an address without a host")?;
        through.set_port(Some(address.port())).map_err(|()| "an address without a port")?;
        let crossings = Arc::new(AtomicU64::new(0));
        let counted = Arc::clone(&crossings);
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                let Ok(server) = TcpStream::connect(&database).await else { continue };
                if client.set_nodelay(true).and(server.set_nodelay(true)).is_ok() {
                    carry(client, server, round_trip / 2, &counted);
                }
            }
        });
        Ok(Self { url: through.into(), crossings })
    }

    /// How often something was sent to the database after it had answered.
    #[must_use]
    pub fn crossings(&self) -> u64 {
        self.crossings.load(Ordering::Relaxed)
    }
}

fn carry(client: TcpStream, server: TcpStream, delay: Duration, crossings: &Arc<AtomicU64>) {
    let (from_client, to_client) = client.into_split();
    let (from_server, to_server) = server.into_split();
    let answered = Arc::new(AtomicBool::new(true));
    let (asked, crossings) = (Arc::clone(&answered), Arc::clone(crossings));
    pass(from_client, to_server, delay, move || {
        if asked.swap(false, Ordering::Relaxed) {
            crossings.fetch_add(1, Ordering::Relaxed);
        }
    });
    pass(from_server, to_client, delay, move || answered.store(true, Ordering::Relaxed));
}

/// Passes on what comes, in its order, each part `delay` after it came.
fn pass(mut from: OwnedReadHalf, mut to: OwnedWriteHalf, delay: Duration, came: impl Fn() + Send + 'static) {
    let (sender, mut parts) = mpsc::unbounded_channel::<(Instant, Vec<u8>)>();
    tokio::spawn(async move {
        let mut buffer = vec![0; AT_ONCE];
        while let Ok(read @ 1..) = from.read(&mut buffer).await {
            came();
            if sender.send((now() + delay, buffer[..read].to_vec())).is_err() {
                break;
            }
        }
    });
    tokio::spawn(async move {
        while let Some((due, part)) = parts.recv().await {
            sleep_until(due.into()).await;
            if to.write_all(&part).await.is_err() {
                break;
            }
        }
    });
}
