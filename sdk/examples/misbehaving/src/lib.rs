//! A guest that violates each rule of the interface on demand, for the host's tests.
//!
//! The setting `misbehave` of the study chooses the violation; `misbehave.in` chooses the function (`describe`,
//! `options`, `validate`, `apply`, `project`; any when absent). Without the setting it behaves: one optional column,
//! every item succeeds, one claim.
//!
//! | `misbehave` | effect |
//! |---|---|
//! | `loop` | never ends |
//! | `copy` | never ends, inside large memory copies |
//! | `panic` | panics |
//! | `memory` | allocates until it is refused |
//! | `recursion` | recurses until the stack is used up |
//! | `flood` | calls the host's cheapest function without end |
//! | `log-flood` | writes 1 kB lines to the log, 10,000 times, then behaves |
//! | `big-argument` | passes 24 MB to the host's cache |
//! | `big-result` | answers `options` with 200,000 choices, others with as much text |
//! | `invalid-utf8` | answers with a text that is not UTF-8 |
//! | `invalid-ids` | `apply` reports an item that was not asked for |
//! | `duplicate-ids` | `apply` reports the first item as succeeded and as failed |
//! | `missing-ids` | `apply` reports nothing |
//! | `reserved-claims` | `project` claims `sub`, `iss` and `aud` |
//! | `malformed-claims` | `project` gives a claim that is not JSON |
//! | `markup` | puts markup into labels and messages |
//! | `http` | makes one call to the path in the setting `path`, reports the outcome |
//! | `http-many` | makes 501 calls in one go |
//! | `slow-http` | calls `GET slow` one call after the other, 20 times |
//! | `fault` | answers with a fault of the kind in the setting `fault` |

mod ways;

use cardea_plugin_sdk::prelude::*;
use ways::{Way, outcome, page};

/// The plugin.
#[derive(Debug)]
pub struct Misbehaving;

export_plugin!(Misbehaving, claims);

impl Panel for Misbehaving {
    fn describe(ctx: &Ctx) -> Result<Definition, Fault> {
        let way = Way::of(ctx, "describe").or_else(|| Way::built_in(ctx));
        let way = ways::run(way, ctx)?;
        let label = match way {
            Some(Way::Markup) => Message::new("markup", "<b>{text}</b>").arg("text", "<img src=x onerror=alert(1)>"),
            Some(Way::BigResult) => Message::new("none", "x".repeat(24 << 20)),
            Some(Way::InvalidUtf8) => Message::new("none", ways::not_utf8()),
            _ => Message::new("column.modules", "Module roles"),
        };
        let column = Column::new("modules", Kind::ModuleRoles, label);
        Ok(Definition { tabs: Vec::new(), columns: vec![column], max_grants: 4 })
    }

    fn options(ctx: &Ctx, _: &Query) -> Result<Page, Fault> {
        let way = ways::run(Way::of(ctx, "options"), ctx)?;
        Ok(page(way.as_ref(), ctx))
    }

    fn validate(ctx: &Ctx, grants: &[Grant]) -> Result<Vec<Issue>, Fault> {
        let message = match ways::run(Way::of(ctx, "validate"), ctx)? {
            Some(Way::BigResult) => Message::new("none", "x".repeat(24 << 20)),
            Some(Way::InvalidUtf8) => Message::new("none", ways::not_utf8()),
            Some(Way::InvalidIds) => {
                // A grant that does not exist.
                let index = u32::try_from(grants.len()).unwrap_or(u32::MAX);
                return Ok(vec![Issue::error(index, "modules", Message::new("none", "x"))]);
            }
            _ => return Ok(Vec::new()),
        };
        Ok(vec![Issue::warning(0, "modules", message)])
    }
}

impl Provision for Misbehaving {
    fn apply(ctx: &Ctx, batch: &Batch) -> Result<Outcome, Fault> {
        let way = ways::run(Way::of(ctx, "apply"), ctx)?;
        Ok(outcome(way.as_ref(), batch))
    }
}

impl Claims for Misbehaving {
    fn project(ctx: &Ctx, subject: &str, _: &[Grant], _: &[String]) -> Result<Vec<Claim>, Fault> {
        let json = |name: &str, json: String| Claim { name: name.into(), json };
        Ok(match ways::run(Way::of(ctx, "project"), ctx)? {
            Some(Way::ReservedClaims) => {
                ["sub", "iss", "aud"].map(|name| json(name, "\"somebody-else\"".into())).into()
            }
            Some(Way::MalformedClaims) => vec![json("roles", "{\"role\":".into())],
            Some(Way::BigResult) => vec![json("roles", format!("\"{}\"", "x".repeat(24 << 20)))],
            Some(Way::InvalidUtf8) => vec![json("roles", ways::not_utf8())],
            Some(Way::Reported(text)) => vec![Claim::new("reported", &text)?],
            _ => vec![Claim::new("behaved_for", &subject)?],
        })
    }
}
