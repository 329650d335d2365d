//! The one answer to an invalid code or ticket, and its record in the audit.

use crate::kernel::ctx::{Event, Outcome, ReadCtx};
use crate::kernel::error::{Code, Error, Text};

/// The one answer to a code or ticket that is not valid, whatever the reason.
pub(super) fn refused() -> Error {
    let text = Text::new(
        "登录信息无效或已失效，请重新登录",
        "This sign-in is not valid, or its time is over. Please sign in again.",
    );
    Error::new(Code::BadCredentials).message(text)
}

/// Records a refusal in a transaction of its own. Codes and tickets never enter the audit.
pub(super) async fn note_refusal(cx: &ReadCtx, record: &str, reason: &str) -> Result<(), Error> {
    let mut separate = cx.new_transaction();
    separate.audit_event(Event {
        action: "session.refused",
        resource: "identities",
        record: record.to_owned(),
        reason: Some(reason.to_owned()),
        outcome: Some(Outcome::Refused),
        ..Event::default()
    });
    separate.commit().await
}
