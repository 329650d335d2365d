//! Parts of a selection: the picks of its rows, the rows of a study, and what stays of one when another is requested.

use crate::host::model::{Cell, Column, Grant, Kind};
use crate::kernel::id::Id;

/// Whether the platform supplies a column's choices: hint `source`.
pub fn from_platform(column: &Column) -> bool {
    matches!(column.kind, Kind::Projects | Kind::Sites)
        && column.hints.get("source").is_some_and(|source| source == "platform")
}

/// The ids picked by a grant in a column.
pub fn picks<'g>(grant: &'g Grant, key: &str) -> &'g [String] {
    match grant.cells.get(key) {
        Some(Cell::Picks(ids)) => ids,
        _ => &[],
    }
}

/// The rows of a selection for one study: those that pick its binding, or all if the panel has no column of studies.
pub fn rows_of(selection: &[Grant], projects: Option<&str>, binding: &Id) -> Vec<Grant> {
    places_of(selection, projects, binding).into_iter().filter_map(|row| selection.get(row).cloned()).collect()
}

/// The places of [`rows_of`] in the selection.
pub fn places_of(selection: &[Grant], projects: Option<&str>, binding: &Id) -> Vec<usize> {
    let rows = selection.iter().enumerate();
    let here = |grant: &Grant| projects.is_none_or(|key| picks(grant, key).iter().any(|p| p == binding.as_str()));
    rows.filter(|(_, grant)| here(grant)).map(|(row, _)| row).collect()
}

/// A person's selections after a request for `new` ones: those of the tabs that it names are replaced, those of other
/// tabs stay. Selections without a tab are replaced as a whole.
pub fn joined(before: &[Grant], new: &[Grant]) -> Vec<Grant> {
    staying(before, new).into_iter().filter_map(|row| before.get(row)).chain(new).cloned().collect()
}

/// The rows that stay of those before, when there are `new` ones.
pub fn staying(before: &[Grant], new: &[Grant]) -> Vec<usize> {
    let stays = |grant: &Grant| grant.tab.is_some() && !new.iter().any(|other| other.tab == grant.tab);
    let tabbed = new.iter().all(|grant| grant.tab.is_some());
    let rows = before.iter().enumerate().filter(|(_, grant)| tabbed && stays(grant));
    rows.map(|(row, _)| row).collect()
}
