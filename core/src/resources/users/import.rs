//! The import of users from a file: checked first, all or none; a second import changes nothing.

use std::collections::{BTreeMap, BTreeSet};

use axum::Json as Answer;
use axum::extract::State;

use super::model::{Sex, User, UserInput, UserType};
use super::service;
use super::state::Users;
use super::store;
use super::taken_store::{self, Kept};
use crate::kernel::ctx::{Act, Audited as _, Ctx, Permission, ReadCtx, SignedIn};
use crate::kernel::error::{Code, Error, Problems, Text};
use crate::kernel::fold::fold;
use crate::kernel::http::Json;
use crate::kernel::id::Id;
use crate::kernel::mailaddr;
use crate::kernel::openapi::{OpenApiRouter, routes};
use crate::kernel::phone;
use crate::resources::areas::{self, Place};
use crate::resources::roles::{self, RoleType};
use crate::resources::sheet::{Columns, Field, ImportRequest, ImportResult, Line, MAX_BODY};

/// The operation, with a greater body limit for the file.
pub fn router() -> OpenApiRouter<Users> {
    OpenApiRouter::new().routes(routes!(import)).layer(axum::extract::DefaultBodyLimit::max(MAX_BODY))
}

/// Makes users from a file: all of them or, where a row is wrong, none. Skips users that already exist with the same
/// values. Nobody gets a password: they set one by a reset. Where a row gives an administrator's role it needs a recent
/// proof.
#[utoipa::path(post, path = "/api/admin/users/import", operation_id = "importUsers", tag = "users",
    extensions(("x-max-body" = json!(8_388_608))),
    request_body = ImportRequest, responses((status = 200, body = ImportResult)))]
async fn import(
    State(users): State<Users>,
    _: SignedIn,
    mut cx: Ctx,
    Json(body): Json<ImportRequest>,
) -> Result<Answer<ImportResult>, Error> {
    cx.require(Permission::Users, Act::Edit)?;
    let (lines, file) = users.exports.open(body.content.unwrap_or_default(), body.file_name).await?;
    // Checking takes time in proportion to the file; it must not block writers.
    let (result, fresh) = judge(&mut cx.new_read_transaction(), &lines).await?;
    if result.stays_out(body.dry_run) {
        return Ok(Answer(result));
    }
    let file = users.exports.store(&cx, file, Permission::Users, None).await;
    let given: BTreeSet<&Id> = fresh.iter().filter_map(|user| user.role_id.as_ref()).collect();
    // Since the file was checked, a role may have been changed or removed.
    for role in &given {
        roles::give(&mut cx, role, RoleType::System, None, "roleId").await?;
    }
    roles::before_giving(&mut cx, users.step_up.as_ref(), given).await?;
    for user in &fresh {
        store::insert(&mut cx, user, None).await?;
        cx.audit("user.created", user)?;
    }
    let result = result.applied(&mut cx, file, ("user.imported", User::RESOURCE), None).await?;
    cx.commit().await?;
    Ok(Answer(result))
}

/// The fields, with the export's column names in both languages.
const FIELDS: &[Field] = &[
    ("fullName", ["姓名", "Name"]),
    ("userName", ["用户名", "User name"]),
    ("email", ["邮箱", "E-mail"]),
    ("phone", ["电话", "Phone"]),
    ("roleId", ["角色", "Role"]),
    ("userType", ["显示", "Display"]),
    ("sex", ["性别", "Sex"]),
    ("birthday", ["出生日期", "Date of birth"]),
    ("language", ["语言", "Language"]),
    ("countryId", ["国家", "Country"]),
    ("provinceId", ["省/州", "Province/State"]),
    ("cityId", ["城市", "City"]),
    ("remark", ["备注", "Remark"]),
];

fn one_of<T: Copy>(p: &mut Problems, field: &str, text: &str, known: &[(&[&str], T)]) -> Option<T> {
    if text.is_empty() {
        return None;
    }
    let found = known.iter().find(|(words, _)| words.iter().any(|word| fold(word) == fold(text)));
    p.check(found.is_some(), field, "取值不正确", "this value is not known");
    found.map(|(_, value)| *value)
}

/// A row as the input of a form.
fn input(p: &mut Problems, columns: &Columns, line: &Line, roles: &BTreeMap<String, Id>, place: Place) -> UserInput {
    let get = |field: &str| columns.get(line, field);
    let role = get("roleId");
    let role_id = roles.get(&role).cloned();
    p.check(role.is_empty() || role_id.is_some(), "roleId", "角色不存在或已关闭", "there is no such open role");
    UserInput {
        full_name: Some(get("fullName")),
        user_name: Some(get("userName")),
        email: Some(get("email")),
        phone: Some(get("phone")),
        role_id: Some(role_id),
        user_type: one_of(
            p,
            "userType",
            &get("userType"),
            &[(&["0", "正常显示", "Normal"], UserType::Normal), (&["1", "特殊显示", "Special"], UserType::Special)],
        ),
        sex: one_of(p, "sex", &get("sex"), &[(&["0", "男", "Male"], Sex::Male), (&["1", "女", "Female"], Sex::Female)]),
        birthday: Some(get("birthday")),
        country_id: place.country,
        province_id: place.province,
        city_id: place.city,
        remark: Some(get("remark")),
        language: Some(get("language")),
        ..UserInput::default()
    }
}

