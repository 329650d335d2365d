//! Converts the interface's types to the host's and back; localises and checks them.

use std::collections::{BTreeMap, BTreeSet};

use cardea_bundle::Catalogues;

use super::{
    catalogue::{self, Locale},
    error::HostError,
    model,
    wit::{panel, provision, survey, types},
};

/// The bounds of a panel's definition and of a call's answer.
const MAX_TABS: usize = 16;
const MAX_COLUMNS: usize = 32;
const MAX_HINTS: usize = 32;
const MAX_GRANTS: u32 = 1000;
const MAX_CHOICES: usize = 1000;
const MAX_ISSUES: usize = 1000;
const MAX_HOLDINGS: usize = 1000;
/// The most that one person's selections may take in a survey, in bytes: they are kept with the audit.
const MAX_HOLDING: usize = 256 * 1024;
/// The longest key, node id or cursor, in bytes.
const MAX_ID: usize = 512;

/// A plugin's texts in one language.
#[derive(Clone, Copy)]
pub(super) struct Texts<'a> {
    pub(super) catalogues: &'a Catalogues,
    pub(super) locale: Locale,
}

impl Texts<'_> {
    /// The text of a key without arguments, or the key where there is none.
    fn text(self, key: &str) -> String {
        catalogue::render(self.catalogues, self.locale, key, &[], key)
    }

    pub(super) fn render(self, message: &types::Message) -> String {
        catalogue::render(self.catalogues, self.locale, &message.key, &message.args, &message.fallback)
    }
}

/// The failure of a whole call, in the plugin's words.
pub(super) fn fault(fault: types::Fault, texts: Texts<'_>) -> HostError {
    match fault {
        types::Fault::BadConfig(message) => HostError::BadConfig(texts.render(&message)),
        types::Fault::Downstream(message) => HostError::Downstream(texts.render(&message)),
        types::Fault::Rejected(message) => HostError::Rejected(texts.render(&message)),
        types::Fault::Internal(reason) => HostError::Internal(catalogue::clean(&reason)),
    }
}

pub(super) fn context(context: &model::CallContext) -> types::Ctx {
    types::Ctx {
        request_id: context.request_id.clone(),
        locale: context.locale.tag().to_owned(),
        study: types::Study {
            id: context.study.id.clone(),
            code: context.study.code.clone(),
            settings: context.study.settings.clone(),
        },
        actor: context.actor.clone(),
    }
}

pub(super) fn grants(grants: Vec<model::Grant>) -> Vec<types::Grant> {
    let cell = |cell| match cell {
        model::Cell::Picks(ids) => types::Cell::Picks(ids),
        model::Cell::Pairs(pairs) => types::Cell::Pairs(
            pairs.into_iter().map(|pair| types::Pair { role: pair.role, environment: pair.environment }).collect(),
        ),
        model::Cell::Flag(flag) => types::Cell::Flag(flag),
    };
    grants
        .into_iter()
        .map(|grant| types::Grant {
            tab: grant.tab,
            cells: grant.cells.into_iter().map(|(key, value)| (key, cell(value))).collect(),
        })
        .collect()
}

/// A role-environment column is queried in two halves, `<column>.role` and `<column>.environment`.
pub(super) fn query(query: model::Query) -> panel::Query {
    let column = match query.part {
        None => query.column,
        Some(model::Part::Role) => query.column + ".role",
        Some(model::Part::Environment) => query.column + ".environment",
    };
    panel::Query {
        column,
        tab: query.tab,
        search: query.search,
        picked: query.picked.into_iter().map(|picked| (picked.column, picked.id)).collect(),
        cursor: query.cursor,
    }
}

pub(super) fn batch(batch: model::Batch) -> provision::Batch {
    let item = |item: model::Item| provision::Item {
        item_id: item.item_id,
        person: provision::Person {
            id: item.person.id,
            login: item.person.login,
            email: item.person.email,
            display_name: item.person.display_name,
        },
        before: grants(item.before),
        after: grants(item.after),
    };
    provision::Batch {
        batch_id: batch.batch_id,
        attempt: batch.attempt,
        items: batch.items.into_iter().map(item).collect(),
    }
}

