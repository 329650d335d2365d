//! Selections as sets: two that give the same are equal, however they are written.

use std::collections::{BTreeMap, BTreeSet};

use crate::host::model::{Cell, Column, Definition, Grant, Kind};

/// What selections give: by tab and column. The column of studies is left out, as all of it is in one study.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Given(BTreeMap<(Option<String>, String), BTreeSet<String>>);

impl Given {
    /// What rows of a panel give in one study.
    pub fn of(panel: &Definition, rows: &[Grant]) -> Self {
        let mut given = Self::default();
        let columns: Vec<&Column> = panel.columns.iter().filter(|column| column.kind != Kind::Projects).collect();
        for row in rows {
            for column in &columns {
                let values: Vec<String> = match row.cells.get(&column.key) {
                    Some(Cell::Picks(ids)) => ids.clone(),
                    Some(Cell::Pairs(pairs)) => {
                        pairs.iter().map(|pair| format!("{}\u{0}{}", pair.role, pair.environment)).collect()
                    }
                    Some(Cell::Flag(on)) => vec![on.to_string()],
                    None => {
                        column.hints.get("default").filter(|_| column.kind == Kind::Flag).cloned().into_iter().collect()
                    }
                };
                if !values.is_empty() {
                    given.0.entry((row.tab.clone(), column.key.clone())).or_default().extend(values);
                }
            }
        }
        given
    }

    /// Whether nothing is given.
    pub fn is_nothing(&self) -> bool {
        self.0.is_empty()
    }

    /// The labels of the columns in which two differ, each once, in the panel's order.
    pub fn differing(&self, other: &Self, panel: &Definition) -> Vec<String> {
        let keys = self.0.keys().chain(other.0.keys());
        let differ: BTreeSet<&str> =
            keys.filter(|key| self.0.get(*key) != other.0.get(*key)).map(|(_, column)| column.as_str()).collect();
        panel.columns.iter().filter(|column| differ.contains(column.key.as_str())).map(|c| c.label.clone()).collect()
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn panel() -> Definition {
        let column = |key: &str, kind: &str, hints: Value| {
            json!({ "key": key, "kind": kind, "label": format!("The {key}"), "required": false, "multiple": true,
                "dependsOn": [], "hints": hints })
        };
        let columns = [
            column("project", "projects", json!({ "source": "platform" })),
            column("sites", "sites", json!({})),
            column("roles", "role-environment", json!({})),
            column("blind", "flag", json!({ "default": "true" })),
        ];
        serde_json::from_value(json!({ "tabs": [], "columns": columns, "maxGrants": 3 })).unwrap()
    }

    fn given(rows: Value) -> Given {
        Given::of(&panel(), &serde_json::from_value::<Vec<Grant>>(rows).unwrap())
    }

    #[test]
    fn order_repetition_and_a_default_do_not_count() {
        let pair = |role: &str| json!({ "role": role, "environment": "prod" });
        let one = given(json!([{ "cells": { "project": { "picks": ["a"] }, "sites": { "picks": ["1", "2", "1"] },
            "roles": { "pairs": [pair("cra"), pair("dm")] } } }]));
        let same = given(json!([{ "cells": { "project": { "picks": ["b"] }, "sites": { "picks": ["2", "1"] },
            "roles": { "pairs": [pair("dm"), pair("cra")] }, "blind": { "flag": true } } }]));
        assert_eq!(one, same);
        let other =
            given(json!([{ "cells": { "sites": { "picks": ["2"] }, "roles": { "pairs": [pair("dm"), pair("cra")] },
            "blind": { "flag": false } } }]));
        assert_eq!(one.differing(&other, &panel()), ["The sites", "The blind"]);
        assert!(given(json!([])).is_nothing() && !one.is_nothing());
        let tabbed = |tab: &str| given(json!([{ "tab": tab, "cells": { "sites": { "picks": ["1"] } } }]));
        assert_eq!(tabbed("x").differing(&tabbed("y"), &panel()), ["The sites", "The blind"]);
    }
}
