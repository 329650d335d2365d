//! The calls of people on what waits for them.

use axum::extract::{Query, State};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

use super::model::{self, Accepter, Preauthorisation};
use super::state::Preauthorisations;
use super::store;
use super::{accepting, ending};
use crate::authorisation::{self, Accepted};
use crate::invitations;
use crate::kernel::clock::Time;
use crate::kernel::ctx::{Audited as _, Ctx, Event, Outcome, ReadCtx};
use crate::kernel::error::{Code, Error, Text};
use crate::kernel::http::{Envelope, Json};
use crate::kernel::id::Id;
use crate::kernel::mailaddr;
use crate::kernel::openapi::{OpenApiRouter, routes};
use crate::kernel::secret::Secret;
use crate::resources::users::contacts;

/// Seconds for which a failure is shown to its person.
const SHOWN: i64 = 14 * 24 * 3600;
/// Characters of a key: 256 bits in base64url.
const KEY_LENGTH: usize = 43;

static OTHER: Text = Text::new(
    "该授权发送给了另一个邮箱，与您账号的邮箱不一致。请使用收到邮件的账号登录。",
    "This was sent to another e-mail address than the one of your account. Please sign in with the account that it was sent to.",
);
static OVER: Text = Text::new(
    "该链接已失效：授权已被接受、谢绝、撤回或已过期。",
    "This link is not valid any more: it was accepted already, declined, withdrawn, or has expired.",
);
static UNPROVEN: Text = Text::new(
    "您的邮箱尚未验证，请打开授权邮件中的链接接受",
    "your e-mail address is not verified; please open the link in the mail to accept",
);

/// The operations.
pub fn router() -> OpenApiRouter<Preauthorisations> {
    OpenApiRouter::new().routes(routes!(list)).routes(routes!(accept)).routes(routes!(decline))
}

/// `?key=`.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
struct Keyed {
    /// The key of a link, if one was opened.
    key: Option<String>,
}

/// An authorisation that waits for the caller.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct OwnPreauthorisation {
    /// Id.
    id: Id,
    /// The tenant's name.
    tenant_name: String,
    /// The system's name.
    software_name: String,
    /// The studies.
    study_names: String,
    /// The sites.
    site_names: String,
    /// The roles, each with its environment.
    role_names: String,
    /// Who sent it.
    inviter_name: String,
    /// `waiting`; `accepted` while it is being set up; `failed` for a while after the system refused it; `declined` in
    /// the answer to that.
    state: model::State,
    /// Why it failed, or could not be set up when it was accepted last; empty: neither.
    message: String,
    /// Until when it can be accepted.
    expires_at: Time,
}

impl From<Preauthorisation> for OwnPreauthorisation {
    fn from(it: Preauthorisation) -> Self {
        Self {
            id: it.id,
            tenant_name: it.tenant_name,
            software_name: it.software_name,
            study_names: it.study_names,
            site_names: it.site_names,
            role_names: it.role_names,
            inviter_name: it.inviter_name,
            state: it.state,
            message: it.message,
            expires_at: it.expires_at,
        }
    }
}

/// What waits for the caller.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct OwnPreauthorisations {
    /// The authorisations, the newest first.
    list: Vec<OwnPreauthorisation>,
    /// The one of the key.
    keyed: Option<Id>,
    /// Why the key opens nothing for the caller.
    problem: Option<String>,
}

/// How one is somebody's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Theirs {
    /// It is for another account or address.
    No,
    /// It is for their address, which nobody has proved to be theirs.
    Unproven,
    /// It is for them.
    Yes,
}

/// Whether one is the person's. Its key proves the mailbox.
async fn theirs(cx: &mut ReadCtx, it: &Preauthorisation, has_key: bool) -> Result<Theirs, Error> {
    let own = cx.person()?.id.clone();
    if let Some(user) = &it.user_id {
        return Ok(if *user == own { Theirs::Yes } else { Theirs::No });
    }
    let mailbox = contacts::mailbox(cx.db().await?, &own).await?;
    Ok(match mailbox.filter(|mailbox| mailbox.email_key == mailaddr::key(&it.email)) {
        None => Theirs::No,
        Some(mailbox) if mailbox.email_valid || has_key => Theirs::Yes,
        Some(_) => Theirs::Unproven,
    })
}

/// The one of a key.
async fn opened(cx: &mut ReadCtx, key: &str) -> Result<Option<Preauthorisation>, Error> {
    if key.len() != KEY_LENGTH {
        return Ok(None);
    }
    let hash = invitations::hash(cx, key);
    let now = cx.now();
    Ok(store::by_key(cx, &hash).await?.filter(|it| it.expires_at > now))
}

/// One as it is now, whether or not the job has noted it; `None` where it is carried out.
async fn present(cx: &mut ReadCtx, it: Preauthorisation) -> Result<Option<Preauthorisation>, Error> {
    let Some(batch) = it.batch_id.clone().filter(|_| it.state == model::State::Accepted) else { return Ok(Some(it)) };
    Ok(match authorisation::ended(cx, &batch).await? {
        None => Some(it),
        Some(Ok(())) => None,
        Some(Err(refusal)) => Some(Preauthorisation {
            state: model::State::Failed,
            message_zh: refusal.text.zh.to_string(),
            message_en: refusal.text.en.to_string(),
            ..it
        }),
    })
}

/// The authorisations that wait for the caller, and the one of a link's key. Looking spends nothing.
#[utoipa::path(get, path = "/api/account/preauthorised", operation_id = "ownPreauthorised", params(Keyed),
    tag = "account", responses((status = 200, body = Envelope<OwnPreauthorisations>)))]
