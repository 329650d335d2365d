//! Whether this node can do its work: the database answers, and accepts writes.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::Mutex;
use tokio::time::timeout;

use super::clock::Time;
use super::error::{Code, Error};
use super::state::Kernel;

/// The milliseconds for which a successful write counts as proof that the next will succeed: more frequent checks,
/// which a stranger can make, write nothing.
const BELIEVED: i64 = 5_000;
/// The octets of such a write: more than the space that is free by chance.
const OCTETS: usize = 16 * 1024;
/// How long the write may wait for another writer.
const PATIENCE: Duration = Duration::from_secs(1);

/// Remembers when the last check wrote. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub struct Readiness(Arc<Mutex<Option<Time>>>);

impl Readiness {
    /// Checks the database.
    ///
    /// Errors: [`Code::Away`] and [`Code::Busy`] if the database does not answer; [`Code::StorageFull`] if it has no
    /// space, or had none for a write since the last check.
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
                    // This write's own lack of space is reported now, not again by the next check.
                    let _ = kernel.db().was_full();
                    *written_at = None;
                    return Err(error);
                }
                // Another writer is busy, and takes long.
                Ok(Err(_)) | Err(_) => {}
            }
        }
        if was_full { Err(Error::new(Code::StorageFull)) } else { Ok(()) }
    }
}

async fn write(kernel: &Kernel, now: Time) -> Result<(), Error> {
    // Random octets take their whole size on disk, compressed or not.
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
