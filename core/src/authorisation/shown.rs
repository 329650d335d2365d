//! A selection as people read it: each pick with the name that the panel showed. Kept with the grant, so that a name is
//! known when the trial system has changed it, or is gone.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::host::model::{Cell, Grant, Kind, Pair};
use crate::kernel::fold::fold;

/// A pick of a panel, with its name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = NamedPick)]
pub struct Shown {
    /// The row of the selection, from 0.
    pub row: usize,
    /// The name of the row's tab.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tab: Option<String>,
    /// The column's key.
    pub column: String,
    /// What the column offers; none where that is no longer known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>)]
    pub kind: Option<Kind>,
    /// The id in the trial system, or the platform's id of a site; `true` or `false` of a flag.
    pub id: String,
    /// The name that was shown; the id where none is known.
    pub name: String,
    /// The environment of a role.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub environment: Option<String>,
    /// The environment's name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub environment_name: Option<String>,
    /// The study's binding, of a site of the platform.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub study_url_id: Option<String>,
}

impl Shown {
    /// A pick by its id alone.
    pub fn unnamed(row: usize, column: &str, kind: Option<Kind>, id: &str) -> Self {
        Self {
            row,
            tab: None,
            column: column.to_owned(),
            kind,
            id: id.to_owned(),
            name: id.to_owned(),
            environment: None,
            environment_name: None,
            study_url_id: None,
        }
    }

    /// A role in an environment by their ids alone.
    pub fn unnamed_pair(row: usize, column: &str, pair: &Pair) -> Self {
        Self {
            environment: Some(pair.environment.clone()),
            environment_name: Some(pair.environment.clone()),
            ..Self::unnamed(row, column, Some(Kind::RoleEnvironment), &pair.role)
        }
    }

    /// The name of a site.
    pub fn site(&self) -> Option<&str> {
        (self.kind == Some(Kind::Sites)).then_some(&*self.name)
    }

    /// The name of a role, without its environment.
    pub fn role(&self) -> Option<&str> {
        let is_role = matches!(self.kind, Some(Kind::ModuleRoles | Kind::RoleEnvironment));
        is_role.then_some(&*self.name)
    }

    /// The name of a role with its environment.
    fn role_there(&self) -> Option<String> {
        let name = self.role()?;
        Some(self.environment_name.as_ref().map_or_else(|| name.to_owned(), |at| format!("{name} @ {at}")))
    }
}

/// The picks of a selection by their ids alone: of grants from before names were kept.
pub fn unnamed(selection: &[Grant]) -> Vec<Shown> {
    let cells = selection.iter().enumerate().flat_map(|(row, grant)| grant.cells.iter().map(move |cell| (row, cell)));
    cells
        .flat_map(|(row, (column, cell))| match cell {
            Cell::Picks(ids) => ids.iter().map(|id| Shown::unnamed(row, column, None, id)).collect(),
            Cell::Pairs(pairs) => pairs.iter().map(|pair| Shown::unnamed_pair(row, column, pair)).collect(),
            Cell::Flag(on) => vec![Shown::unnamed(row, column, Some(Kind::Flag), if *on { "true" } else { "false" })],
        })
        .collect()
}

/// The part of a request that is granted in one study: the rows that pick it, without the sites of other studies. Rows
/// are numbered anew.
pub fn of_study(shown: &[Shown], rows: &[usize], binding: &str) -> Vec<Shown> {
    let here = |one: &&Shown| one.study_url_id.as_deref().is_none_or(|of| of == binding);
    shown
        .iter()
        .filter(here)
        .filter_map(|one| {
            let row = rows.iter().position(|row| *row == one.row)?;
            Some(Shown { row, ..one.clone() })
        })
        .collect()
}

/// What `before` has beyond `after`, where `after` has nothing that `before` has not: something was only taken.
pub fn taken(before: &[Shown], after: &[Shown]) -> Option<Vec<Shown>> {
    let same = |a: &Shown, b: &Shown| (&a.column, &a.id, &a.environment) == (&b.column, &b.id, &b.environment);
    let within = |one: &Shown, all: &[Shown]| all.iter().any(|other| same(one, other));
    if after.is_empty() || !after.iter().all(|one| within(one, before)) {
        return None;
    }
    let gone: Vec<Shown> = before.iter().filter(|one| !within(one, after)).cloned().collect();
    (!gone.is_empty()).then_some(gone)
}

/// The ids of the platform's sites.
pub fn sites(shown: &[Shown]) -> std::collections::BTreeSet<&str> {
    shown.iter().filter(|one| one.study_url_id.is_some()).map(|one| one.id.as_str()).collect()
}

/// What `part` reads of the picks, each name once, in their order.
pub fn named<'s, T: Into<String>>(shown: &'s [Shown], part: impl Fn(&'s Shown) -> Option<T>) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    for name in shown.iter().filter_map(part).map(Into::into) {
        if !all.contains(&name) {
            all.push(name);
        }
    }
    all
}

/// The names of the sites, in one line.
pub fn site_names(shown: &[Shown]) -> String {
    named(shown, Shown::site).join("、")
}

/// The names of the roles, each with its environment, in one line.
pub fn role_names(shown: &[Shown]) -> String {
    named(shown, Shown::role_there).join("、")
}

/// The key that a search among names compares.
pub fn key(names: &str) -> String {
    fold(names)
}
