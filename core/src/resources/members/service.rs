//! The rules of changing memberships.

use super::model::{Enabled, Member, MemberBase, MemberImportant};
use super::store;
use crate::kernel::ctx::{Ctx, Permission, ReadCtx, Scope, Who};
use crate::kernel::error::{Code, Error, Problems, Text, given_version};
use crate::kernel::page::{List, Page, Sorts};
use crate::kernel::references::Reference;
use crate::kernel::resource::input::note;
use crate::kernel::resource::{Change, Kind, Operation, Reach, Resource, record, sorts};
use crate::resources::Became;
use crate::resources::dictionaries;
use crate::resources::roles::{self, RoleType};
use crate::resources::users::{self, Users};

fn version_of(version: Option<i64>, before: &Member) -> Result<(), Error> {
    if given_version(version)? == before.version { Ok(()) } else { Err(Error::new(Code::Conflict)) }
}

impl Resource for Member {
    type State = Users;
    type Form = MemberBase;
    type Filter = store::Filter;

    const NOUN: &'static str = "tenant-users";
    const OPERATIONS: &'static [Operation] = &[
        Operation::new(
            Kind::List,
            "getTenantUserList",
            "Members of the tenant that the filter names, or of every tenant that the caller administers.",
        ),
        Operation::new(Kind::Read, "getTenantUserInfoById", "One member."),
        Operation::new(
            Kind::Update,
            "saveTenantUserBase",
            "Changes the basic information of a member: type, position, address.",
        ),
        Operation::new(
            Kind::Remove,
            "deleteTenantUser",
            "Takes somebody out of a tenant. Needs a recent proof. What depended on that tenant ends, and nothing else.",
        ),
    ];
    const PERMISSION: Permission = Permission::TenantUsers;
    /// The members' own menu, and the menus whose forms choose from them.
    const READERS: &'static [Permission] =
        &[Permission::TenantUsers, Permission::UserDepartments, Permission::UserAllowed, Permission::Authorization];
    const REACH: Reach = Reach::Tenants("tenant_id");
    const SORTS: Sorts = sorts![memberships; "userName": user_name_key, id; "fullName": full_name_key, id;];
    const CALLED: (&'static str, &'static str) = ("租户用户", "tenant user");
    // What is left of a person who was removed holds nothing.
    const OTHER_REFERENCES: &'static [Reference] = &[Reference::new(
        "roles",
        ("租户用户", "tenant users"),
        "SELECT 1 FROM memberships JOIN users u ON u.id = memberships.user_id \
         WHERE memberships.role_id = $1 AND u.deleted_at IS NULL LIMIT 1",
    )];

    async fn page(cx: &mut ReadCtx, list: &List<store::Filter>, scope: &Scope) -> Result<Option<Page<Self>>, Error> {
        store::page(cx, list, scope).await.map(Some)
    }

    fn seen(self, scope: &Scope) -> Self {
        if *scope == Scope::All || !self.of_platform {
            return self;
        }
        Self { email: String::new(), phone: String::new(), ..self }
    }

    async fn possible(cx: &mut ReadCtx, change: Change<'_, Self>) -> Result<(), Error> {
        match change {
            Change::Create(_) => Ok(()),
            Change::Update(before, form) => {
                version_of(form.version, before)?;
                users::changeable(cx, &before.user_id).await.map(|_| ())
            }
            Change::Remove(member) => changeable(cx, member).await,
        }
    }

    async fn check(
        cx: &mut Ctx,
        p: &mut Problems,
        form: &MemberBase,
        _: Option<&Self>,
        member: &mut Self,
    ) -> Result<(), Error> {
        let items = store::items(member.type_id.as_ref(), member.position_id.as_ref());
        dictionaries::check(cx, p, Some(&member.tenant_id), items).await?;
        member.address = note(p, "address", form.address.as_deref().unwrap_or(&member.address));
        Ok(())
    }

    async fn confirm(users: &Users, cx: &mut ReadCtx, change: Change<'_, Self>) -> Result<(), Error> {
        if let Change::Remove(_) = change { users.step_up.require(cx).await } else { Ok(()) }
    }

    async fn describe(cx: &mut ReadCtx, members: &mut [Self]) -> Result<(), Error> {
        store::describe(cx, members).await
    }

    async fn removed(users: &Users, cx: &mut Ctx, member: &Self) -> Result<(), Error> {
        users::file(cx.db().await?, &member.user_id).await?;
        users.sessions.left(cx, &member.user_id, &member.tenant_id).await?;
        users.grants.follow(cx, &member.user_id, &Became::Left(member.tenant_id.clone()), "").await
    }
}

/// Refuses to change the caller's own role or status, and the membership of a person with more permissions than the
/// caller, in the tenant or on the platform.
async fn changeable(cx: &mut ReadCtx, before: &Member) -> Result<(), Error> {
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

/// The effects of changing a membership.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Meaning {
    /// Whether the person's permissions in the tenant change: somebody gets access or loses it.
    pub changes: bool,
    /// Whether permissions were lost; then the caller ends everything that depends on them.
    pub lost: bool,
}

/// Changes role and status, and audits it.
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
        let role = roles::give(cx, role, RoleType::Tenant, Some(&before.tenant_id), "role").await?;
        after.role_name = Some(role.called(cx.locale()).to_owned());
        after.role = Some(role.id);
    }
    record::update(cx, &mut after).await?;
    cx.audit_change("tenant_user.important_updated", before, &after)?;
    let disabled = before.enabled == Enabled::Enabled && after.enabled == Enabled::Disabled;
    let lost = before.role.is_some() && before.role != after.role;
    let changes = before.enabled != after.enabled || before.role != after.role;
    Ok((after, Meaning { changes, lost: disabled || lost }))
}

/// The change of the member's status, for its effects on other modules.
pub fn became(before: &Member, after: &Member) -> Option<Became> {
    match (before.enabled, after.enabled) {
        (Enabled::Enabled, Enabled::Disabled) => Some(Became::Disabled(after.tenant_id.clone())),
        (Enabled::Disabled, Enabled::Enabled) => Some(Became::Enabled(after.tenant_id.clone())),
        _ => None,
    }
}
