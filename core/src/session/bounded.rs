//! Work that keeps a processor busy: off the async threads, a few at a time, with a short line before it.

use std::sync::Arc;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::kernel::error::{Code, Error};

/// A bound on concurrent blocking work. Cheap to clone.
#[derive(Clone, Debug)]
pub(super) struct Bounded {
    permits: Arc<Semaphore>,
    places: Arc<Semaphore>,
}

/// A place in the line. Whoever holds one gets a permit sooner or later: after it, nothing can be refused.
#[derive(Debug)]
pub(super) struct Place {
    permits: Arc<Semaphore>,
    _place: OwnedSemaphorePermit,
}

impl Bounded {
    /// `permits` at once (0: one fewer than the machine has processors, at least one), `queue` more waiting.
    pub fn new(permits: usize, queue: usize) -> Self {
        let processors = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        let permits = if permits == 0 { processors.saturating_sub(1).max(1) } else { permits };
        Self { permits: Arc::new(Semaphore::new(permits)), places: Arc::new(Semaphore::new(permits + queue)) }
    }

    /// Stands in line, or is refused at once when the line is full.
    pub fn enter(&self) -> Result<Place, Error> {
        let place = Arc::clone(&self.places).try_acquire_owned().map_err(|_| Error::new(Code::Busy).retry_after(2))?;
        Ok(Place { permits: Arc::clone(&self.permits), _place: place })
    }
}

impl Place {
    /// Runs `work` on a blocking thread. The permit moves into the task, so that a caller who goes away does
    /// not make room for another while the processor is still at it.
    pub async fn run<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Result<T, Error> {
        let permit = Arc::clone(&self.permits).acquire_owned().await.map_err(Error::internal)?;
        tokio::task::spawn_blocking(move || {
            let result = work();
            drop(permit);
            result
        })
        .await
        .map_err(Error::internal)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_full_line_refuses_at_once_and_says_when_to_come_back() {
        let bounded = Bounded::new(1, 1);
        let (one, two) = (bounded.enter().unwrap(), bounded.enter().unwrap());
        let error = bounded.enter().unwrap_err();
        assert_eq!((error.code, error.retry_after), (Code::Busy, Some(2)));
        drop(one);
        assert!(bounded.enter().is_ok());
        assert_eq!(two.run(|| 7).await.unwrap(), 7);
    }

    #[tokio::test]
    async fn the_permit_stays_with_the_work_when_the_caller_goes_away() {
        let bounded = Bounded::new(1, 4);
        let (release, held) = std::sync::mpsc::channel::<()>();
        let (started, starting) = tokio::sync::oneshot::channel::<()>();
        let place = bounded.enter().unwrap();
        let caller = tokio::spawn(async move {
            place
                .run(move || {
                    let _ = started.send(());
                    let _ = held.recv();
                })
                .await
        });
        starting.await.unwrap();
        caller.abort();
        assert!(caller.await.unwrap_err().is_cancelled());
        assert_eq!(bounded.permits.available_permits(), 0, "the work still runs");
        release.send(()).unwrap();
        assert_eq!(bounded.enter().unwrap().run(|| 1).await.unwrap(), 1);
    }

    #[tokio::test]
    async fn work_that_panics_is_an_error_and_gives_its_permit_back() {
        let bounded = Bounded::new(1, 0);
        let place = bounded.enter().unwrap();
        assert_eq!(place.run(|| panic!("on purpose")).await.unwrap_err().code, Code::Internal);
        assert_eq!(place.run(|| 2).await.unwrap(), 2);
    }
}
