//! Gathers refusals and failures that strangers cause, so that a stranger cannot make the audit grow at will.
//!
//! Refusals of one kind (action, record kind and outcome) by one source are gathered for a minute. Within it, the
//! first refusal about each of the first [`RECORDS`] records becomes a row at once. All others become one more row,
//! with a count, the first and last moment, and how often each record and reason came. A signed-in person gets
//! [`PERSON`] rows at once. The counts stay in the memory of the node until the minute is over, so they are right
//! unless the process is killed in that minute.

use std::collections::{BTreeMap, HashMap};
use std::sync::Mutex;

use serde_json::{Value, json};

use super::draft::{Draft, Source};
use super::row::AuditRow;
use crate::kernel::clock::Time;

/// The seconds for which refusals of one kind by one source are gathered.
pub const WINDOW: i64 = 60;
/// The records whose first refusal by a stranger within a minute becomes a row at once.
pub const RECORDS: usize = 3;
/// The refusals of one kind by a signed-in person that become rows at once within a minute.
pub const PERSON: usize = 10;
/// The most pairs of kind and source that are gathered at once; beyond them, sources are not told apart.
const SOURCES: usize = 4096;
/// The most records, and the most reasons, that a row names.
const NAMED: usize = 20;

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Kind {
    action: &'static str,
    resource: &'static str,
    outcome: String,
    source: Source,
}

/// The refusals of one kind by one source within a minute.
#[derive(Clone, Debug)]
struct Minute {
    since: Time,
    /// The records whose rows were written at once.
    at_once: Vec<String>,
    counted: Option<Counted>,
}

/// The refusals that were not written at once.
#[derive(Clone, Debug)]
struct Counted {
    count: u64,
    first: Time,
    last: Time,
    /// The columns that all of them have in common; those that differ are empty.
    common: AuditRow,
    records: BTreeMap<String, u64>,
    reasons: BTreeMap<String, u64>,
}

impl Counted {
    fn of(at: Time, row: AuditRow) -> Self {
        let one = |text: &str| BTreeMap::from([(text.to_owned(), 1)]);
        let (records, reasons) = (one(&row.record_id), one(row.reason.as_deref().unwrap_or_default()));
        Self { count: 1, first: at, last: at, common: row, records, reasons }
    }

    fn merge(&mut self, other: Self) {
        self.count += other.count;
        self.first = self.first.min(other.first);
        self.last = self.last.max(other.last);
        for (mine, theirs) in [(&mut self.records, other.records), (&mut self.reasons, other.reasons)] {
            for (text, count) in theirs {
                if mine.len() < NAMED || mine.contains_key(&text) {
                    *mine.entry(text).or_default() += count;
                }
            }
        }
        let (own, row) = (&mut self.common, other.common);
        for (mine, theirs) in [
            (&mut own.session_id, row.session_id),
            (&mut own.address, row.address),
            (&mut own.tenant_id, row.tenant_id),
            (&mut own.before, row.before),
            (&mut own.after, row.after),
            (&mut own.reason, row.reason),
        ] {
            if *mine != theirs {
                *mine = None;
            }
        }
        if own.record_id != row.record_id {
            own.record_id = String::new();
        }
        own.request_id = row.request_id;
    }

    /// The row that sums up the count.
    fn row(&self, source: &Source) -> AuditRow {
        let mut row = self.common.clone();
        if let (None, Source::Network(network)) = (&row.address, source) {
            row.address = Some(format!("{network}/64"));
        }
        let mut after: Value =
            row.after.as_deref().and_then(|text| serde_json::from_str(text).ok()).unwrap_or_default();
        if !after.is_object() {
            after = json!({});
        }
        let mut repeated = json!({ "count": self.count, "first": self.first, "last": self.last });
        for (name, counts) in [("records", &self.records), ("reasons", &self.reasons)] {
            if counts.len() > 1 {
                repeated[name] = json!(counts);
            }
        }
        after["repeated"] = repeated;
        row.after = Some(after.to_string());
        row
    }
}

/// The refusals gathered at this node.
#[derive(Debug, Default)]
pub struct Gatherer(Mutex<HashMap<Kind, Minute>>);

/// The plan for some drafts: the rows to write now and the refusals to count. Dropped before it is
/// [done](Plan::done), it counts nothing, and returns the counts that it took for its rows.
#[derive(Debug)]
pub(super) struct Plan<'a> {
    gatherer: &'a Gatherer,
    /// The rows to write now.
    pub rows: Vec<AuditRow>,
    /// The refusals to count once the transaction is committed.
    later: Vec<(Kind, Counted, Time)>,
    /// The minutes that are over, whose counts became rows.
    over: Vec<(Kind, Minute)>,
}

