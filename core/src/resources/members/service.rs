//! The rules of changing memberships.

use super::items::check_items;
use super::model::{Enabled, Member, MemberBase, MemberImportant};
use super::store;
use crate::kernel::ctx::{Ctx, Who};
use crate::kernel::error::{Code, Error, Problems, Text, given_version};
use crate::kernel::resource::input::note;
use crate::resources::Became;
use crate::resources::roles::{self, RoleType};
use crate::resources::users;

fn version_of(version: Option<i64>, before: &Member) -> Result<(), Error> {
    if given_version(version)? == before.version { Ok(()) } else { Err(Error::new(Code::Conflict)) }
}

/// Changes the basic information and notes it in the audit.
pub async fn update_base(cx: &mut Ctx, before: &Member, input: &MemberBase) -> Result<Member, Error> {
    version_of(input.version, before)?;
    users::changeable(cx, &before.user_id).await?;
    let mut p = Problems::default();
    check_items(cx, &mut p, &before.tenant_id, input.type_id.as_ref(), input.position_id.as_ref()).await?;
    let address = note(&mut p, "address", input.address.as_deref().unwrap_or(&before.address));
    p.into_result()?;
    let (type_id, position_id) = (input.type_id.clone(), input.position_id.clone());
    let mut after = Member { type_id, position_id, address, ..before.clone() };
    store::update(cx, &mut after).await?;
    cx.audit_change("tenant_user.updated", before, &after)?;
    Ok(after)
}

/// Nobody changes what they may do themselves, or the membership of somebody who may do more, in the tenant or on the
/// platform.
async fn changeable(cx: &mut Ctx, before: &Member) -> Result<(), Error> {
    if matches!(&cx.who, Who::Person(person) if person.id == before.user_id) {
        let text = Text::new("不能修改自己的角色或状态", "nobody changes their own role or status");
        return Err(Error::new(Code::Forbidden).message(text));
    }
    if let Some(role) = &before.role
        && roles::stronger_than_own(cx, role, Some(&before.tenant_id)).await?
    {
        let text = Text::new("不能修改权限高于自身的用户", "nobody changes an account stronger than their own");
        return Err(Error::new(Code::Forbidden).message(text));
    }
    users::changeable(cx, &before.user_id).await.map(|_| ())
}

/// What a change of a membership means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Meaning {
    /// Whether what the person may do in the tenant is not what it was: somebody is let in, or locked out.
    pub changes: bool,
    /// Whether something was lost, so that what depended on it is to end, which is the caller's.
    pub lost: bool,
}

/// Changes role and state, and notes it in the audit.
pub async fn update_important(
    cx: &mut Ctx,
    before: &Member,
    input: &MemberImportant,
) -> Result<(Member, Meaning), Error> {
    version_of(input.version, before)?;
    changeable(cx, before).await?;
    let mut after = Member { enabled: input.enabled.unwrap_or(before.enabled), ..before.clone() };
    let Some(role) = &input.role else {
        return Err(Error::field("role", Text::new("请选择角色", "please select role")));
    };
    if before.role.as_ref() != Some(role) {
        let role = roles::may_give(cx, role, RoleType::Tenant, Some(&before.tenant_id), "role").await?;
        after.role_name = Some(role.called(cx.locale()).to_owned());
        after.role = Some(role.id);
    }
    store::update(cx, &mut after).await?;
    cx.audit_change("tenant_user.important_updated", before, &after)?;
    let disabled = before.enabled == Enabled::Enabled && after.enabled == Enabled::Disabled;
    let lost = before.role.is_some() && before.role != after.role;
    let changes = before.enabled != after.enabled || before.role != after.role;
    Ok((after, Meaning { changes, lost: disabled || lost }))
}

/// What became of the member, for what follows from it elsewhere.
pub fn became(before: &Member, after: &Member) -> Option<Became> {
    match (before.enabled, after.enabled) {
        (Enabled::Enabled, Enabled::Disabled) => Some(Became::Disabled(after.tenant_id.clone())),
        (Enabled::Disabled, Enabled::Enabled) => Some(Became::Enabled(after.tenant_id.clone())),
        _ => None,
    }
}

/// Takes somebody out of a tenant, and notes it in the audit.
pub async fn delete(cx: &mut Ctx, member: &Member) -> Result<(), Error> {
    changeable(cx, member).await?;
    store::delete(cx, member).await?;
    cx.audit_deletion("tenant_user.deleted", member)
}
