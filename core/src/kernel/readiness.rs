//! Whether this node can do its work: the database answers, and takes what is written.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::Mutex;
use tokio::time::timeout;

use super::clock::Time;
use super::error::{Code, Error};
use super::state::Kernel;

/// Milliseconds for which a write that was kept tells that the next will be: whoever asks more often, a stranger among
/// them, has nothing written.
const BELIEVED: i64 = 5_000;
/// Octets of such a write: more than what was free by chance.
const OCTETS: usize = 16 * 1024;
/// How long it may wait for somebody else's.
const PATIENCE: Duration = Duration::from_secs(1);

/// Remembers when something was last written. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub struct Readiness(Arc<Mutex<Option<Time>>>);

impl Readiness {
    /// Asks.
    ///
    /// Errors: [`Code::Away`] and [`Code::Busy`] where the database does not answer; [`Code::StorageFull`] where it has
    /// no space, or had none for a write since somebody last asked.
    pub async fn check(&self, kernel: &Kernel) -> Result<(), Error> {
        let mut tx = kernel.db().autocommit().await?;
        tx.query("SELECT id FROM storage_probe WHERE id = 1").optional::<(i64,)>().await?;
        drop(tx);
        let mut written_at = self.0.lock().await;
        let was_full = kernel.db().was_full();
        let now = kernel.now();
        if was_full || written_at.is_none_or(|at| now.0 - at.0 >= BELIEVED) {
            match timeout(PATIENCE, write(kernel, now)).await {
                Ok(Ok(())) => *written_at = Some(now),
                Ok(Err(error)) if error.code != Code::Busy => {
                    // This write's own lack of space is told now.
                    let _ = kernel.db().was_full();
                    *written_at = None;
                    return Err(error);
                }
                // Somebody else writes, and at length.
                Ok(Err(_)) | Err(_) => {}
            }
        }
        if was_full { Err(Error::new(Code::StorageFull)) } else { Ok(()) }
    }
}

async fn write(kernel: &Kernel, now: Time) -> Result<(), Error> {
    // What is random takes the space that it has, compressed or not.
    let mut octets = vec![0; OCTETS];
    kernel.entropy().fill(&mut octets);
    let mut tx = kernel.db().begin().await?;
    tx.write(
        "INSERT INTO storage_probe (id, octets, written_at) VALUES (1, $1, $2) \
         ON CONFLICT (id) DO UPDATE SET octets = excluded.octets, written_at = excluded.written_at",
    )
    .bind(octets)
    .bind(now)
    .execute()
    .await?;
    Ok(tx.commit().await?)
}
