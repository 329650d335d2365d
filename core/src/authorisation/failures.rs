//! Failed plugin calls: the answer for the caller, and the record in the audit.

use serde_json::json;

use super::Authorisation;
use crate::host::{HostError, Locale as HostLocale, Phase};
use crate::kernel::ctx::{Event, Outcome, ReadCtx};
use crate::kernel::error::{Code, Error, Text};
use crate::kernel::id::Id;

/// A plugin call, for the audit.
pub struct Call<'a> {
    /// The tenant.
    pub tenant: &'a Id,
    /// The system.
    pub web_code: &'a str,
    /// The version, if it was called by its digest; otherwise the active one.
    pub digest: Option<&'a str>,
    /// The called export.
    pub phase: Phase,
}

/// The error of a failed plugin call for the caller.
pub fn plugin_error(error: HostError) -> Error {
    let code = match &error {
        HostError::NotActive(_) => Code::PluginMissing,
        HostError::Busy(_) => Code::Busy,
        HostError::Suspended { .. } => Code::PluginSuspended,
        HostError::CpuBudget(_) | HostError::WallClock(_) => Code::PluginTimeout,
        HostError::Memory(_) | HostError::Trapped(_) | HostError::Internal(_) | HostError::BadAnswer(_) => {
            Code::PluginFailed
        }
        HostError::BadConfig(_) => Code::BadBinding,
        HostError::Downstream(_) => Code::DownstreamUnavailable,
        HostError::Rejected(_) => Code::DownstreamRejected,
        HostError::InputTooLarge(_) => Code::TooLarge,
        HostError::Host(_) => Code::Internal,
    };
    let mut made = Error::new(code);
    // The plugin's own messages are already in the caller's language; other errors have the table's message.
    if matches!(&error, HostError::BadConfig(t) | HostError::Downstream(t) | HostError::Rejected(t) if !t.is_empty()) {
        made = made.message(Text::made(error.message(HostLocale::Zh), error.message(HostLocale::En)));
    }
    made.retry_after = error.retry_after_s().and_then(|s| u32::try_from(s).ok());
    made.source(error)
}

impl Authorisation {
    /// The answer of a call, or its error for the caller; see [`Self::note_failure`].
    pub(super) async fn answered<T>(
        &self,
        cx: &ReadCtx,
        call: &Call<'_>,
        answer: Result<T, HostError>,
    ) -> Result<T, Error> {
        match answer {
            Ok(answer) => Ok(answer),
            Err(error) => {
                self.note_failure(cx, call, &error).await;
                Err(plugin_error(error))
            }
        }
    }

    /// Records a failure in the audit if the plugin is to blame, in a transaction of its own, so that the record
    /// stays although the request fails. The plugin's own text may contain anything, and goes to the log only.
    ///
    /// `cx` must not have written: the embedded database has one writer.
    pub(super) async fn note_failure(&self, cx: &ReadCtx, call: &Call<'_>, error: &HostError) {
        if !error.is_guest_failure() {
            return;
        }
        let active = || self.host.active(call.web_code).map(|info| info.digest);
        let record = call.digest.map(ToOwned::to_owned).or_else(active);
        let mut separate = cx.new_transaction();
        separate.audit_event(Event {
            action: "plugin.failed",
            resource: "plugins",
            record: record.unwrap_or_else(|| call.web_code.to_owned()),
            tenant: Some(call.tenant.clone()),
            after: Some(json!({ "webCode": call.web_code, "export": call.phase.export() })),
            reason: Some(error.code().to_owned()),
            outcome: Some(Outcome::Failed),
            ..Event::default()
        });
        if let Err(unwritten) = separate.commit().await {
            tracing::error!(error = %unwritten, source = ?unwritten.source, "a plugin's failure is not in the audit");
        }
    }
}
