//! A small world for the rooms' tests: one tenant with a study, sites and a bound system.

use crate::kernel::Kernel;
use crate::kernel::ctx::{Act, Allowed, Ctx, Permission, Person, Who};
use crate::kernel::id::Id;
use crate::rooms::domains::{self, NewStudyBinding, NewTenantDomain, StudyBinding, TenantDomain};
use crate::rooms::licences::{self, NewLicence};
use crate::rooms::roles::{self, NewRole, Role, RoleType};
use crate::rooms::software::{self, AuthorizationStyle, NewSoftware, Software};
use crate::rooms::studies::{self, NewStudy, Study};
use crate::rooms::tenants::{self, Tenant, TenantInput};
use crate::rooms::users::{self, User, UserInput};
use crate::testing::START;

/// A context of the server itself.
pub fn system(kernel: &Kernel) -> Ctx {
    Ctx::system(kernel, "test")
}

pub async fn tenant(cx: &mut Ctx, name: &str) -> Tenant {
    let input = TenantInput {
        tenant_name: Some(name.into()),
        abbr: Some(name.chars().take(3).collect()),
        category_id: Some("1-cro".into()),
        ..TenantInput::default()
    };
    tenants::create(cx, input).await.unwrap()
}

pub fn user_input(name: &str) -> UserInput {
    UserInput {
        full_name: Some(format!("{name} Full")),
        user_name: Some(name.into()),
        email: Some(format!("{name}@example.com")),
        phone: Some("13800000000".into()),
        ..UserInput::default()
    }
}

pub async fn user(cx: &mut Ctx, name: &str, role: Option<&Role>) -> User {
    let input = UserInput { role_id: Some(role.map(|r| r.id.clone())), ..user_input(name) };
    users::create(cx, &input, None).await.unwrap()
}

pub async fn role(cx: &mut Ctx, name: &str, kind: RoleType, menus: &[(Permission, Act)]) -> Role {
    let (name, super_admin) = (name.to_owned(), menus.is_empty());
    let new = NewRole { name, description: String::new(), role_type: kind, super_admin, menus: menus.to_vec() };
    roles::create(cx, new).await.unwrap()
}

pub async fn study(cx: &mut Ctx, tenant: &Tenant, name: &str, code: &str) -> Study {
    let new = NewStudy {
        tenant_id: tenant.id.clone(),
        study_name: name.into(),
        study_code: code.into(),
        plan_code: format!("P-{code}"),
        sponsor: "Sponsor".into(),
    };
    studies::create(cx, new).await.unwrap()
}

pub async fn edc(cx: &mut Ctx) -> Software {
    let new = NewSoftware {
        software_name: "EDC".into(),
        describe: String::new(),
        web_code: "020".into(),
        app_code: "021".into(),
        validity_time: 30,
        sort: 1,
        authorization_style: AuthorizationStyle::Edc,
    };
    software::create(cx, new).await.unwrap()
}

pub async fn domain(cx: &mut Ctx, tenant: &Tenant, software: &Software) -> TenantDomain {
    let new = NewTenantDomain {
        tenant_id: tenant.id.clone(),
        software_id: software.id.clone(),
        url_name: "Main".into(),
        url: String::new(),
        website_url: "https://edc.example.com".into(),
        mobile_url: "https://m.edc.example.com".into(),
        api_url: "https://api.edc.example.com".into(),
        remark: String::new(),
    };
    domains::create(cx, new).await.unwrap()
}

pub async fn bind(cx: &mut Ctx, study: &Study, domain: &TenantDomain) -> StudyBinding {
    let new = NewStudyBinding {
        study_id: study.id.clone(),
        tenant_domain_id: domain.id.clone(),
        role_api_request: "https://api.edc.example.com/roles".into(),
        role_api_response: "https://api.edc.example.com/callback".into(),
    };
    domains::bind(cx, new).await.unwrap()
}

pub fn licence(tenant: &Tenant, software: &Software) -> NewLicence {
    NewLicence {
        tenant_id: tenant.id.clone(),
        software_id: software.id.clone(),
        days: None,
        max_study: None,
        max_user: None,
    }
}

pub async fn give_licence(cx: &mut Ctx, new: NewLicence) {
    licences::create(cx, new).await.unwrap();
}

/// A signed-in person.
pub fn person(id: &Id, system: Allowed, tenants: &[(&Tenant, Allowed)]) -> Who {
    Who::Person(Box::new(Person {
        id: id.clone(),
        user_name: "somebody".into(),
        full_name: "Somebody".into(),
        session_id: Id::from("session"),
        tenant_id: None,
        auth_time: START,
        system,
        tenants: tenants.iter().map(|(t, a)| (t.id.clone(), a.clone())).collect(),
    }))
}
