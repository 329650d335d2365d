//! Rate limits on strangers' calls that cost something: a first line of defence in the memory of this node, before
//! any use of the database.
//!
//! Each address and each network has an allowance for each group of calls (the generic cell rate algorithm: a burst,
//! and then so many a minute). The counts stand in a table of fixed size, so that no number of addresses fills the
//! memory: in a full row, a new count replaces the one that has used least of its allowance, and a stopped caller
//! stays stopped. A limit that has to hold over all nodes is also counted in the database, by the module that knows
//! what is being guessed.

use std::hash::{Hash as _, Hasher as _};
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use ipnet::IpNet;
use tokio::sync::Semaphore;

use super::clock::{Entropy, Time};
use super::error::{Code, Error};
use super::origin::Origin;
use super::request::Request;

/// The rows of the table, and the places in each row: 65,536 counts, a megabyte.
const ROWS: usize = 8192;
const PLACES: usize = 8;
/// The microseconds of a minute.
const MINUTE: i64 = 60_000_000;
/// The most callers whose refusal is held back at once.
const PAUSING: usize = 4096;
/// The allowance in one client's name from all addresses, as a multiple of the allowance of one address.
const EVERYWHERE: u32 = 20;

/// An allowance: a burst, and a rate in the long run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Allowance {
    /// The most calls at once.
    pub burst: u32,
    /// The calls that become available again each minute.
    pub per_minute: u32,
}

impl Allowance {
    const fn times(self, factor: u32) -> Self {
        Self { burst: self.burst.saturating_mul(factor), per_minute: self.per_minute.saturating_mul(factor) }
    }
}

/// The settings of [`Limits`].
#[derive(Clone, Debug)]
pub struct Policy {
    /// Refusals to one address: wrong passwords, codes, keys, tickets.
    pub refused: Allowance,
    /// Calls from one address that cost something each time: messages, captcha pictures, look-ups of a link's key.
    pub asked: Allowance,
    /// The allowance of a network, as a multiple of the allowance of an address.
    pub network_factor: u32,
    /// How long a refusal is held back: a caller who sends each request after the answer to the last then sends few.
    pub pause: Duration,
    /// The networks without limits.
    pub exempt: Vec<IpNet>,
}

impl Default for Policy {
    fn default() -> Self {
        Self {
            refused: Allowance { burst: 100, per_minute: 60 },
            asked: Allowance { burst: 300, per_minute: 120 },
            network_factor: 4,
            pause: Duration::from_millis(500),
            exempt: Vec::new(),
        }
    }
}

/// The calls that are counted together. A caller who has used up one group is not stopped in the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Group {
    /// Refused passwords, second factors and passkeys.
    SignIn,
    /// Refused codes by SMS.
    Codes,
    /// Refused keys of links: invitations, recoveries, the set-up, e-mail addresses.
    Links,
    /// Refused codes, tickets and answers of external identity providers.
    Elsewhere,
    /// Refused clients, grants and tokens: one such address may serve a whole system of people.
    Clients,
    /// Requests for messages.
    Messages,
    /// Requests for captchas.
    Captchas,
    /// Look-ups of a link, and other calls that are open to everybody.
    Looks,
    /// Rows that clients store without proving who they are.
    Pushed,
}

impl Group {
    /// The allowance of the group.
    const fn allowance(self, policy: &Policy) -> Allowance {
        match self {
            Self::SignIn | Self::Codes | Self::Links | Self::Elsewhere => policy.refused,
            Self::Clients => policy.refused.times(10),
            Self::Messages | Self::Captchas | Self::Looks | Self::Pushed => policy.asked,
        }
    }
}

/// One count: its key, and the moment at which the allowance is whole again, in microseconds.
#[derive(Clone, Copy, Debug, Default)]
struct Place {
    key: u64,
    whole_at: i64,
}

/// The counts of callers, in a table of fixed size. Shared by reference.
#[derive(Debug)]
pub struct Limits {
    policy: Policy,
    secret: [u8; 16],
    rows: Box<[Mutex<[Place; PLACES]>]>,
    /// The places for refusals that are held back; beyond them, a refusal is answered at once.
    pausing: Semaphore,
}

impl Limits {
    /// An empty table. A secret assigns the counts to rows, so that a caller cannot choose whose place it takes.
    #[must_use]
    pub fn new(policy: Policy, entropy: &dyn Entropy) -> Arc<Self> {
        let mut secret = [0; 16];
        entropy.fill(&mut secret);
        let rows = (0..ROWS).map(|_| Mutex::default()).collect();
        Arc::new(Self { policy, secret, rows, pausing: Semaphore::new(PAUSING) })
    }

    /// Holds a refusal back.
    pub async fn pause(&self) {
        if let Ok(_place) = self.pausing.try_acquire() {
            tokio::time::sleep(self.policy.pause).await;
        }
    }

