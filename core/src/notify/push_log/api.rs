//! The logs in the admin REST: `/api/admin/sms-messages` and `/api/admin/email-messages`.

use std::collections::BTreeSet;

use axum::Json as Answer;
use axum::extract::Path;

use super::filter::{EmailFilter, Filter, SmsFilter};
use super::model::{EmailMessage, Logged, MessageLog, NotResent, Resend, Resent, SmsMessage, ToResend};
use super::store;
use crate::kernel::Kernel;
use crate::kernel::body::Json;
use crate::kernel::ctx::{Act, Ctx, Permission, ReadCtx};
use crate::kernel::error::{Code, Error, Text};
use crate::kernel::id::Id;
use crate::kernel::openapi::{OpenApiRouter, routes};
use crate::kernel::page::{List, ListQuery, Listing, Page};

/// The most messages that one call sends again.
const MOST: usize = 100;

/// The operations of the logs.
pub fn router(kernel: Kernel) -> OpenApiRouter {
    OpenApiRouter::new()
        .routes(routes!(list_sms))
        .routes(routes!(read_sms))
        .routes(routes!(sms_log))
        .routes(routes!(resend_sms))
        .routes(routes!(list_email))
        .routes(routes!(read_email))
        .routes(routes!(email_log))
        .routes(routes!(resend_email))
        .with_state(kernel)
}

/// The SMS that were queued, the newest first.
#[utoipa::path(get, path = "/api/admin/sms-messages", operation_id = "getSmsList", tag = "sms-messages",
    params(ListQuery), responses((status = 200, body = Vec<SmsMessage>)))]
async fn list_sms(Listing(mut cx): Listing, list: List<SmsFilter>) -> Result<Page<SmsMessage>, Error> {
    cx.require(Permission::SmsLog, Act::View)?;
    page(&mut cx, list.with_filter(Filter::from)).await
}

/// One SMS.
#[utoipa::path(get, path = "/api/admin/sms-messages/{id}", operation_id = "getSms", tag = "sms-messages",
    params(("id" = String, Path)), responses((status = 200, body = SmsMessage)))]
async fn read_sms(mut cx: ReadCtx, Path(id): Path<String>) -> Result<Answer<SmsMessage>, Error> {
    cx.require(Permission::SmsLog, Act::View)?;
    there(&mut cx, id).await.map(Answer)
}

/// What an SMS said, and what its gateway answered. Codes and links are masked.
#[utoipa::path(get, path = "/api/admin/sms-messages/{id}/log", operation_id = "getSmsLog", tag = "sms-messages",
    params(("id" = String, Path)), responses((status = 200, body = MessageLog)))]
async fn sms_log(mut cx: ReadCtx, Path(id): Path<String>) -> Result<Answer<MessageLog>, Error> {
    cx.require(Permission::SmsLog, Act::View)?;
    log::<SmsMessage>(&mut cx, id).await.map(Answer)
}

/// Sends SMS again, each while it is of use.
#[utoipa::path(post, path = "/api/admin/sms-messages/resend", operation_id = "reSendSms", tag = "sms-messages",
    request_body = ToResend, responses((status = 200, body = Resent)))]
async fn resend_sms(mut cx: Ctx, Json(ask): Json<ToResend>) -> Result<Answer<Resent>, Error> {
    cx.require(Permission::SmsLog, Act::Edit)?;
    let resent = resend::<SmsMessage>(&mut cx, ask).await?;
    cx.commit().await?;
    Ok(Answer(resent))
}

/// The e-mails that were queued, the newest first.
#[utoipa::path(get, path = "/api/admin/email-messages", operation_id = "getEmailList", tag = "email-messages",
    params(ListQuery), responses((status = 200, body = Vec<EmailMessage>)))]
async fn list_email(Listing(mut cx): Listing, list: List<EmailFilter>) -> Result<Page<EmailMessage>, Error> {
    cx.require(Permission::EmailLog, Act::View)?;
    page(&mut cx, list.with_filter(Filter::from)).await
}

/// One e-mail.
#[utoipa::path(get, path = "/api/admin/email-messages/{id}", operation_id = "getEmail", tag = "email-messages",
    params(("id" = String, Path)), responses((status = 200, body = EmailMessage)))]
