//! Reads a selection out: each pick gets the name under which the panel offers it.
//!
//! The names come from where the choices come from: the platform for its own sites, the plugin for everything else. A
//! browser's word is not taken for them. A plugin that does not answer keeps nobody from being authorised: what it would
//! have named is kept by its id.

use std::collections::{BTreeMap, BTreeSet};

use super::Authorisation;
use super::context::{context, of_tenant, sites_of};
use super::failures::Call;
use super::selection::{from_platform, picks};
use super::shown::Shown;
use crate::host::model::{CallContext, Cell, Column, Definition, Grant, Kind, Part, Picked, Query};
use crate::host::{Phase, Target};
use crate::kernel::ctx::ReadCtx;
use crate::kernel::error::Error;
use crate::kernel::id::Id;
use crate::resources::domains::StudyBinding;
use crate::resources::sites::StudySite;
use crate::resources::software::Software;

/// The most pages of choices that are read for the names of one column.
const PAGES: usize = 20;

/// A list of choices: a column, its part, the tab, and what is picked before it.
type List = (String, Option<Part>, Option<String>, Vec<(String, String)>);

/// Whose panel, and in which studies.
pub struct Source<'a> {
    /// The tenant.
    pub tenant: &'a Id,
    /// The system.
    pub software: &'a Software,
    /// The panel.
    pub panel: &'a Definition,
    /// The studies of the selection.
    pub bound: &'a [StudyBinding],
}

/// The names known so far, by list.
#[derive(Default)]
struct Names(BTreeMap<(String, bool, String, String), BTreeMap<String, String>>);

impl Authorisation {
    /// The picks of a selection with their names. `cx` must not have written.
    pub(super) async fn read_out(
        &self,
        mut cx: ReadCtx,
        of: &Source<'_>,
        grants: &[Grant],
    ) -> Result<Vec<Shown>, Error> {
        let sites: BTreeSet<Id> = platform_sites(of.panel, grants).collect();
        let sites: Vec<Id> = sites.into_iter().collect();
        let (mut known, mut about) = (BTreeMap::new(), of_tenant(&mut cx, of.tenant, &of.software.id).await?);
        for (place, one) in of.bound.iter().enumerate() {
            for site in sites_of(&mut cx, &one.study_id, &sites).await? {
                known.insert(site.id.to_string(), (one.id.to_string(), site));
            }
            if place == 0 {
                about = context(&mut cx, one, &sites).await?;
            }
        }
        // No database connection is held while the plugin runs.
        cx.release();
        let mut names = Names::default();
        let mut found = Vec::new();
        for (row, grant) in grants.iter().enumerate() {
            let tab = grant.tab.as_ref().and_then(|id| of.panel.tabs.iter().find(|tab| tab.id == *id));
            let tab = tab.map(|tab| tab.label.clone());
            for column in &of.panel.columns {
                let Some(cell) = grant.cells.get(&column.key) else { continue };
                if column.kind == Kind::Projects {
                    continue;
                }
                for mut pick in unnamed(row, column, cell) {
                    if column.kind == Kind::Sites && from_platform(column) {
                        named_site(&mut pick, &known);
                    } else if column.kind != Kind::Flag {
                        self.name(&cx, of, &about, (grant, column), &mut names, &mut pick).await;
                    }
                    found.push(Shown { tab: tab.clone(), ..pick });
                }
            }
        }
        Ok(found)
    }

    /// Names a pick of the plugin's.
    async fn name(
        &self,
        cx: &ReadCtx,
        of: &Source<'_>,
        about: &CallContext,
        (grant, column): (&Grant, &Column),
        names: &mut Names,
        pick: &mut Shown,
    ) {
        let parts = if column.kind == Kind::RoleEnvironment {
            vec![Some(Part::Role), Some(Part::Environment)]
        } else {
            vec![None]
        };
        for part in parts {
            let list = (column.key.clone(), part, grant.tab.clone(), picked_before(of.panel, column, grant));
            let environment = part == Some(Part::Environment);
            let key = Names::key(&list);
            if !names.0.contains_key(&key) {
                let all = self.list(cx, of, about, list).await;
                names.0.insert(key.clone(), all);
            }
            let known = names.0.get(&key);
            let name = |id: &String| known.and_then(|all| all.get(id)).cloned();
            if environment {
                pick.environment_name = pick.environment.as_ref().map(|id| name(id).unwrap_or_else(|| id.clone()));
            } else if let Some(name) = name(&pick.id) {
                pick.name = name;
            }
        }
    }