/// The existing users that a file may mean.
#[derive(Default)]
struct There {
    by_name: BTreeMap<String, Kept>,
    by_email: BTreeMap<String, Kept>,
    /// The phones in the file that other accounts have verified.
    phones: BTreeSet<String>,
}

impl There {
    async fn of(cx: &mut ReadCtx, columns: &Columns, lines: &[Line]) -> Result<Self, Error> {
        let mut there = Self::default();
        for part in lines.chunks(500) {
            let names: Vec<_> = part.iter().map(|line| fold(&columns.get(line, "userName"))).collect();
            let emails: Vec<_> = part.iter().map(|line| mailaddr::key(&columns.get(line, "email"))).collect();
            let phones = part.iter().filter_map(|line| phone::key(&columns.get(line, "phone"))).collect();
            there.phones.extend(taken_store::verified_phones(cx, phones).await?);
            for kept in taken_store::kept(cx, names, emails).await? {
                there.by_name.insert(kept.user_name_key.clone(), kept.clone());
                there.by_email.insert(kept.email_key.clone(), kept);
            }
        }
        Ok(there)
    }
}

/// Checks every row. Returns the result of the import and the users to make.
async fn judge(cx: &mut ReadCtx, lines: &[Line]) -> Result<(ImportResult, Vec<User>), Error> {
    let [header, rows @ ..] = lines else { return Err(Error::new(Code::Internal)) };
    let columns = Columns::of(header, FIELDS, 4)?;
    let roles = roles::named(cx, RoleType::System).await?;
    let there = There::of(cx, &columns, rows).await?;
    let (mut givable, mut regions) = (BTreeMap::new(), areas::Finder::default());
    let (mut names, mut emails) = (BTreeSet::new(), BTreeSet::new());
    let mut result = ImportResult::of(rows.len());
    let locale = cx.locale();
    let mut fresh = Vec::new();
    for line in rows {
        let mut p = Problems::default();
        let place = regions.place(cx, &mut p, columns.place(line).each_ref().map(String::as_str)).await?;
        let given = input(&mut p, &columns, line, &roles, place);
        let user = given.over(&mut p, User::blank(cx.new_id(), cx.now()));
        let (name, email) = (fold(&user.user_name), mailaddr::key(&user.email));
        p.check(names.insert(name.clone()), "userName", "文件中重复", "twice in the file");
        p.check(emails.insert(email.clone()), "email", "文件中重复", "twice in the file");
        let (same_name, same_email) = (there.by_name.get(&name), there.by_email.get(&email));
        let just_so = same_name.is_some_and(|kept| kept.is(&user, &email));
        if let Some(kept) = same_name.filter(|_| just_so) {
            // Fields without a column in the file are not compared.
            for field in kept.differs(&user).filter(|field| columns.has(field)) {
                let text =
                    Text::new("与已有用户不同，导入不修改已有用户", "the user has another; an import changes nobody");
                p.add(field, text);
            }
        } else {
            if let Some(kept) = same_name {
                p.add("userName", if kept.gone { service::NAME_OF_REMOVED } else { service::NAME_TAKEN });
            }
            if let Some(kept) = same_email {
                p.add("email", if kept.gone { service::EMAIL_OF_REMOVED } else { service::EMAIL_TAKEN });
            }
            let phone = phone::key(&user.phone).unwrap_or_default();
            if there.phones.contains(&phone) {
                p.add("phone", service::PHONE_OF_ANOTHER);
            }
            p.check(!columns.get(line, "roleId").is_empty(), "roleId", "请选择角色", "please select role");
            if let Some(role) = &user.role_id {
                if !givable.contains_key(role) {
                    let may = roles::may_give(cx, role, RoleType::System, None, "roleId").await;
                    givable.insert(role.clone(), may.is_ok());
                }
                let may = givable.get(role).copied().unwrap_or_default();
                p.check(may, "roleId", "不能授予高于自身权限的角色", "nobody grants a role stronger than their own");
            }
        }
        if !result.takes(line.row, p, locale) {
            continue;
        }
        if result.counts(just_so) {
            fresh.push(user);
        }
    }
    for part in fresh.chunks_mut(500) {
        store::describe(cx, part).await?;
    }
    Ok((result, fresh))
}
