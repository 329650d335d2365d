//! Replaces a forgotten password.
use serde_json::json;

use crate::authentication::model::EndReason;
use crate::authentication::state::Sessions;
use crate::authentication::transport::Opened;
use crate::authentication::{password_history, proof, store};
use crate::kernel::ctx::{Ctx, Event, Who};
use crate::kernel::error::{Code, Error, Locale};
use crate::kernel::fold::fold;
use crate::notify::{self, Kind, Message, Notice};
use crate::resources::users::contacts::{self, Reachable};

/// How long the notice of a recovery may still be sent, in seconds.
pub(super) const TELL: i64 = 24 * 3600;

/// Whether an account may be recovered: this server has its password, and no administrator locked it.
pub(crate) fn recoverable(account: &Reachable) -> bool {
    account.org == "local" && account.status != proof::LOCKED
}

/// Whether a code to its phone may recover the account: the owner has verified the phone.
pub(crate) fn recoverable_by_phone(account: &Reachable) -> bool {
    recoverable(account) && account.phone_valid
}

/// Whether a link to its mailbox may recover the account: the owner has verified the mailbox.
pub(crate) fn recoverable_by_email(account: &Reachable) -> bool {
    recoverable(account) && account.email_valid
}

/// The language of messages to a person.
pub(crate) fn language(account: &Reachable) -> Locale {
    Locale::of(&account.language)
}

/// The channel by which a person proved that the account is theirs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum By {
    Phone,
    Email,
}

/// Sets the new password, in the caller's transaction, which it commits. The caller must have spent the code or link in
/// it.
pub(super) async fn recover(
    sessions: &Sessions,
    mut cx: Ctx,
    account: &Reachable,
    new: &Opened,
    by: By,
    hash: &str,
) -> Result<(), Error> {
    let user = &account.id;
    let name_hash = proof::name_hash(sessions.kernel(), &fold(&account.user_name));
    let tx = cx.db().await?;
    proof::spend(sessions, tx, new).await?;
    if by == By::Email {
        contacts::email_is_theirs(tx, user).await?;
    }
    store::locks::lift(tx, &name_hash, sessions.kernel().now()).await?;
    if !password_history::replace(sessions, &mut cx, user, account.password_hash.as_deref(), hash).await? {
        return Err(Error::new(Code::Conflict));
    }
    let ended = sessions.end_all(&mut cx, user, EndReason::PasswordChanged).await?;
    let kind = match by {
        By::Phone if sessions.has_email() => Kind::Email,
        // An unverified phone may be a stranger's.
        By::Email if !sessions.has_sms() || !account.phone_valid => Kind::Email,
        By::Phone | By::Email => Kind::Sms,
    };
    let message = Message {
        kind,
        address: if kind == Kind::Email { account.email.clone() } else { account.phone.clone() },
        notice: Notice::PasswordRecovered { user_name: account.user_name.clone() },
        locale: language(account),
        user: Some(user.clone()),
        tenant: None,
        software: None,
        life: TELL,
    };
    notify::send(&mut cx, message).await?;
    // Without a session the actor is the system: the code or link was the authority.
    cx.who = Who::System("recovery");
    cx.audit_event(Event {
        action: "user.password_recovered",
        resource: "users",
        record: user.to_string(),
        after: Some(json!({
            "userName": account.user_name, "sessionsEnded": ended,
            "by": if by == By::Phone { "sms" } else { "email" },
        })),
        ..Event::default()
    });
    cx.commit().await
}
