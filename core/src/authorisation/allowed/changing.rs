//! Sites given to and taken from people who have a place in a study already.
//!
//! What somebody gets is what they have, at more sites or at fewer: their roles and everything else stay as they were
//! picked in the panel. It is carried out as any authorisation is, through the plugin, with what they have before and
//! after; people who end up with the same share a batch.

use std::collections::BTreeMap;

use super::super::model::{Batch, Held, Item, forbids};
use super::super::reading::Source;
use super::super::selection::{from_platform, picks, rows_of};
use super::super::service::{bindings, projects_column, refused};
use super::super::{Authorisation, batches, shown, store};
use crate::host::model::{Cell, Definition, Grant, Kind};
use crate::kernel::ctx::{Ctx, Who};
use crate::kernel::error::{Code, Error, Text};
use crate::kernel::id::Id;
use crate::resources::domains::StudyBinding;
use crate::resources::software::Software;

static OWN: Text = Text::new("不能更改自己的授权", "nobody changes their own authorisation");

/// The study in which something changes, and why.
pub struct Place<'a> {
    /// The system.
    pub software: &'a Software,
    /// The study.
    pub bound: &'a StudyBinding,
    /// The panel.
    pub panel: &'a Definition,
    /// The reason, for the history.
    pub reason: &'a str,
}

/// Nobody changes what is their own.
pub fn not_own(cx: &Ctx, held: &[Held]) -> Result<(), Error> {
    match &cx.who {
        Who::Person(own) if held.iter().any(|one| one.user_id == own.id) => {
            Err(Error::new(Code::Forbidden).message(OWN.clone()))
        }
        _ => Ok(()),
    }
}

/// The keys of the columns of the platform's sites.
fn site_columns(panel: &Definition) -> Vec<&str> {
    panel.columns.iter().filter(|c| c.kind == Kind::Sites && from_platform(c)).map(|c| c.key.as_str()).collect()
}

/// What somebody has in one study alone: a row of several studies names the sites of all of them.
pub fn in_study(held: &Held, place: &Place<'_>) -> Vec<Grant> {
    let projects = projects_column(place.panel).map(|column| column.key.clone());
    let mut rows = rows_of(&held.selection, projects.as_deref(), &place.bound.id);
    let own = shown::sites(&held.shown);
    if !held.shown.0.is_empty() {
        for key in site_columns(place.panel) {
            for row in &mut rows {
                if let Some(Cell::Picks(ids)) = row.cells.get_mut(key) {
                    ids.retain(|id| own.contains(id.as_str()));
                }
            }
        }
    }
    if let Some(key) = projects {
        for row in &mut rows {
            row.cells.insert(key.clone(), Cell::Picks(vec![place.bound.id.to_string()]));
        }
    }
    rows
}

/// With more sites: in every row that has sites at all.
pub fn with_sites(held: &Held, place: &Place<'_>, sites: &[Id]) -> Vec<Grant> {
    let mut rows = in_study(held, place);
    for key in site_columns(place.panel) {
        for row in &mut rows {
            let mut ids = picks(row, key).to_vec();
            ids.extend(sites.iter().map(ToString::to_string).filter(|id| !picks(row, key).contains(id)));
            row.cells.insert(key.to_owned(), Cell::Picks(ids));
        }
    }
    rows
}

/// Without a site; rows that were about this site alone are gone. Empty: nothing is left.
pub fn without_site(held: &Held, place: &Place<'_>, site: &Id) -> Vec<Grant> {
    let columns = site_columns(place.panel);
    let mut left = Vec::new();
    for mut row in in_study(held, place) {
        let mut emptied = false;
        for key in &columns {
            let before = picks(&row, key).to_vec();
            let ids: Vec<String> = before.iter().filter(|id| *id != site.as_str()).cloned().collect();
            emptied |= ids.is_empty() && !before.is_empty();
            row.cells.insert((*key).to_owned(), Cell::Picks(ids));
        }
        if !emptied {
            left.push(row);
        }
    }
    left
}

/// A change of one grant: the rows that it is to have.
pub type Wanted = (Held, Vec<Grant>);

impl Authorisation {
    /// Stores the batches that carry out the changes, in the transaction of `cx`, which must not have begun to write:
    /// the plugin judges every selection first.
    pub(in crate::authorisation) async fn change(
        &self,
        cx: &mut Ctx,
        place: &Place<'_>,
        wanted: Vec<Wanted>,
    ) -> Result<Vec<Id>, Error> {
        let mut groups: BTreeMap<(String, String, String), Vec<Wanted>> = BTreeMap::new();
        for (held, rows) in wanted {
            let key = (serde_json::to_string(&rows)?, held.user_role.clone(), held.user_type_id.clone());
            groups.entry(key).or_default().push((held, rows));
        }
        let tenant = &place.bound.tenant_id;
        let digest = self.host.active(&place.software.web_code).ok_or(Code::PluginMissing)?.digest;
        let mut ready = Vec::with_capacity(groups.len());
        for ((_, user_role, user_type_id), members) in groups {
            let Some(rows) = members.first().map(|(_, rows)| rows.clone()) else { continue };
            let issues = self.validate(cx.new_read_transaction(), place.software, tenant, rows.clone()).await?;
            if forbids(&issues) {
                return Err(refused(&issues));
            }
            let mut reading = cx.new_read_transaction();
            let bound = &bindings(&mut reading, place.software, tenant, place.panel, &rows).await?[..];
            let source = Source { tenant, software: place.software, panel: place.panel, bound };
            let shown = self.read_out(reading, &source, &rows).await?;
            let held: Vec<Held> = members.into_iter().map(|(held, _)| held).collect();
            let batch = Batch {
                actor_name: cx.person()?.user_name.clone(),
                user_role,
                user_type_id,
                selection: sqlx::types::Json(rows),
                shown: sqlx::types::Json(shown),
                replaces: true,
                plugin_digest: digest.clone(),
                reason: place.reason.to_owned(),
                ..batches::new(cx, "grant", tenant, &place.software.id)
            };
            ready.push((batch, held));
        }
        let mut batches = Vec::with_capacity(ready.len());
        for (batch, held) in ready {
            let people = store::people(cx, held.iter().map(|one| one.user_id.clone())).await?;
            let items: Vec<Item> = held
                .iter()
                .enumerate()
                .map(|(at, one)| {
                    let label = people.get(&one.user_id).map(store::Candidate::label).unwrap_or_default();
                    let number = format!("{:06}", at + 1);
                    let item = Item::waiting(number, &place.bound.id, &one.user_id, label);
                    Item { grant_version: one.version, ..item }
                })
                .collect();
            batches::insert(cx, &batch, &items).await?;
            cx.audit("authorisation.requested", &batch)?;
            batches.push(batch.id);
        }
        Ok(batches)
    }
}