impl Gatherer {
    fn minutes(&self) -> std::sync::MutexGuard<'_, HashMap<Kind, Minute>> {
        self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    /// Decides which drafts are written now and which are only counted.
    pub(super) fn plan(&self, now: Time, drafts: Vec<Draft>) -> Plan<'_> {
        let mut plan = Plan { gatherer: self, rows: Vec::new(), later: Vec::new(), over: Vec::new() };
        for draft in drafts {
            let Some(source) = draft.source else {
                plan.rows.push(draft.row);
                continue;
            };
            let outcome = draft.row.outcome.clone();
            let mut kind = Kind { action: draft.action, resource: draft.resource, outcome, source };
            let mut minutes = self.minutes();
            if minutes.get(&kind).is_some_and(|minute| now >= minute.since.plus_seconds(WINDOW))
                && let Some((kind, minute)) = minutes.remove_entry(&kind)
            {
                plan.take(kind, minute);
            }
            if minutes.len() >= SOURCES && !minutes.contains_key(&kind) {
                kind.source = Source::Many;
            }
            let fresh = || Minute { since: now, at_once: Vec::new(), counted: None };
            let minute = minutes.entry(kind.clone()).or_insert_with(fresh);
            let at_once = match &kind.source {
                Source::Person(_) => minute.at_once.len() < PERSON,
                Source::Network(_) => minute.at_once.len() < RECORDS && !minute.at_once.contains(&draft.row.record_id),
                Source::Many => false,
            };
            if at_once {
                minute.at_once.push(draft.row.record_id.clone());
                plan.rows.push(draft.row);
            } else {
                let since = minute.since;
                plan.later.push((kind, Counted::of(now, draft.row), since));
            }
        }
        plan
    }

    /// Plans the rows for the minutes that are over, or for all minutes.
    pub(super) fn due(&self, now: Time, all: bool) -> Plan<'_> {
        let is_due = |minute: &Minute| all || now >= minute.since.plus_seconds(WINDOW);
        let over: Vec<_> = self.minutes().extract_if(|_, minute| is_due(minute)).collect();
        let mut plan = Plan { gatherer: self, rows: Vec::new(), later: Vec::new(), over: Vec::new() };
        for (kind, minute) in over {
            plan.take(kind, minute);
        }
        plan
    }

    fn count(&self, kind: Kind, since: Time, counted: Counted) {
        let fresh = || Minute { since, at_once: Vec::new(), counted: None };
        let mut minutes = self.minutes();
        let minute = minutes.entry(kind).or_insert_with(fresh);
        match &mut minute.counted {
            Some(sum) => sum.merge(counted),
            none => *none = Some(counted),
        }
    }
}

impl Plan<'_> {
    fn take(&mut self, kind: Kind, minute: Minute) {
        if let Some(counted) = &minute.counted {
            let mut row = counted.row(&kind.source);
            if kind.source == Source::Many {
                row.address = None;
            }
            self.rows.push(row);
            self.over.push((kind, minute));
        }
    }

    /// Ends the plan after its transaction was committed.
    pub(super) fn done(mut self) {
        self.over.clear();
        for (kind, counted, since) in std::mem::take(&mut self.later) {
            self.gatherer.count(kind, since, counted);
        }
    }
}

impl Drop for Plan<'_> {
    fn drop(&mut self) {
        // The rows were not written: the counts are due again at once.
        for (kind, minute) in std::mem::take(&mut self.over) {
            if let Some(counted) = minute.counted {
                self.gatherer.count(kind, minute.since, counted);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use super::*;
    use crate::kernel::ctx::{Event, Outcome, Who};
    use crate::kernel::http::{About, Request};

    fn refusal(address: u32) -> Draft {
        let address = Some(IpAddr::from(std::net::Ipv4Addr::from(address)));
        let about = About { address, ..About::clone(&Request::internal("r".into())) };
        let event = Event { action: "a", resource: "b", outcome: Some(Outcome::Refused), ..Event::default() };
        Draft::new(&Who::Nobody, &about.into(), event)
    }

    /// For any number of sources, memory and rows are bounded, and every source is counted.
    #[test]
    fn more_sources_than_are_told_apart_are_one() {
        let (gatherer, now, sources) = (Gatherer::default(), Time(0), u32::try_from(SOURCES).unwrap());
        let plan = gatherer.plan(now, (0..sources + 900).map(refusal).collect());
        assert_eq!(plan.rows.len(), SOURCES);
        plan.done();
        assert_eq!(gatherer.minutes().len(), SOURCES + 1);
        let due = gatherer.due(now.plus_seconds(WINDOW), false);
        assert_eq!(due.rows.len(), 1);
        let row = &due.rows[0];
        assert!(row.address.is_none() && row.after.as_ref().unwrap().contains("\"count\":900"), "{row:?}");
        due.done();
        assert!(gatherer.minutes().is_empty());
    }
}
