//! The export of the users to a file.

use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;
use serde::Deserialize;
use serde_json::json;

use super::model::{Org, Sex, Status, User, UserType};
use super::state::Users;
use super::store;
use crate::kernel::ctx::{Act, Audited as _, Ctx, Event, Permission};
use crate::kernel::error::{Error, Locale, Text};
use crate::kernel::http::Json;
use crate::kernel::id::Id;
use crate::kernel::openapi::{OpenApiRouter, routes};
use crate::kernel::page::MAX_ROWS;
use crate::resources::sheet::{self, Cells, Table};

/// The operation.
pub fn router() -> OpenApiRouter<Users> {
    OpenApiRouter::new().routes(routes!(export))
}

/// The most rows that a person may export within a [`DAY`] without a recent proof.
pub const WITHOUT_PROOF: i64 = 100;
/// Seconds of the window, which begins with its first export.
const DAY: i64 = 24 * 3600;

/// The users to export.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
struct ExportRequest {
    /// All users; then `userIds` is ignored.
    all: Option<bool>,
    /// Only these, at most 1000.
    user_ids: Option<Vec<Id>>,
}

/// Exports users as a zip of CSV and XLSX. `X-Total-Count` is their number at the start; the CSV comes first and is
/// streamed, so that a client can show progress. Exporting all users needs a recent proof, and so do more than a
/// hundred within a day, over any number of calls.
#[utoipa::path(post, path = "/api/admin/users/export", operation_id = "exportUsers", tag = "users",
    request_body = ExportRequest,
    responses((status = 200, content_type = "application/zip", body = Vec<u8>)))]
async fn export(State(users): State<Users>, mut cx: Ctx, Json(body): Json<ExportRequest>) -> Result<Response, Error> {
    cx.require(Permission::Users, Act::View)?;
    let all = body.all.unwrap_or_default();
    let mut ids = body.user_ids.unwrap_or_default();
    ids.sort_unstable();
    ids.dedup();
    let count = i64::try_from(ids.len()).unwrap_or(i64::MAX);
    if !all && !(1..=MAX_ROWS).contains(&count) {
        let text = if count == 0 {
            Text::new("请选择一个用户", "please select a user")
        } else {
            Text::new("一次最多选择1000个用户", "at most 1000 users at once")
        };
        return Err(Error::field("userIds", text));
    }
    let only = (!all).then_some(ids);
    let total = if only.is_none() { store::count(&mut cx).await? } else { count };
    let asker = cx.person().ok().map(|person| person.id.clone());
    if let Some(asker) = asker {
        let taken = store::count_exported(&mut cx, &asker, total, DAY).await?;
        if only.is_none() || taken > WITHOUT_PROOF {
            users.step_up.require(&mut cx).await?;
        }
    }
    cx.audit_event(Event {
        action: "user.exported",
        resource: User::RESOURCE,
        record: if only.is_none() { "all".to_owned() } else { "selected".to_owned() },
        after: Some(json!({ "total": total, "userIds": only })),
        ..Event::default()
    });
    let (locale, asker) = (cx.locale(), cx.new_read_transaction());
    // Before the first octet leaves: an export that cannot be audited must not happen.
    cx.commit().await?;
    let table = Table { name: "user-list", header: header(locale), total, permission: Permission::Users, tenant: None };
    let only = only.map(Arc::<[Id]>::from);
    let rows = sheet::walk(asker.new_read_transaction(), move |mut cx, after: Option<Id>| {
        let only = only.clone();
        async move {
            let found = store::walk(&mut cx, after.as_ref(), only.as_deref(), MAX_ROWS).await?;
            let next = found.last().map(|user| user.id.clone());
            Ok((found.into_iter().map(|user| cells(user, locale)).collect(), next))
        }
    });
    sheet::respond(&users.exports, table, &asker, rows).await
}

/// The columns, as the import reads them.
const COLUMNS: &[Text] = &[
    Text::new("姓名", "Name"),
    Text::new("用户名", "User name"),
    Text::new("邮箱", "E-mail"),
    Text::new("电话", "Phone"),
    Text::new("角色", "Role"),
    Text::new("邮箱验证", "E-mail verification"),
    Text::new("锁定状态", "Lock status"),
    Text::new("显示", "Display"),
    Text::new("性别", "Sex"),
    Text::new("出生日期", "Date of birth"),
    Text::new("语言", "Language"),
    Text::new("国家", "Country"),
    Text::new("省/州", "Province/State"),
    Text::new("城市", "City"),
    Text::new("来源", "Kept by"),
    Text::new("备注", "Remark"),
    Text::new("创建时间", "Created"),
];

fn header(locale: Locale) -> Cells {
    COLUMNS.iter().map(|text| text.in_locale(locale).to_owned()).collect()
}

fn cells(user: User, locale: Locale) -> Cells {
    let say = |zh, en| Text::new(zh, en).in_locale(locale).to_owned();
    vec![
        user.full_name,
        user.user_name,
        user.email,
        user.phone,
        user.role_name.unwrap_or_default(),
        if user.email_valid.0 { say("已验证", "Verified") } else { say("未验证", "Not verified") },
        if user.status == Status::Normal { say("正常", "Normal") } else { say("锁定", "Locked") },
        if user.user_type == UserType::Normal { say("正常显示", "Normal") } else { say("特殊显示", "Special") },
        match user.sex {
            Some(Sex::Male) => say("男", "Male"),
            Some(Sex::Female) => say("女", "Female"),
            None => String::new(),
        },
        user.birthday.unwrap_or_default(),
        user.language,
        user.place_names.country_name,
        user.place_names.province_name,
        user.place_names.city_name,
        match user.org {
            Org::Local => say("本系统", "This server"),
            Org::Cloud => say("云平台", "Cloud"),
            Org::Ldap => say("目录", "Directory"),
        },
        user.remark,
        user.created_at.to_string(),
    ]
}
