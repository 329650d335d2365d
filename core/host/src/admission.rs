//! Admission of calls. Calls do not queue: a full host refuses at once.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::error::HostError;
use super::lock::lock;
use super::settings::Concurrency;

/// The number of names beyond which idle semaphores are removed.
const MANY: usize = 1024;

/// Permits by name, the same number for each name.
struct Named {
    permits: usize,
    semaphores: Mutex<HashMap<String, Arc<Semaphore>>>,
}

impl Named {
    fn new(permits: u32) -> Self {
        Self { permits: permits as usize, semaphores: Mutex::default() }
    }

    fn try_acquire(&self, name: &str) -> Option<OwnedSemaphorePermit> {
        let mut semaphores = lock(&self.semaphores);
        if semaphores.len() > MANY {
            // A held permit keeps its semaphore alive, so only idle ones are removed.
            semaphores.retain(|_, semaphore| Arc::strong_count(semaphore) > 1);
        }
        let semaphore = semaphores.entry(name.to_owned()).or_insert_with(|| Arc::new(Semaphore::new(self.permits)));
        Arc::clone(semaphore).try_acquire_owned().ok()
    }
}

/// The permits of one call; returned when dropped.
pub(super) struct Permits {
    _overall: OwnedSemaphorePermit,
    _plugin: OwnedSemaphorePermit,
    _study: Option<OwnedSemaphorePermit>,
}

/// All semaphores of the host.
pub(super) struct Admission {
    overall: Arc<Semaphore>,
    size: u32,
    plugins: Named,
    studies: Named,
}

impl Admission {
    pub(super) fn new(settings: Concurrency) -> Self {
        Self {
            overall: Arc::new(Semaphore::new(settings.overall as usize)),
            size: settings.overall,
            plugins: Named::new(settings.per_plugin),
            studies: Named::new(settings.per_study),
        }
    }

    /// The permits for a call of `plugin` for `study` (empty for none), or [`HostError::Busy`].
    pub(super) fn try_enter(&self, plugin: &str, study: &str) -> Result<Permits, HostError> {
        let plugin = self.plugins.try_acquire(plugin).ok_or(HostError::Busy("plugin"))?;
        let study = match study {
            "" => None,
            study => Some(self.studies.try_acquire(study).ok_or(HostError::Busy("study"))?),
        };
        let overall = Arc::clone(&self.overall).try_acquire_owned().map_err(|_| HostError::Busy("overall"))?;
        Ok(Permits { _overall: overall, _plugin: plugin, _study: study })
    }

    /// Waits until no call is running.
    pub(super) async fn idle(&self) {
        // The semaphore is never closed, so this cannot fail; the permits are returned at once.
        drop(self.overall.acquire_many(self.size).await);
    }

    /// The number of running calls.
    pub(super) fn running(&self) -> usize {
        (self.size as usize).saturating_sub(self.overall.available_permits())
    }
}
