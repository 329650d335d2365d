//! Records that were read lately, and are not read again for a moment: the database may be a network away.
//!
//! What this process writes counts at once: everything that was read before is forgotten then. What another process
//! writes counts after [`TRUSTED`]. So this is for what only reads; what changes something reads the database itself.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::clock::Time;
use super::db::{Db, Rows, Watch};

/// How long a record is trusted, in milliseconds, while another process may change it.
pub const TRUSTED: i64 = 2000;
/// The most records that are kept.
const MOST: usize = 8192;
/// The fewest records among which the outdated ones are looked for.
const FEW: usize = 64;

/// How old what is read may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Age {
    /// It is read from the database: for what changes something.
    Now,
    /// Two seconds at most: for what only reads.
    Recent,
}

/// Records of a kind, by their keys.
#[derive(Debug)]
pub struct Recent<V> {
    watch: Watch,
    records: Mutex<Records<V>>,
}

#[derive(Debug)]
struct Records<V> {
    known: HashMap<String, Known<V>>,
    /// The number of records at which those that are outdated are removed: twice as many as were left the last time, so
    /// that a record is looked at a few times at most.
    full: usize,
}

impl<V> Records<V> {
    /// Removes what is outdated where there are many, and everything where there is still no room.
    fn make_room(&mut self, now: Moment) {
        if self.known.len() < self.full {
            return;
        }
        self.known.retain(|_, one| one.moment.counts(now));
        if self.known.len() >= MOST {
            self.known.clear();
        }
        self.full = (self.known.len() * 2).clamp(FEW, MOST);
    }
}

#[derive(Debug)]
struct Known<V> {
    value: Arc<V>,
    moment: Moment,
}

/// Since when a record is known, and how many changes this process had made before.
#[derive(Clone, Copy, Debug)]
struct Moment {
    read_at: Time,
    changes: u64,
}

impl Moment {
    /// Whether what was read at this moment counts now.
    fn counts(self, now: Self) -> bool {
        // Time that runs backwards shows nothing of how long ago it was.
        self.changes == now.changes && (0..TRUSTED).contains(&(now.read_at.0 - self.read_at.0))
    }
}

impl<V> Recent<V> {
    /// Records that are read from these rows.
    #[must_use]
    pub fn of(db: &Db, rows: &[Rows]) -> Self {
        Self { watch: db.watch(rows), records: Mutex::new(Records { known: HashMap::new(), full: FEW }) }
    }

    /// The record, read by `read` unless one that is known is young enough. What does not exist is asked for again.
    ///
    /// # Errors
    /// Those of `read`.
    pub async fn get<E>(
        &self,
        age: Age,
        now: Time,
        key: &str,
        read: impl Future<Output = Result<Option<V>, E>>,
    ) -> Result<Option<Arc<V>>, E> {
        // Taken before it is read: what changes meanwhile makes it outdated.
        let moment = Moment { read_at: now, changes: self.watch.changes() };
        if age == Age::Recent
            && let Some(known) = self.records().known.get(key).filter(|one| one.moment.counts(moment))
        {
            return Ok(Some(Arc::clone(&known.value)));
        }
        let Some(value) = read.await?.map(Arc::new) else { return Ok(None) };
        let mut records = self.records();
        records.make_room(moment);
        records.known.insert(key.to_owned(), Known { value: Arc::clone(&value), moment });
        Ok(Some(value))
    }

    /// Forgets a record.
    pub fn forget(&self, key: &str) {
        self.records().known.remove(key);
    }

    fn records(&self) -> MutexGuard<'_, Records<V>> {
        self.records.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::both;
    use crate::kernel::error::Error;
    use crate::testing::START;

    const ROWS: &[Rows] = &[Rows::Existing("settings")];

    both! {
        async fn what_was_read_counts_for_two_seconds_or_until_this_process_writes(engine) {
            let t = engine.kernel().await;
            let recent = Recent::of(t.kernel.db(), ROWS);
            let at = |millis: i64| Time(START.0 + millis);
            let get = async |age, now, value: u32| {
                let read = async { Ok::<_, Error>(Some(value)) };
                *recent.get(age, now, "a", read).await.unwrap().unwrap()
            };
            assert_eq!(get(Age::Recent, at(0), 1).await, 1);
            assert_eq!(get(Age::Recent, at(1999), 2).await, 1);
            assert_eq!(get(Age::Recent, at(2000), 3).await, 3);
            assert_eq!(get(Age::Recent, at(1000), 4).await, 4, "a clock that was put back");
            assert_eq!(get(Age::Now, at(1000), 5).await, 5);
            assert_eq!(get(Age::Recent, at(1000), 6).await, 5, "what is read now is known, too");

            let write = async |sql: &'static str| {
                let mut tx = t.kernel.db().begin().await.unwrap();
                tx.write(sql).execute().await.unwrap();
                tx.commit().await.unwrap();
            };
            write("DELETE FROM revoked_tokens").await;
            write("INSERT INTO settings (name, value, created_at) SELECT 'x', value, 0 FROM settings LIMIT 1").await;
            assert_eq!(get(Age::Recent, at(1000), 7).await, 5);
            write("UPDATE settings SET created_at = 1").await;
            assert_eq!(get(Age::Recent, at(1000), 8).await, 8);
            recent.forget("a");
            assert_eq!(get(Age::Recent, at(1000), 9).await, 9);
        }
    }

    both! {
        async fn what_changes_while_it_is_read_is_read_again(engine) {
            let t = engine.kernel().await;
            let recent = Recent::of(t.kernel.db(), ROWS);
            let read = async {
                let mut tx = t.kernel.db().begin().await?;
                tx.write("UPDATE settings SET created_at = 1").execute().await?;
                tx.commit().await?;
                Ok::<_, Error>(Some(1))
            };
            assert_eq!(recent.get(Age::Recent, START, "a", read).await.unwrap().as_deref(), Some(&1));
            let again = async { Ok::<_, Error>(Some(2)) };
            assert_eq!(recent.get(Age::Recent, START, "a", again).await.unwrap().as_deref(), Some(&2));
            let missing = async { Ok::<Option<u32>, Error>(None) };
            assert_eq!(recent.get(Age::Recent, START, "b", missing).await.unwrap(), None);
        }
    }

    both! {
        async fn no_more_is_kept_than_fits_and_nothing_that_is_outdated(engine) {
            let t = engine.kernel().await;
            let recent = Recent::of(t.kernel.db(), ROWS);
            let fill = async |numbers: std::ops::RangeInclusive<usize>, now| {
                for number in numbers {
                    let read = async { Ok::<_, Error>(Some(number)) };
                    recent.get(Age::Recent, now, &number.to_string(), read).await.unwrap();
                }
                recent.records().known.len()
            };
            assert_eq!(fill(1..=MOST, START).await, MOST);
            assert_eq!(fill(0..=0, START).await, 1);
            let later = START.plus_seconds(2);
            assert_eq!(fill(1..=FEW - 1, START).await, FEW);
            assert_eq!(fill(FEW..=FEW, later).await, 1);
        }
    }
}
