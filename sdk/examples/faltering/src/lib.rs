//! A panel that passes every check at installation and fails in use, for tests of the errors that administrators then
//! see.
//!
//! The column `failure` of the panel chooses the failure: `<function>-loops` or `<function>-panics`, where the
//! function is `options` (of the column `role`), `validate` or `apply`. With `none` it works.

use std::hint::black_box;

use cardea_plugin_sdk::prelude::*;

/// The plugin.
#[derive(Debug)]
pub struct Faltering;

export_plugin!(Faltering);

const PROJECT: &str = "project";
const FAILURE: &str = "failure";
const ROLE: &str = "role";

/// The available failures: id, then the label in Chinese and in English.
const FAILURES: [(&str, &str, &str); 7] = [
    ("none", "不出故障", "None"),
    ("options-loops", "读取选项时死循环", "Options never end"),
    ("options-panics", "读取选项时崩溃", "Options panic"),
    ("validate-loops", "检查时死循环", "Checks never end"),
    ("validate-panics", "检查时崩溃", "Checks panic"),
    ("apply-loops", "授权时死循环", "Authorising never ends"),
    ("apply-panics", "授权时崩溃", "Authorising panics"),
];

/// Fails if the chosen failure is one of this function; returns otherwise.
#[allow(clippy::panic, reason = "what it is for")]
fn falter(chosen: Option<&str>, function: &str) {
    match chosen.and_then(|id| id.strip_prefix(function)) {
        Some("-loops") => loop {
            black_box(());
        },
        Some("-panics") => panic!("a guest that panics on purpose"),
        _ => {}
    }
}

/// The failure chosen in a selection.
fn chosen(grants: &[Grant]) -> Option<&str> {
    grants.iter().flat_map(|grant| grant.picks(FAILURE)).map(String::as_str).next()
}

impl Panel for Faltering {
    fn describe(_: &Ctx) -> Result<Definition, Fault> {
        let label = |key: &str, fallback: &str| Message::new(format!("column.{key}"), fallback);
        let columns = vec![
            Column::new(PROJECT, Kind::Projects, label(PROJECT, "Project")).required().platform(),
            Column::new(FAILURE, Kind::ModuleRoles, label(FAILURE, "Failure")).required(),
            Column::new(ROLE, Kind::ModuleRoles, label(ROLE, "Module role")).depends_on(FAILURE),
        ];
        Ok(Definition { tabs: Vec::new(), columns, max_grants: 1 })
    }

    fn options(ctx: &Ctx, query: &Query) -> Result<Page, Fault> {
        let chinese = ctx.locale.starts_with("zh");
        let choices = if query.column == FAILURE {
            FAILURES.iter().map(|(id, zh, en)| Choice::new(*id, if chinese { *zh } else { *en })).collect()
        } else {
            falter(query.picked(FAILURE).next(), "options");
            vec![Choice::new("dispenser", if chinese { "发药" } else { "Dispensing" })]
        };
        Ok(Page { choices, next: None })
    }

    fn validate(_: &Ctx, grants: &[Grant]) -> Result<Vec<Issue>, Fault> {
        falter(chosen(grants), "validate");
        Ok(Vec::new())
    }
}

impl Provision for Faltering {
    fn apply(_: &Ctx, batch: &Batch) -> Result<Outcome, Fault> {
        for item in &batch.items {
            falter(chosen(&item.after), "apply");
        }
        let succeeded = batch.items.iter().map(|item| Success::new(&item.item_id, None)).collect();
        Ok(Outcome { succeeded, failed: Vec::new() })
    }
}