async fn read_email(mut cx: ReadCtx, Path(id): Path<String>) -> Result<Answer<EmailMessage>, Error> {
    cx.require(Permission::EmailLog, Act::View)?;
    there(&mut cx, id).await.map(Answer)
}

/// What an e-mail said, and what its mail server answered. Codes and links are masked.
#[utoipa::path(get, path = "/api/admin/email-messages/{id}/log", operation_id = "getEmailLog", tag = "email-messages",
    params(("id" = String, Path)), responses((status = 200, body = MessageLog)))]
async fn email_log(mut cx: ReadCtx, Path(id): Path<String>) -> Result<Answer<MessageLog>, Error> {
    cx.require(Permission::EmailLog, Act::View)?;
    log::<EmailMessage>(&mut cx, id).await.map(Answer)
}

/// Sends e-mails again, each while it is of use.
#[utoipa::path(post, path = "/api/admin/email-messages/resend", operation_id = "reSendEmail", tag = "email-messages",
    request_body = ToResend, responses((status = 200, body = Resent)))]
async fn resend_email(mut cx: Ctx, Json(ask): Json<ToResend>) -> Result<Answer<Resent>, Error> {
    cx.require(Permission::EmailLog, Act::Edit)?;
    let resent = resend::<EmailMessage>(&mut cx, ask).await?;
    cx.commit().await?;
    Ok(Answer(resent))
}

async fn page<T: Logged>(cx: &mut ReadCtx, list: List<Filter>) -> Result<Page<T>, Error> {
    let list = list.or_descending("createTime");
    let (locale, now) = (cx.locale(), cx.now());
    Ok(store::page(cx, &list).await?.map(|row| T::of(row, locale, now)))
}

/// The message; an invalid id names none.
async fn there<T: Logged>(cx: &mut ReadCtx, id: String) -> Result<T, Error> {
    let id = Id::try_from(id).map_err(|_| Error::new(Code::NotFound))?;
    let row = store::get(cx, T::KIND, &id).await?.ok_or_else(|| Error::new(Code::NotFound))?;
    Ok(T::of(row, cx.locale(), cx.now()))
}

async fn log<T: Logged>(cx: &mut ReadCtx, id: String) -> Result<MessageLog, Error> {
    let id = Id::try_from(id).map_err(|_| Error::new(Code::NotFound))?;
    let (subject, text) = store::said(cx, T::KIND, &id).await?.ok_or_else(|| Error::new(Code::NotFound))?;
    let attempts = store::attempts(cx, &id).await?;
    Ok(MessageLog { id, subject, text, attempts })
}

async fn resend<T: Logged>(cx: &mut Ctx, ask: ToResend) -> Result<Resent, Error> {
    let ids: BTreeSet<Id> = ask.ids.into_iter().collect();
    if ids.is_empty() || ids.len() > MOST {
        return Err(Error::field("ids", Text::new("请选择1到100条记录", "select 1 to 100 messages")));
    }
    let ids: Vec<Id> = ids.into_iter().collect();
    let (locale, now) = (cx.locale(), cx.now());
    let found = store::some(cx, T::KIND, &ids).await?;
    // In the order of their ids, so that two callers who change the same rows do not wait for each other.
    let mut resent = Resent { queued: 0, refused: Vec::new() };
    for id in ids {
        let Some(row) = found.iter().find(|row| row.id == id) else {
            let reason = Text::new("该记录不存在", "there is no such message").in_locale(locale).to_owned();
            resent.refused.push(NotResent { id, reason });
            continue;
        };
        let judged = Resend::of(row, now);
        if judged == Resend::Possible && store::make_due(cx, &id).await? {
            let before = T::of(row.clone(), locale, now);
            let after = store::get(cx, T::KIND, &id).await?.ok_or_else(|| Error::new(Code::NotFound))?;
            cx.audit_change("message.resent", &before, &T::of(after, locale, now))?;
            resent.queued += 1;
        } else {
            let text = judged.refusal().unwrap_or(Text::new("该消息正在发送", "it is being sent"));
            resent.refused.push(NotResent { id, reason: text.in_locale(locale).to_owned() });
        }
    }
    Ok(resent)
}