/// Checks a panel's definition: it is bounded, its keys are unique, and columns depend only on others of the panel.
pub(super) fn definition(raw: panel::Definition, texts: Texts<'_>) -> Result<model::Definition, HostError> {
    let bad = |reason: &str| Err(HostError::BadAnswer(reason.to_owned()));
    if raw.tabs.len() > MAX_TABS {
        return bad("too many tabs");
    }
    if raw.columns.is_empty() || raw.columns.len() > MAX_COLUMNS {
        return bad("no columns, or too many");
    }
    if raw.max_grants == 0 || raw.max_grants > MAX_GRANTS {
        return bad("max-grants out of bounds");
    }
    let tabs: BTreeSet<_> = raw.tabs.iter().map(|tab| tab.key.as_str()).collect();
    if tabs.len() != raw.tabs.len() || !tabs.iter().all(|key| is_key(key)) {
        return bad("tabs without keys of their own");
    }
    let keys: BTreeSet<_> = raw.columns.iter().map(|column| column.key.as_str()).collect();
    if keys.len() != raw.columns.len() || !keys.iter().all(|key| is_key(key)) {
        return bad("columns without keys of their own");
    }
    for column in &raw.columns {
        let known = |other: &String| *other != column.key && keys.contains(other.as_str());
        if !column.depends_on.iter().all(known) || column.hints.len() > MAX_HINTS {
            return bad("a column depends on an unknown one, or has too many hints");
        }
    }
    Ok(model::Definition {
        tabs: raw.tabs.iter().map(|tab| model::Tab { id: tab.key.clone(), label: texts.render(tab) }).collect(),
        columns: raw.columns.into_iter().map(|column| self::column(column, texts)).collect(),
        max_grants: raw.max_grants,
    })
}

/// Whether a hint is the key of a text.
fn is_text(hint: &str) -> bool {
    matches!(hint, "missing" | "label.true" | "label.false")
}

fn column(column: panel::Column, texts: Texts<'_>) -> model::Column {
    let hint = |(name, value): (String, String)| {
        let value = if is_text(&name) { texts.text(&value) } else { catalogue::clean(&value) };
        (catalogue::clean(&name), value)
    };
    let hints: BTreeMap<_, _> = column.hints.into_iter().map(hint).collect();
    model::Column {
        label: texts.render(&column.label),
        key: column.key,
        kind: match column.kind {
            panel::Kind::Projects => model::Kind::Projects,
            panel::Kind::Sites => model::Kind::Sites,
            panel::Kind::ModuleRoles => model::Kind::ModuleRoles,
            panel::Kind::RoleEnvironment => model::Kind::RoleEnvironment,
            panel::Kind::StockHouses => model::Kind::StockHouses,
            panel::Kind::Flag => model::Kind::Flag,
        },
        required: column.required,
        multiple: column.multiple,
        depends_on: column.depends_on,
        hints,
    }
}

/// Checks a page of choices: it is bounded, and its ids are unique.
pub(super) fn page(raw: panel::Page, texts: Texts<'_>) -> Result<model::Page, HostError> {
    let bad = |reason: &str| Err(HostError::BadAnswer(reason.to_owned()));
    if raw.choices.len() > MAX_CHOICES {
        return bad("too many choices in a page");
    }
    if raw.next.as_ref().is_some_and(|next| next.len() > MAX_ID) {
        return bad("the cursor is too long");
    }
    let ids: BTreeSet<_> = raw.choices.iter().map(|choice| choice.id.as_str()).collect();
    if ids.len() != raw.choices.len() || !ids.iter().all(|id| is_id(id)) {
        return bad("choices without ids of their own");
    }
    let choice = |choice: panel::Choice| model::Choice {
        label: catalogue::clean(&choice.label),
        note: choice.note.as_ref().map(|note| texts.render(note)),
        id: choice.id,
        disabled: choice.disabled,
    };
    Ok(model::Page { choices: raw.choices.into_iter().map(choice).collect(), next: raw.next })
}

