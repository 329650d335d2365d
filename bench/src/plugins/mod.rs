//! What a call into a plugin costs, and what it costs others.
//!
//! | file | what |
//! |---|---|
//! | `calls` | the host's own part of a call, with no, one and four plugins |
//! | `languages` | the same plugin in several languages: size, start, time, memory |
//! | `neighbours` | sign-ins at the server while sixteen plugins loop |

pub mod calls;
pub mod languages;
pub mod neighbours;

use std::sync::Arc;

use cardea_host::model::{CallContext, Study};
use cardea_host::{HostSettings, PluginHost, TrustedKeys};
use cardea_outbound::Outbound;

use crate::Result;
use crate::load::now;

/// A host, as the server opens it.
fn host(settings: HostSettings) -> Result<PluginHost> {
    let begin = now();
    let clock = move || u64::try_from((now() - begin).as_millis()).unwrap_or(u64::MAX);
    Ok(PluginHost::new(settings, &Outbound::new(Vec::new()), Arc::new(clock))?)
}

/// The key that guests in the text format are signed with.
fn guests() -> TrustedKeys {
    TrustedKeys::from_iter([cardea_guests::key().public_key()])
}

/// A call for a study.
fn context(study: &str) -> CallContext {
    let study = Study { id: study.to_owned(), code: "ABC".into(), ..Study::default() };
    CallContext { request_id: "bench".into(), study, ..CallContext::default() }
}

/// `met` or `missed`, as the page has it.
const fn judged(met: bool) -> &'static str {
    if met { "met" } else { "**missed**" }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is measured is a call that works, in a host that has as many plugins as it says.
    #[tokio::test]
    async fn calls_are_answered() {
        for plugins in calls::PLUGINS {
            assert_eq!(calls::run(plugins, 3).await.unwrap().count(), 3);
        }
    }
}
