//! Existing accounts, when an administrator adds their person.

use super::model::{User, UserInput};
use super::service::{Changed, elsewhere, update};
use crate::kernel::ctx::Ctx;
use crate::kernel::error::{Error, Problems, Text};

/// Uses an existing account instead of making a new one. It keeps its data; the form only fills empty fields. `None`
/// where it fills none.
///
/// Errors: on `password`, as the account has its own or gets one by a reset; on `roleId` for a role other than its own.
pub async fn adopt(
    cx: &mut Ctx,
    there: &User,
    input: &UserInput,
    has_password: bool,
) -> Result<Option<Changed>, Error> {
    let mut p = Problems::default();
    p.check(
        !has_password,
        "password",
        "该账号已存在，不能设置初始密码",
        "this account is here already: it gets no first password",
    );
    let given = input.role_id.clone().flatten();
    match (&there.role_id, &given) {
        (Some(role), Some(given)) if role != given => {
            let name = there.role_name.clone().unwrap_or_default();
            let (zh, en) = (
                format!("该账号已有角色“{name}”，请在其基本信息中修改"),
                format!("this account has the role {name}; change it in its basic information"),
            );
            p.add("roleId", Text::made(zh, en));
        }
        (None, None) => p.add("roleId", Text::new("请选择角色", "please select role")),
        _ => {}
    }
    elsewhere(&mut p, there, input);
    p.into_result()?;
    let filled = filled(there, input);
    if let Some(input) = filled { update(cx, &there.id, &input).await.map(Some) } else { Ok(None) }
}

/// The account's basic information, with its empty fields filled from the form; `None` where the form fills none.
fn filled(there: &User, input: &UserInput) -> Option<UserInput> {
    let some = |text: &Option<String>| text.as_deref().is_some_and(|text| !text.trim().is_empty());
    let role = there.role_id.is_none();
    let sex = there.sex.is_none() && input.sex.is_some();
    let birthday = there.birthday.is_none() && some(&input.birthday);
    let place = there.place.country.is_none() && input.country_id.is_some();
    let remark = there.remark.is_empty() && some(&input.remark);
    let from = if place {
        [&input.country_id, &input.province_id, &input.city_id]
    } else {
        [&there.place.country, &there.place.province, &there.place.city]
    };
    let [country_id, province_id, city_id] = from.map(Clone::clone);
    (role || sex || birthday || place || remark).then(|| UserInput {
        version: Some(there.version),
        full_name: Some(there.full_name.clone()),
        role_id: Some(there.role_id.clone().or_else(|| input.role_id.clone().flatten())),
        user_type: Some(there.user_type),
        sex: there.sex.or(input.sex),
        birthday: there.birthday.clone().or_else(|| input.birthday.clone()),
        country_id,
        province_id,
        city_id,
        remark: if remark { input.remark.clone() } else { Some(there.remark.clone()) },
        language: Some(there.language.clone()),
        ..UserInput::default()
    })
}