async fn list(mut cx: ReadCtx, Query(query): Query<Keyed>) -> Result<Envelope<OwnPreauthorisations>, Error> {
    let own = cx.person()?.id.clone();
    let (now, locale) = (cx.now(), cx.locale());
    let mailbox = contacts::mailbox(cx.db().await?, &own).await?.filter(|mailbox| mailbox.email_valid);
    let email_key = mailbox.map(|mailbox| mailbox.email_key);
    let mut found = store::of_person(&mut cx, &own, email_key.as_deref(), now.plus_seconds(-SHOWN)).await?;
    let (mut keyed, mut problem) = (None, None);
    if let Some(key) = query.key.filter(|key| !key.is_empty()) {
        if key.len() > KEY_LENGTH || !key.bytes().all(|byte| byte.is_ascii_graphic()) {
            return Err(Error::field("key", OVER.clone()));
        }
        let opened = opened(&mut cx, &key).await?;
        match opened {
            None => problem = Some(OVER.in_locale(locale).to_owned()),
            Some(it) => {
                if theirs(&mut cx, &it, true).await? == Theirs::Yes {
                    keyed = Some(it.id.clone());
                    found.retain(|one| one.id != it.id);
                    found.insert(0, it);
                } else {
                    problem = Some(OTHER.in_locale(locale).to_owned());
                }
            }
        }
    }
    let mut list = Vec::with_capacity(found.len());
    for it in found {
        if let Some(it) = present(&mut cx, it).await? {
            list.push(it.shown(now, locale).into());
        }
    }
    Ok(Envelope::ok(OwnPreauthorisations { list, keyed, problem }))
}

/// What is accepted or declined.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct OwnChoice {
    /// The pre-authorisation.
    id: Id,
    /// The key of its link, if the caller came by it: it proves that the address is theirs.
    key: Option<Secret>,
}

/// The pre-authorisation that the caller names, if it is theirs, and whether they have its key.
///
/// Errors: [`Code::NotFound`] where it is not theirs; [`Code::Forbidden`] where it is sent to an address that nobody
/// has proved to be theirs, and, audited, where they have the key of somebody else's.
async fn named(cx: &mut Ctx, body: &OwnChoice) -> Result<(Preauthorisation, bool), Error> {
    // A stranger learns not even whether there is one.
    cx.person()?;
    let it = store::get(cx, &body.id).await?.ok_or_else(|| Error::new(Code::NotFound))?;
    let has_key = match &body.key {
        Some(key) => store::key_hash(cx, &it.id).await? == Some(invitations::hash(cx, key.expose())),
        None => false,
    };
    match theirs(cx, &it, has_key).await? {
        Theirs::Yes => Ok((it, has_key)),
        Theirs::Unproven => Err(Error::new(Code::Forbidden).message(UNPROVEN.clone())),
        // Whoever has its link may know that there is one; nobody else.
        Theirs::No if has_key => {
            cx.release();
            Err(refused(cx, &it).await?)
        }
        Theirs::No => Err(Error::new(Code::NotFound)),
    }
}

/// Accepts an authorisation that waits for the caller. It is carried out at once, and once.
#[utoipa::path(post, path = "/api/account/preauthorised/accept", operation_id = "acceptPreauthorised", tag = "account",
    request_body = OwnChoice, responses((status = 200, body = Envelope<Accepted>)))]
async fn accept(
    State(state): State<Preauthorisations>,
    mut cx: Ctx,
    Json(body): Json<OwnChoice>,
) -> Result<Envelope<Accepted>, Error> {
    let person = cx.person()?;
    let by =
        Accepter { id: person.id.clone(), user_name: person.user_name.clone(), full_name: person.full_name.clone() };
    let (it, has_key) = named(&mut cx, &body).await?;
    if has_key && it.user_id.is_none() {
        contacts::email_is_theirs(cx.db().await?, &by.id).await?;
    }
    let outcome = accepting::accept(&mut cx, &it, &by).await?;
    // Why it could not be carried out is kept, too.
    cx.commit().await?;
    match outcome {
        Ok(batch_id) => {
            state.authorisation.begin_batch(&batch_id);
            Ok(Envelope::ok(Accepted { batch_id }))
        }
        Err(obstacle) => Err(Error::new(Code::Conflict).message(obstacle.text)),
    }
}

/// Declines an authorisation that waits for the caller: nothing is set up, its link stops working, and the
/// administrators see it in their list. Only a new one can be accepted after that.
#[utoipa::path(post, path = "/api/account/preauthorised/decline", operation_id = "declinePreauthorised",
    tag = "account", request_body = OwnChoice, responses((status = 200, body = Envelope<OwnPreauthorisation>)))]
async fn decline(mut cx: Ctx, Json(body): Json<OwnChoice>) -> Result<Envelope<OwnPreauthorisation>, Error> {
    let (it, _) = named(&mut cx, &body).await?;
    if !ending::end(&mut cx, &it, model::State::Declined, "preauthorisation.declined").await? {
        return Err(ending::settled());
    }
    cx.commit().await?;
    Ok(Envelope::ok(Preauthorisation { state: model::State::Declined, ..it }.into()))
}

/// The answer to somebody else, in the audit.
async fn refused(cx: &ReadCtx, it: &Preauthorisation) -> Result<Error, Error> {
    let mut separate = cx.new_transaction();
    separate.audit_event(Event {
        action: "preauthorisation.refused",
        resource: Preauthorisation::RESOURCE,
        record: it.id.to_string(),
        tenant: Some(it.tenant_id.clone()),
        reason: Some("it is for somebody else".to_owned()),
        outcome: Some(Outcome::Refused),
        after: Some(json!({ "userId": cx.person()?.id })),
        ..Event::default()
    });
    separate.commit().await?;
    Ok(Error::new(Code::Forbidden).message(OTHER.clone()))
}
