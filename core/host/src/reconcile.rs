//! Compares a plugin's results for a batch with the batch.

use std::collections::HashMap;

use super::{
    catalogue::{self, Locale},
    convert::{self, Texts},
    error::HostError,
    model::{Failure, Outcome, Reason, Success},
    wit::provision,
};

/// The longest reference of the trial system, in bytes.
const MAX_REF: usize = 512;

/// Puts every item of a batch into exactly one list, in the batch's order.
///
/// An item in neither list fails as `unknown`: the change may have happened, so it may be sent again but is not
/// reported as done. An item in both lists, or twice in the successes, fails the same way. An id that is not in the
/// batch fails the whole call: such a guest has mixed up people.
pub(super) fn reconcile(ids: &[String], raw: provision::Outcome, texts: Texts<'_>) -> Result<Outcome, HostError> {
    let mut said: HashMap<&str, Said> = ids.iter().map(|id| (id.as_str(), Said::default())).collect();
    let foreign = || HostError::BadAnswer("an item id that is not the batch's".into());
    for success in raw.succeeded {
        let said = said.get_mut(success.item_id.as_str()).ok_or_else(foreign)?;
        said.times += 1;
        said.success = Some(success);
    }
    for failure in raw.failed {
        let said = said.get_mut(failure.item_id.as_str()).ok_or_else(foreign)?;
        said.times += 1;
        said.failure = Some(failure);
    }
    let mut outcome = Outcome::default();
    for id in ids {
        match said.remove(id.as_str()).unwrap_or_default().verdict(id, texts) {
            Ok(success) => outcome.succeeded.push(success),
            Err(failure) => outcome.failed.push(failure),
        }
    }
    Ok(outcome)
}

/// A plugin's results for one item.
#[derive(Default)]
struct Said {
    times: u32,
    success: Option<provision::Success>,
    failure: Option<provision::Failure>,
}

impl Said {
    fn verdict(self, id: &str, texts: Texts<'_>) -> Result<Success, Failure> {
        let failed =
            |reason, retry_after_ms, message| Failure { item_id: id.to_owned(), reason, retry_after_ms, message };
        match (self.success, self.failure) {
            (Some(success), None) if self.times == 1 => Ok(Success {
                item_id: id.to_owned(),
                external_ref: success
                    .external_ref
                    .filter(|reference| reference.len() <= MAX_REF)
                    .map(|reference| catalogue::clean(&reference)),
            }),
            (None, Some(failure)) => {
                Err(failed(convert::reason(failure.reason), failure.retry_after_ms, texts.render(&failure.message)))
            }
            (None, None) => Err(failed(Reason::Unknown, None, unknown(texts.locale))),
            _ => Err(failed(Reason::Unknown, None, contradictory(texts.locale))),
        }
    }
}

fn unknown(locale: Locale) -> String {
    match locale {
        Locale::Zh => "未收到该用户的处理结果，请稍后核实。",
        Locale::En => "The system gave no result for this user. Please check later.",
    }
    .to_owned()
}

fn contradictory(locale: Locale) -> String {
    match locale {
        Locale::Zh => "该用户的处理结果相互矛盾，请稍后核实。",
        Locale::En => "The system gave contradictory results for this user. Please check later.",
    }
    .to_owned()
}