/// The approximate size of selections in a guest's memory, in bytes.
pub(super) fn grants_size(grants: &[types::Grant]) -> usize {
    let cell = |cell: &types::Cell| match cell {
        types::Cell::Picks(ids) => ids.iter().map(|id| id.len() + 8).sum(),
        types::Cell::Pairs(pairs) => pairs.iter().map(|pair| pair.role.len() + pair.environment.len() + 16).sum(),
        types::Cell::Flag(_) => 1,
    };
    grants
        .iter()
        .map(|grant| {
            let cells = grant.cells.iter();
            32 + cells.map(|(key, value)| 32 + key.len() + cell(value)).sum::<usize>()
        })
        .sum()
}

/// Checks what a system holds: it is bounded, each person is there once, and nobody whom nobody asked for.
pub(super) fn holdings(raw: survey::Page, asked: Option<&BTreeSet<String>>) -> Result<model::Holdings, HostError> {
    let bad = |reason: &str| Err(HostError::BadAnswer(reason.to_owned()));
    if raw.holdings.len() > MAX_HOLDINGS || raw.next.as_ref().is_some_and(|next| next.len() > MAX_ID) {
        return bad("too many people in a page, or a cursor that is too long");
    }
    let ids: BTreeSet<_> = raw.holdings.iter().map(|holding| holding.person.as_str()).collect();
    if ids.len() != raw.holdings.len() || !ids.iter().all(|id| is_id(id)) {
        return bad("people without ids of their own");
    }
    if asked.is_some_and(|asked| ids.iter().any(|id| !asked.contains(*id))) {
        return bad("somebody whom nobody asked for");
    }
    let too_large = |grants: &[types::Grant]| grants.len() > MAX_GRANTS as usize || grants_size(grants) > MAX_HOLDING;
    if raw.holdings.iter().any(|holding| too_large(&holding.grants)) {
        return bad("somebody's selections are too large");
    }
    let cell = |cell: types::Cell| match cell {
        types::Cell::Picks(ids) => model::Cell::Picks(ids),
        types::Cell::Pairs(pairs) => model::Cell::Pairs(
            pairs.into_iter().map(|pair| model::Pair { role: pair.role, environment: pair.environment }).collect(),
        ),
        types::Cell::Flag(flag) => model::Cell::Flag(flag),
    };
    let grant = |grant: types::Grant| model::Grant {
        tab: grant.tab,
        cells: grant.cells.into_iter().map(|(key, value)| (key, cell(value))).collect(),
    };
    let holding = |holding: survey::Holding| model::Holding {
        person: holding.person,
        login: catalogue::clean(&holding.login),
        display_name: catalogue::clean(&holding.display_name),
        grants: holding.grants.into_iter().map(grant).collect(),
    };
    Ok(model::Holdings { holdings: raw.holdings.into_iter().map(holding).collect(), next: raw.next })
}

/// Checks issues: they are bounded, and each is about a grant that was sent.
pub(super) fn issues(raw: Vec<panel::Issue>, sent: usize, texts: Texts<'_>) -> Result<Vec<model::Issue>, HostError> {
    if raw.len() > MAX_ISSUES {
        return Err(HostError::BadAnswer("too many issues".into()));
    }
    if raw.iter().any(|issue| issue.grant as usize >= sent.max(1)) {
        return Err(HostError::BadAnswer("an issue about no grant".into()));
    }
    let issue = |issue: panel::Issue| model::Issue {
        grant: issue.grant,
        column: issue.column,
        severity: match issue.severity {
            panel::Severity::Error => model::Severity::Error,
            panel::Severity::Warning => model::Severity::Warning,
        },
        message: texts.render(&issue.message),
    };
    Ok(raw.into_iter().map(issue).collect())
}

pub(super) fn reason(reason: provision::Reason) -> model::Reason {
    match reason {
        provision::Reason::Rejected => model::Reason::Rejected,
        provision::Reason::Conflict => model::Reason::Conflict,
        provision::Reason::NotFound => model::Reason::NotFound,
        provision::Reason::Unauthorised => model::Reason::Unauthorised,
        provision::Reason::Throttled => model::Reason::Throttled,
        provision::Reason::Unavailable => model::Reason::Unavailable,
        provision::Reason::Unknown => model::Reason::Unknown,
    }
}

fn is_key(key: &str) -> bool {
    !key.is_empty()
        && key.len() <= 64
        && key.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_' | b'.' | b':'))
}

fn is_id(id: &str) -> bool {
    !id.is_empty() && id.len() <= MAX_ID && !id.chars().any(char::is_control)
}