    /// Checks that the caller has some of its allowance left. Counts nothing.
    ///
    /// Errors: [`Code::TooMany`] with the time after which something is left.
    pub fn check(&self, now: Time, group: Group, request: &Request) -> Result<(), Error> {
        self.each(group, request, "", |key, allowance| self.left(key, now, allowance))
    }

    /// Counts one call, whether some of the allowance was left or not.
    pub fn count(&self, now: Time, group: Group, request: &Request) {
        let counted = self.each(group, request, "", |key, allowance| {
            self.add(key, now, allowance);
            Ok(())
        });
        debug_assert!(counted.is_ok(), "counting refuses nothing");
    }

    /// Counts one call if some of the allowance is left. A call in a client's name is also counted for that client,
    /// over all addresses: `of` names the client, and is empty where there is none.
    ///
    /// Errors: [`Code::TooMany`] with the time after which something is left.
    pub fn take(&self, now: Time, group: Group, request: &Request, of: &str) -> Result<(), Error> {
        self.each(group, request, of, |key, allowance| self.left(key, now, allowance))?;
        self.each(group, request, of, |key, allowance| {
            self.add(key, now, allowance);
            Ok(())
        })
    }

    /// Applies `act` to the keys of the address, the network and the client; the error has the longest wait.
    fn each(
        &self,
        group: Group,
        request: &Request,
        of: &str,
        mut act: impl FnMut(u64, Allowance) -> Result<(), i64>,
    ) -> Result<(), Error> {
        let Some(origin) = Origin::of_request(request).filter(|origin| !self.is_exempt(origin.address)) else {
            return Ok(());
        };
        let own = group.allowance(&self.policy);
        let wide = own.times(self.policy.network_factor);
        let mut longest = 0;
        let callers = [("address", origin.address, own, ""), ("network", origin.network, wide, "")];
        let nowhere = IpAddr::V4(std::net::Ipv4Addr::UNSPECIFIED);
        let named = (!of.is_empty()).then_some(("client", nowhere, own.times(EVERYWHERE), of));
        for (kind, address, allowance, of) in callers.into_iter().chain(named) {
            let key = self.key(group, kind, address, of);
            if let Err(wait) = act(key, allowance) {
                longest = longest.max(wait);
            }
        }
        if longest == 0 {
            return Ok(());
        }
        let seconds = u32::try_from(longest / 1_000_000 + 1).unwrap_or(u32::MAX);
        Err(Error::new(Code::TooMany).retry_after(seconds))
    }

    fn is_exempt(&self, address: IpAddr) -> bool {
        self.policy.exempt.iter().any(|net| net.contains(&address))
    }

    fn key(&self, group: Group, kind: &str, address: IpAddr, of: &str) -> u64 {
        // SipHash under a secret of this process (std documents no other use of its hasher than this).
        let mut hasher = std::hash::DefaultHasher::new();
        (self.secret, group, kind, address, of).hash(&mut hasher);
        hasher.finish()
    }

    fn row(&self, key: u64) -> MutexGuard<'_, [Place; PLACES]> {
        let row = usize::try_from(key % ROWS as u64).unwrap_or_default();
        self.rows[row].lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether some of the allowance is left under a key; the error is the wait in microseconds.
    fn left(&self, key: u64, now: Time, allowance: Allowance) -> Result<(), i64> {
        let whole_at = self.row(key).iter().find(|place| place.key == key).map_or(0, |place| place.whole_at);
        let wait = whole_at.max(micros(now)) + step(allowance) - limit(now, allowance);
        if wait > 0 { Err(wait) } else { Ok(()) }
    }

    /// Adds one under a key; a new key replaces the one in its row that has used least.
    fn add(&self, key: u64, now: Time, allowance: Allowance) {
        let mut places = self.row(key);
        let known = places.iter().position(|place| place.key == key);
        let least = || (0..PLACES).min_by_key(|at| places[*at].whole_at).unwrap_or_default();
        let at = known.unwrap_or_else(least);
        if known.is_none() {
            places[at] = Place { key, whole_at: 0 };
        }
        let after = places[at].whole_at.max(micros(now)) + step(allowance);
        // A call beyond the allowance does not make the wait longer.
        places[at].whole_at = after.min(limit(now, allowance));
    }
}

/// At most so many calls within a window, over all callers: for look-ups of what this node does not know, such as a
/// client that another node has just added.
#[derive(Debug)]
pub struct Few {
    most: u32,
    window: i64,
    /// The start of the window, and the calls in it.
    so_far: Mutex<(Time, u32)>,
}

impl Few {
    /// At most `most` calls within `window` milliseconds; a window begins with its first call.
    #[must_use]
    pub const fn new(most: u32, window: i64) -> Self {
        Self { most, window, so_far: Mutex::new((Time(0), 0)) }
    }

    /// Counts a call, and returns whether it is within the bound.
    pub fn take(&self, now: Time) -> bool {
        let mut so_far = self.so_far.lock().unwrap_or_else(PoisonError::into_inner);
        if now.0 - so_far.0.0 >= self.window {
            *so_far = (now, 0);
        }
        so_far.1 += 1;
        so_far.1 <= self.most
    }
}

