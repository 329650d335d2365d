//! A database a network away: a proxy on loopback that passes everything on later, and counts how often the server asks
//! and waits.

use std::io::{Read as _, Write as _};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, mpsc};
use std::thread;
use std::time::{Duration, Instant};

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
    pub fn open(url: &str, round_trip: Duration) -> Result<Self> {
        let mut through = Url::parse(url)?;
        let database = format!("{}:{}", through.host_str().ok_or("no host")?, through.port().unwrap_or(5432));
        let listener = TcpListener::bind("127.0.0.1:0")?;
        let address = listener.local_addr()?;
        through.set_ip_host(address.ip()).map_err(|()| "an address without a host")?;
        through.set_port(Some(address.port())).map_err(|()| "an address without a port")?;
        let crossings = Arc::new(AtomicU64::new(0));
        let counted = Arc::clone(&crossings);
        thread::spawn(move || {
            while let Ok((client, _)) = listener.accept() {
                // Whoever asked is told by the end of the connection.
                let _ =
                    TcpStream::connect(&database).and_then(|server| carry(&client, &server, round_trip / 2, &counted));
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

fn carry(client: &TcpStream, server: &TcpStream, delay: Duration, crossings: &Arc<AtomicU64>) -> std::io::Result<()> {
    client.set_nodelay(true)?;
    server.set_nodelay(true)?;
    let answered = Arc::new(AtomicBool::new(true));
    let (asked, crossings) = (Arc::clone(&answered), Arc::clone(crossings));
    pass(client.try_clone()?, server.try_clone()?, delay, move || {
        if asked.swap(false, Ordering::Relaxed) {
            crossings.fetch_add(1, Ordering::Relaxed);
        }
    });
    pass(server.try_clone()?, client.try_clone()?, delay, move || answered.store(true, Ordering::Relaxed));
    Ok(())
}

/// Passes on what comes, in its order, each part `delay` after it came. Threads, because the runtime's timer has steps of
/// a millisecond.
fn pass(mut from: TcpStream, mut to: TcpStream, delay: Duration, came: impl Fn() + Send + 'static) {
    let (sender, parts) = mpsc::channel::<(Instant, Vec<u8>)>();
    thread::spawn(move || {
        let mut buffer = vec![0; AT_ONCE];
        while let Ok(read @ 1..) = from.read(&mut buffer) {
            came();
            if sender.send((now() + delay, buffer[..read].to_vec())).is_err() {
                break;
            }
        }
    });
    thread::spawn(move || {
        for (due, part) in parts {
            thread::sleep(due.saturating_duration_since(now()));
            if to.write_all(&part).is_err() {
                break;
            }
        }
        let _ = to.shutdown(Shutdown::Both);
    });
}
