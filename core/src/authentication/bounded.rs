//! CPU-bound work off the async threads: a few jobs at a time, with a short queue.
//!
//! The queue is fair by network. A network holds a limited share of the places, and networks take turns, not requests:
//! one that floods the queue waits behind its own requests.

use std::collections::VecDeque;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::oneshot;

use crate::kernel::error::{Code, Error};

/// The divisor of one network's share of the places: half of them.
const SHARE: usize = 2;

/// A bound on concurrent blocking work. Cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct Bounded(Arc<Parts>);

#[derive(Debug)]
struct Parts {
    places: usize,
    line: Mutex<Line>,
}

/// The queue. It has at most as many networks as places.
#[derive(Debug)]
struct Line {
    /// Free permits.
    free: usize,
    /// Held places, over all networks.
    held: usize,
    /// In the order of their turns; each holds a place.
    networks: VecDeque<Network>,
}

#[derive(Debug)]
struct Network {
    address: Option<IpAddr>,
    held: usize,
    waiting: VecDeque<oneshot::Sender<Permit>>,
}

/// A place in the queue. It gets a permit sooner or later: a request with a place is not refused any more.
#[derive(Debug)]
pub(crate) struct Place {
    bounded: Bounded,
    network: Option<IpAddr>,
}

/// The right to run; dropping it gives it back.
#[derive(Debug)]
struct Permit(Option<Bounded>);

impl Bounded {
    /// `permits` at once (0: one fewer than the machine has processors, at least one), and `queue` more waiting.
    pub fn new(permits: usize, queue: usize) -> Self {
        let processors = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        let permits = if permits == 0 { processors.saturating_sub(1).max(1) } else { permits };
        let line = Line { free: permits, held: 0, networks: VecDeque::new() };
        Self(Arc::new(Parts { places: permits + queue, line: Mutex::new(line) }))
    }

    fn line(&self) -> MutexGuard<'_, Line> {
        self.0.line.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes a place; refuses at once when the queue, or the network's share of it, is full. The server's own work
    /// comes from no network and may fill the queue.
    pub fn enter(&self, network: Option<IpAddr>) -> Result<Place, Error> {
        let busy = || Error::new(Code::Busy).retry_after(2);
        let share = if network.is_some() { (self.0.places / SHARE).max(1) } else { self.0.places };
        let mut line = self.line();
        if line.held >= self.0.places {
            return Err(busy());
        }
        match line.networks.iter_mut().find(|known| known.address == network) {
            Some(known) if known.held >= share => return Err(busy()),
            Some(known) => known.held += 1,
            None => line.networks.push_back(Network { address: network, held: 1, waiting: VecDeque::new() }),
        }
        line.held += 1;
        Ok(Place { bounded: self.clone(), network })
    }

    /// Gives free permits to the networks whose turn it is.
    fn serve(&self) {
        let mut line = self.line();
        while line.free > 0 {
            let Some(at) = line.networks.iter().position(|network| !network.waiting.is_empty()) else { return };
            let Some(mut network) = line.networks.remove(at) else { return };
            let next = network.waiting.pop_front();
            // To the end of the queue: the next turn of this network comes after those of the others.
            line.networks.push_back(network);
            let Some(next) = next.filter(|next| !next.is_closed()) else { continue };
            line.free -= 1;
            if let Err(mut unwanted) = next.send(Permit(Some(self.clone()))) {
                // The waiting request has just gone. Dropping the permit here would lock the queue again.
                unwanted.0.take();
                line.free += 1;
            }
        }
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        if let Some(bounded) = self.0.take() {
            bounded.line().free += 1;
            bounded.serve();
        }
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut line = self.bounded.line();
        line.held -= 1;
        if let Some(at) = line.networks.iter().position(|network| network.address == self.network) {
            line.networks[at].held -= 1;
            if line.networks[at].held == 0 {
                line.networks.remove(at);
            }
        }
    }
}

impl Place {
    async fn permit(&self) -> Result<Permit, Error> {
        let (give, given) = oneshot::channel();
        {
            let mut line = self.bounded.line();
            let mine = line.networks.iter_mut().find(|network| network.address == self.network);
            mine.ok_or_else(|| Error::new(Code::Internal))?.waiting.push_back(give);
        }
        self.bounded.serve();
        given.await.map_err(Error::internal)
    }