const fn micros(now: Time) -> i64 {
    now.0.saturating_mul(1000)
}

/// The time in which one call becomes available again.
fn step(allowance: Allowance) -> i64 {
    MINUTE / i64::from(allowance.per_minute.max(1))
}

/// The latest moment at which an allowance may be whole again; at that moment nothing is left of it.
fn limit(now: Time, allowance: Allowance) -> i64 {
    micros(now) + step(allowance) * i64::from(allowance.burst.max(1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::clock::SeededEntropy;
    use crate::kernel::error::Locale;
    use crate::kernel::http::About;

    const NOW: Time = Time(1_767_600_000_000);

    fn from(address: &str) -> Request {
        About { address: Some(address.parse().unwrap()), ..about() }.into()
    }

    fn about() -> About {
        let bare = Request::internal(String::new());
        About { locale: Locale::En, ..(*bare).clone() }
    }

    fn limits(policy: Policy) -> Arc<Limits> {
        Limits::new(policy, &SeededEntropy::new(7))
    }

    fn small() -> Policy {
        Policy { refused: Allowance { burst: 3, per_minute: 60 }, network_factor: 2, ..Policy::default() }
    }

    #[test]
    fn an_allowance_is_used_up_and_comes_back() {
        let limits = limits(small());
        let caller = from("192.0.2.7");
        for _ in 0..3 {
            assert!(limits.check(NOW, Group::SignIn, &caller).is_ok());
            limits.count(NOW, Group::SignIn, &caller);
        }
        let error = limits.check(NOW, Group::SignIn, &caller).unwrap_err();
        assert_eq!((error.code, error.retry_after), (Code::TooMany, Some(2)));
        assert!(limits.check(NOW, Group::Codes, &caller).is_ok(), "another group has its own");
        assert!(limits.check(NOW, Group::SignIn, &from("192.0.2.8")).is_ok(), "another address too");
        // One a second becomes available, however many calls were tried meanwhile.
        for _ in 0..1000 {
            limits.count(NOW, Group::SignIn, &caller);
        }
        assert!(limits.check(Time(NOW.0 + 999), Group::SignIn, &caller).is_err());
        assert!(limits.check(Time(NOW.0 + 1000), Group::SignIn, &caller).is_ok());
    }

    #[test]
    fn a_network_is_stopped_as_a_whole() {
        for (network, elsewhere) in [("192.0.2.", "192.0.3.1"), ("2001:db8:0:", "2001:db8:1::1")] {
            let limits = limits(small());
            let address =
                |n: u32| if network.contains('.') { format!("{network}{n}") } else { format!("{network}{n:x}::1") };
            let admitted =
                (0..100).filter(|n| limits.take(NOW, Group::SignIn, &from(&address(*n)), "").is_ok()).count();
            assert_eq!(admitted, 6, "{network}");
            assert!(limits.check(NOW, Group::SignIn, &from(elsewhere)).is_ok());
        }
    }

    #[test]
    fn whoever_is_stopped_stays_so_however_many_others_come() {
        let limits = limits(Policy { network_factor: 100, ..small() });
        let stopped = from("198.51.100.1");
        for _ in 0..3 {
            limits.count(NOW, Group::SignIn, &stopped);
        }
        for n in 0..120_000_u32 {
            limits.count(NOW, Group::SignIn, &from(&std::net::Ipv4Addr::from(0x0a00_0000 + n).to_string()));
        }
        assert!(limits.check(NOW, Group::SignIn, &stopped).is_err());
        assert_eq!(limits.rows.len() * PLACES, 65_536, "and the table is as large as it was");
    }

    #[test]
    fn the_operator_exempts_networks_and_the_server_itself_is_not_limited() {
        let limits = limits(Policy { exempt: vec!["127.0.0.0/8".parse().unwrap()], ..small() });
        for caller in [from("127.0.0.1"), from("::ffff:127.9.9.9"), about().into()] {
            for _ in 0..10 {
                assert!(limits.take(NOW, Group::SignIn, &caller, "").is_ok());
            }
        }
    }

    #[test]
    fn a_few_are_a_few_within_a_window() {
        let few = Few::new(3, 2000);
        let taken = |at: i64| (0..10).filter(|_| few.take(Time(NOW.0 + at))).count();
        assert_eq!([taken(0), taken(1999), taken(2000), taken(2001)], [3, 0, 3, 0]);
    }

    #[test]
    fn what_is_done_in_a_clients_name_is_counted_over_all_addresses() {
        let limits = limits(Policy { asked: Allowance { burst: 2, per_minute: 60 }, ..small() });
        let from_everywhere = |n: u32| from(&format!("10.0.{n}.1"));
        let admitted = (0..200).filter(|n| limits.take(NOW, Group::Pushed, &from_everywhere(*n), "a").is_ok()).count();
        assert_eq!(admitted, 40);
        assert!(limits.take(NOW, Group::Pushed, &from_everywhere(250), "b").is_ok(), "another client has its own");
    }
}
