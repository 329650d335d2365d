//! A person's own PINs.

use axum::extract::State;
use serde::{Deserialize, Serialize};

use super::code::{TRIES, event, send_code, target};
use crate::authentication::codes::{self, CodePurpose, CodeSent};
use crate::authentication::model::Nothing;
use crate::authentication::{Sessions, proof};
use crate::kernel::clock::Time;
use crate::kernel::ctx::{Ctx, ReadCtx};
use crate::kernel::error::{Code, Error, Problems, Text};
use crate::kernel::http::{Envelope, Json};
use crate::kernel::id::Id;
use crate::kernel::patterns;
use crate::kernel::secret::Secret;
use crate::resources::pins::{self, NoticeType, PinRule};
use crate::resources::tenants::{self, Tenant};
use crate::resources::users::contacts;
use crate::signing::store as sql;

/// The state of the caller's PIN in a tenant; never the PIN itself.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct OwnPin {
    /// The tenant.
    tenant_id: Id,
    /// Its name.
    tenant_name: String,
    /// The composition of a PIN: 1 letters, 2 digits, 3 letters and digits.
    pin_rule: PinRule,
    /// The number of characters of a PIN.
    pin_length: i64,
    /// The channel of the code: 1 e-mail, 2 SMS.
    pin_notice_type: NoticeType,
    /// Minutes that a code is valid; 0: the tenant sends no codes.
    pin_duration: i64,
    /// Whether a PIN is set.
    is_set: bool,
    /// Whether it is locked after too many wrong tries: setting another with a new code unlocks it.
    locked: bool,
    /// When it was set.
    set_at: Option<Time>,
}

/// The caller's PINs: one for each of their tenants, set or not.
#[utoipa::path(get, path = "/api/account/pins", operation_id = "accountPins", tag = "account",
    responses((status = 200, body = Envelope<Vec<OwnPin>>)))]
pub(crate) async fn list(mut cx: ReadCtx) -> Result<Envelope<Vec<OwnPin>>, Error> {
    let user = cx.person()?.id.clone();
    let rows = sql::own(cx.db().await?, &user).await?;
    let mut shown = Vec::with_capacity(rows.len());
    for row in rows {
        let setting = pins::of(&mut cx, &row.tenant_id).await?;
        shown.push(OwnPin {
            tenant_id: row.tenant_id,
            tenant_name: row.tenant_name,
            pin_rule: setting.pin_rule,
            pin_length: setting.pin_length,
            pin_notice_type: setting.pin_notice_type,
            pin_duration: setting.pin_duration,
            is_set: row.failures.is_some(),
            locked: row.failures.is_some_and(|failures| failures >= TRIES),
            set_at: row.set_at,
        });
    }
    Ok(Envelope::ok(shown))
}

/// The tenant of the PIN.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct OfTenant {
    /// The tenant.
    tenant_id: Id,
}

/// A tenant that the caller belongs to.
async fn own_tenant(cx: &mut ReadCtx, id: &Id) -> Result<Tenant, Error> {
    let nothing = || Error::new(Code::NotFound);
    if !cx.person()?.tenants.contains_key(id) {
        return Err(nothing());
    }
    tenants::get(cx, id).await?.ok_or_else(nothing)
}

/// Sends the caller the code for setting their PIN.
#[utoipa::path(post, path = "/api/account/pins/code", operation_id = "accountPinCode", tag = "account",
    request_body = OfTenant, responses((status = 200, body = Envelope<CodeSent>)))]
pub(crate) async fn send(
    State(sessions): State<Sessions>,
    mut cx: Ctx,
    Json(body): Json<OfTenant>,
) -> Result<Envelope<CodeSent>, Error> {
    let user = cx.person()?.id.clone();
    let tenant = own_tenant(&mut cx, &body.tenant_id).await?;
    let account = contacts::by_id(cx.db().await?, &user).await?.ok_or_else(|| Error::new(Code::SessionRevoked))?;
    send_code(&sessions, &mut cx, &tenant, &account).await?;
    cx.commit().await?;
    Ok(Envelope::ok(CodeSent::of(&sessions)))
}

/// A new PIN and the code that allows it.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct NewPin {
    /// The tenant.
    tenant_id: Id,
    /// The code.
    code: String,
    /// The PIN, or a compact JWE of it.
    pin: Secret,
    /// The PIN again.
    re_pin: Secret,
}

/// Sets the caller's PIN in a tenant. Needs a recent proof.
///
/// Errors: 701 for an invalid code.
#[utoipa::path(post, path = "/api/account/pins", operation_id = "accountPinSet", tag = "account",
    request_body = NewPin, responses((status = 200, body = Envelope<Nothing>)))]
pub(crate) async fn set(
    State(sessions): State<Sessions>,
    mut cx: Ctx,
    Json(body): Json<NewPin>,
) -> Result<Envelope<Nothing>, Error> {
    let user = cx.person()?.id.clone();
    let code = body.code.trim();
    let mut problems = Problems::default();
    problems.check(!code.is_empty(), "code", "验证码不能为空", "Please enter the code");
    let known = code.is_empty() || patterns::is_numeric_code(code);
    problems.check(known, "code", "验证码不正确", "The code is incorrect");
    problems.check(!body.pin.is_empty(), "pin", "请输入PIN码", "please enter the PIN");
    problems.into_result()?;
    let tenant = own_tenant(&mut cx, &body.tenant_id).await?.id;
    let setting = pins::of(&mut cx, &tenant).await?;
    cx.release();
    let permit = sessions.hasher().enter(&cx)?;
    let new = sessions.open_password(&permit, &body.pin).await?;
    let again = sessions.open_password(&permit, &body.re_pin).await?;
    if new.password != again.password {
        return Err(Error::field("rePin", Text::new("两次输入的PIN码不一致", "The two PINs differ")));
    }
    setting.check(new.password.expose()).map_err(|text| Error::field("pin", text))?;
    // A PIN signs in the person's name: an old session that was left open must not be enough to choose one.
    sessions.require_recent(&mut cx).await?;
    cx.release();
    let right = codes::judge(&sessions, &cx, CodePurpose::Pin, &target(&tenant, &user), "", code).await?;
    let hash = sessions.hasher().hash_in(&permit, &new.password).await?;
    if !right.spend(&mut cx).await? {
        return Err(codes::wrong());
    }
    let now = cx.now();
    let tx = cx.db().await?;
    proof::spend(&sessions, tx, &new).await?;
    sql::put(tx, &tenant, &user, hash, now).await?;
    cx.audit_event(event("pin.set", &tenant, &user));
    cx.commit().await?;
    Ok(Envelope::ok(Nothing))
}