    /// Runs `work` on a blocking thread. The permit moves into the task: a caller that goes away frees no permit while
    /// its work still keeps the processor busy.
    pub async fn run<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Result<T, Error> {
        let permit = self.permit().await?;
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

    fn network(n: u8) -> IpAddr {
        IpAddr::from([10, 0, n, 0])
    }

    #[tokio::test]
    async fn a_full_line_refuses_at_once_and_says_when_to_come_back() {
        let bounded = Bounded::new(1, 1);
        let (one, two) = (bounded.enter(None).unwrap(), bounded.enter(None).unwrap());
        let error = bounded.enter(None).unwrap_err();
        assert_eq!((error.code, error.retry_after), (Code::Busy, Some(2)));
        drop(one);
        assert!(bounded.enter(None).is_ok());
        assert_eq!(two.run(|| 7).await.unwrap(), 7);
    }

    #[tokio::test]
    async fn one_network_holds_its_share_of_the_line_and_no_more() {
        let bounded = Bounded::new(2, 6);
        let held: Vec<_> = (0..8).map_while(|_| bounded.enter(Some(network(1))).ok()).collect();
        assert_eq!(held.len(), 4);
        let others: Vec<_> = (0..8).map_while(|_| bounded.enter(Some(network(2))).ok()).collect();
        assert_eq!(others.len(), 4, "there is room for those who come from elsewhere");
        drop((held, others));
        assert!(bounded.line().networks.is_empty() && bounded.line().held == 0, "nothing stays of who is gone");
    }

    #[tokio::test]
    async fn whoever_comes_from_elsewhere_is_served_next() {
        let bounded = Bounded::new(1, 40);
        let order = Arc::new(Mutex::new(Vec::new()));
        let running = bounded.enter(None).unwrap();
        let permit = running.permit().await.unwrap();
        let mut runs = Vec::new();
        for (n, who) in [(1, "flood"), (1, "flood"), (1, "flood"), (1, "flood"), (2, "honest"), (3, "another")] {
            let (place, order) = (bounded.enter(Some(network(n))).unwrap(), Arc::clone(&order));
            let waiting = bounded.line().networks.iter().map(|n| n.waiting.len()).sum::<usize>();
            runs.push(tokio::spawn(async move { place.run(move || order.lock().unwrap().push(who)).await.unwrap() }));
            while bounded.line().networks.iter().map(|n| n.waiting.len()).sum::<usize>() == waiting {
                tokio::task::yield_now().await;
            }
        }
        drop(permit);
        futures::future::join_all(runs).await;
        assert_eq!(*order.lock().unwrap(), ["flood", "honest", "another", "flood", "flood", "flood"]);
    }

    #[tokio::test]
    async fn whoever_went_away_while_waiting_is_passed_over() {
        let bounded = Bounded::new(1, 4);
        let first = bounded.enter(None).unwrap();
        let permit = first.permit().await.unwrap();
        let gone = bounded.enter(Some(network(1))).unwrap();
        assert!(futures::poll!(std::pin::pin!(gone.run(|| ()))).is_pending());
        drop(permit);
        assert_eq!(bounded.enter(Some(network(1))).unwrap().run(|| 3).await.unwrap(), 3);
        assert_eq!(bounded.line().free, 1);
    }

    #[tokio::test]
    async fn the_permit_stays_with_the_work_when_the_caller_goes_away() {
        let bounded = Bounded::new(1, 4);
        let (release, held) = std::sync::mpsc::channel::<()>();
        let (started, starting) = oneshot::channel::<()>();
        let place = bounded.enter(None).unwrap();
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
        assert_eq!(bounded.line().free, 0, "the work still runs");
        release.send(()).unwrap();
        assert_eq!(bounded.enter(None).unwrap().run(|| 1).await.unwrap(), 1);
    }

    #[tokio::test]
    async fn work_that_panics_is_an_error_and_gives_its_permit_back() {
        let bounded = Bounded::new(1, 0);
        let place = bounded.enter(None).unwrap();
        assert_eq!(place.run(|| panic!("on purpose")).await.unwrap_err().code, Code::Internal);
        assert_eq!(place.run(|| 2).await.unwrap(), 2);
    }
}
