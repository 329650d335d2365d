//! What the logs are narrowed by.

use serde::Deserialize;

use crate::kernel::clock::Time;
use crate::kernel::id::Id;
use crate::kernel::page::{Ids, Term};
use crate::notify::words::Kind;

/// The filter of the SMS log. A part of a text is sought among the newest 10,000 that meet the other conditions.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SmsFilter {
    q: Option<Term>,
    id: Option<Ids>,
    soft_id: Option<Id>,
    start_time: Option<Time>,
    end_time: Option<Time>,
    is_arrive: Option<i64>,
    state: Option<String>,
    phone: Option<String>,
}

/// The filter of the e-mail log; as that of the SMS log.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct EmailFilter {
    q: Option<Term>,
    id: Option<Ids>,
    soft_id: Option<Id>,
    start_time: Option<Time>,
    end_time: Option<Time>,
    is_arrive: Option<i64>,
    state: Option<String>,
    to: Option<String>,
    subject: Option<Term>,
}

/// The filter of either log.
#[derive(Debug)]
pub struct Filter {
    pub kind: Kind,
    pub ids: Option<Ids>,
    pub software: Option<Id>,
    pub since: Option<Time>,
    pub until: Option<Time>,
    /// Whether a gateway accepted it.
    pub arrived: Option<bool>,
    pub state: Option<String>,
    /// A phone or a mailbox, as they are compared.
    pub address: Option<String>,
    /// Texts, with the columns that they are sought in.
    pub texts: Vec<(Term, &'static [&'static str])>,
}

/// The texts that are sought at all.
fn sought(
    all: impl IntoIterator<Item = (Option<Term>, &'static [&'static str])>,
) -> Vec<(Term, &'static [&'static str])> {
    let given = all.into_iter().filter_map(|(term, columns)| Some((term?, columns)));
    given.filter(|(term, _)| !term.is_empty()).collect()
}

impl From<SmsFilter> for Filter {
    fn from(f: SmsFilter) -> Self {
        Self {
            kind: Kind::Sms,
            ids: f.id,
            software: f.soft_id,
            since: f.start_time,
            until: f.end_time,
            arrived: f.is_arrive.map(|flag| flag == 0),
            state: f.state,
            address: f.phone.filter(|text| !text.trim().is_empty()).map(|text| Kind::Sms.key_of(&text)),
            texts: sought([(f.q, &["address_key", "software_key"][..])]),
        }
    }
}

impl From<EmailFilter> for Filter {
    fn from(f: EmailFilter) -> Self {
        Self {
            kind: Kind::Email,
            ids: f.id,
            software: f.soft_id,
            since: f.start_time,
            until: f.end_time,
            arrived: f.is_arrive.map(|flag| flag == 0),
            state: f.state,
            address: f.to.filter(|text| !text.trim().is_empty()).map(|text| Kind::Email.key_of(&text)),
            texts: sought([
                (f.q, &["address_key", "subject_key", "software_key"][..]),
                (f.subject, &["subject_key"][..]),
            ]),
        }
    }
}