    /// The names of a list of choices, by id; those that could be read.
    async fn list(
        &self,
        cx: &ReadCtx,
        of: &Source<'_>,
        about: &CallContext,
        (column, part, tab, picked): List,
    ) -> BTreeMap<String, String> {
        let picked: Vec<Picked> = picked.into_iter().map(|(column, id)| Picked { column, id }).collect();
        let (mut all, mut cursor) = (BTreeMap::new(), None);
        let web_code = &of.software.web_code;
        let call = Call { tenant: of.tenant, web_code, digest: None, phase: Phase::Options };
        for _ in 0..PAGES {
            let query = Query {
                column: column.clone(),
                part,
                tab: tab.clone(),
                search: String::new(),
                picked: picked.clone(),
                cursor: cursor.take(),
            };
            let answer = self.host.options(Target::Slot(web_code), about.clone(), query).await;
            let Ok(page) = self.answered(cx, &call, answer).await else { break };
            all.extend(page.choices.into_iter().map(|choice| (choice.id, choice.label)));
            cursor = page.next;
            if cursor.is_none() {
                break;
            }
        }
        all
    }
}

impl Names {
    fn key((column, part, tab, picked): &List) -> (String, bool, String, String) {
        let picked: Vec<String> = picked.iter().map(|(column, id)| format!("{column}\u{0}{id}")).collect();
        let tab = tab.clone().unwrap_or_default();
        (column.clone(), *part == Some(Part::Environment), tab, picked.join("\u{0}"))
    }
}

fn platform_sites<'g>(panel: &Definition, grants: &'g [Grant]) -> impl Iterator<Item = Id> + 'g {
    let columns: Vec<String> =
        panel.columns.iter().filter(|c| c.kind == Kind::Sites && from_platform(c)).map(|c| c.key.clone()).collect();
    grants
        .iter()
        .flat_map(move |grant| columns.iter().flat_map(|key| picks(grant, key).to_vec()).collect::<Vec<_>>())
        .filter_map(|id| Id::try_from(id).ok())
}

fn unnamed(row: usize, column: &Column, cell: &Cell) -> Vec<Shown> {
    let kind = Some(column.kind);
    match cell {
        Cell::Picks(ids) => ids.iter().map(|id| Shown::unnamed(row, &column.key, kind, id)).collect(),
        Cell::Pairs(pairs) => pairs.iter().map(|pair| Shown::unnamed_pair(row, &column.key, pair)).collect(),
        Cell::Flag(on) => vec![Shown::unnamed(row, &column.key, kind, if *on { "true" } else { "false" })],
    }
}

fn named_site(pick: &mut Shown, known: &BTreeMap<String, (String, StudySite)>) {
    if let Some((binding, site)) = known.get(&pick.id) {
        pick.name = format!("{} · {}", site.code, site.nick_name);
        pick.study_url_id = Some(binding.clone());
    }
}

/// What is picked in the columns that a column depends on, as a panel sends it along.
fn picked_before(panel: &Definition, column: &Column, grant: &Grant) -> Vec<(String, String)> {
    let mut needs: BTreeSet<&str> = BTreeSet::new();
    let mut next: Vec<&str> = column.depends_on.iter().map(String::as_str).collect();
    while let Some(key) = next.pop() {
        if needs.insert(key) {
            let before = panel.columns.iter().find(|c| c.key == key);
            next.extend(before.iter().flat_map(|c| c.depends_on.iter().map(String::as_str)));
        }
    }
    let columns = panel.columns.iter().filter(|c| needs.contains(c.key.as_str()));
    let mut picked = Vec::new();
    for column in columns {
        match grant.cells.get(&column.key) {
            Some(Cell::Picks(ids)) => picked.extend(ids.iter().map(|id| (column.key.clone(), id.clone()))),
            Some(Cell::Pairs(pairs)) => picked.extend(pairs.iter().flat_map(|pair| {
                [
                    (format!("{}.role", column.key), pair.role.clone()),
                    (format!("{}.environment", column.key), pair.environment.clone()),
                ]
            })),
            Some(Cell::Flag(on)) => picked.push((column.key.clone(), on.to_string())),
            None => {}
        }
    }
    picked
}
