//! The operations and their permissions: from the declared resources, and from a table for those written by hand.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};

use serde_json::Value;

use crate::kernel::ctx::{Act, Permission};
use crate::kernel::id::Id;
use crate::kernel::resource::ACCESS;
use crate::resources::testing::{self as world, Face};

/// The reach of an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// The whole platform: a tenant's administrator is refused.
    Platform,
    /// One tenant's record: not found for other tenants.
    Tenant,
    /// One tenant's record, only for the platform's administrators.
    TenantByPlatform,
    /// Any caller with the permission: fewer rows instead of a refusal.
    Anywhere,
}

/// An operation and its permissions.
pub struct Operation {
    pub method: String,
    pub path: String,
    /// The menus, of which one is required.
    pub needs: Vec<Permission>,
    pub act: Act,
    pub reach: Reach,
}

/// The operations written by hand.
type Written = (&'static str, &'static str, &'static [Permission], Act, Reach);

/// Every operation: of the declared resources, and of the table.
pub fn operations(api: &Value) -> Vec<Operation> {
    let written = OPERATIONS.iter().map(|(method, path, needs, act, reach)| Operation {
        method: (*method).to_owned(),
        path: (*path).to_owned(),
        needs: needs.to_vec(),
        act: *act,
        reach: *reach,
    });
    let declared = routed(api).into_iter().filter_map(|(method, path, operation)| {
        let access = operation.get(ACCESS)?;
        let needs = access["menus"].as_array().unwrap().iter().map(|url| Permission::from_url(url.as_str().unwrap()));
        let act = if access["act"] == "view" { Act::View } else { Act::Edit };
        let reach = match (access["reach"].as_str().unwrap(), access["kind"].as_str().unwrap()) {
            ("platform", _) | ("readers", "create" | "update" | "remove") => Reach::Platform,
            ("readers", _) | ("tenants", "list") => Reach::Anywhere,
            ("tenants", "create") if access["platform"] == true => Reach::Platform,
            ("tenants", _) if access["platform"] == true => Reach::TenantByPlatform,
            ("tenants", _) => Reach::Tenant,
            other => panic!("{other:?}"),
        };
        Some(Operation { method, path, needs: needs.collect::<Option<_>>().unwrap(), act, reach })
    });
    written.chain(declared).collect()
}

/// Method, path and description of each operation that the router serves.
pub fn routed(api: &Value) -> Vec<(String, String, Value)> {
    let paths = api["paths"].as_object().unwrap();
    let of = |(path, item): (&String, &Value)| {
        let one = |(method, described): (&String, &Value)| (method.to_uppercase(), path.clone(), described.clone());
        item.as_object().unwrap().iter().map(one).collect::<Vec<_>>()
    };
    paths.iter().flat_map(of).collect()
}

/// A form of each declared resource that has one, for a tenant. `{sites}` and `{new}` in it are not filled in.
pub fn samples(api: &Value, tenant: &Id) -> BTreeMap<String, String> {
    let of = |(_, path, operation): (String, String, Value)| {
        let sample = operation[ACCESS]["sample"].as_str().filter(|sample| !sample.is_empty())?;
        Some((path.split('/').nth(3)?.to_owned(), sample.replace("{tenant}", tenant.as_str())))
    };
    routed(api).into_iter().filter_map(of).collect()
}

/// The form of one of them, with ids of records of the others that it names, made of theirs.
pub async fn sample(face: &Face, samples: &BTreeMap<String, String>, noun: &str) -> Option<Value> {
    static MADE: AtomicU64 = AtomicU64::new(0);
    let new = MADE.fetch_add(1, Ordering::Relaxed);
    let mut form = samples.get(noun)?.replace("{new}", &format!("new{new}"));
    for other in samples.keys() {
        let name = format!("{{{other}}}");
        if form.contains(&name) {
            form = form.replace(&name, Box::pin(made(face, samples, other)).await?.as_str());
        }
    }
    Some(serde_json::from_str(&form).unwrap())
}

/// A record of a declared resource, made of its sample.
pub async fn made(face: &Face, samples: &BTreeMap<String, String>, noun: &str) -> Option<Id> {
    let form = sample(face, samples, noun).await?;
    let made = face.send(&world::admin(), "POST", &format!("/api/admin/{noun}"), &form).await;
    Some(Id::from(made.body["id"].as_str().unwrap_or_else(|| panic!("{noun}: {}", made.body))))
}

/// The dictionaries' own menu, and the menus whose forms choose from dictionaries.
const FORMS: &[Permission] = {
    use Permission as P;
    &[
        P::Dictionaries,
        P::Tenants,
        P::Sites,
        P::TenantSites,
        P::TenantUsers,
        P::Studies,
        P::StudySites,
        P::UserAllowed,
        P::Authorization,
    ]
};

const OPERATIONS: &[Written] = {
    use Act::{Edit, View};
    use Permission as P;
    use Reach::{Anywhere, Platform, Tenant};
    &[
        ("POST", "/api/admin/tenants/{id}/archive", &[P::Tenants], Edit, Platform),
        ("POST", "/api/admin/tenants/{id}/restore", &[P::Tenants], Edit, Platform),
        ("GET", "/api/admin/users", &[P::Users], View, Platform),
        ("POST", "/api/admin/users", &[P::Users], Edit, Platform),
        ("GET", "/api/admin/users/{id}", &[P::Users], View, Platform),
        ("PUT", "/api/admin/users/{id}", &[P::Users], Edit, Platform),
        ("DELETE", "/api/admin/users/{id}", &[P::Users], Edit, Platform),
        ("POST", "/api/admin/users/{id}/email-verification", &[P::Users], Edit, Platform),
        ("PUT", "/api/admin/users/{id}/important", &[P::Users], Edit, Platform),
        ("POST", "/api/admin/users/{id}/lock", &[P::Users], Edit, Platform),
        ("POST", "/api/admin/users/{id}/unlock", &[P::Users], Edit, Platform),
        ("POST", "/api/admin/users/{id}/restore", &[P::Users], Edit, Platform),
        ("POST", "/api/admin/users/export", &[P::Users], View, Platform),
        ("POST", "/api/admin/users/import", &[P::Users], Edit, Platform),
        ("POST", "/api/admin/user-accounts/pull", &[P::Users], Edit, Platform),
        ("GET", "/api/admin/languages", &[P::Users, P::TenantUsers], View, Anywhere),
        ("POST", "/api/admin/tenant-users", &[P::TenantUsers], Edit, Platform),
        ("PUT", "/api/admin/tenant-users/{id}/important", &[P::TenantUsers], Edit, Tenant),
        ("GET", "/api/admin/tenant-users/{id}/departments", &[P::UserDepartments], View, Tenant),
        ("PUT", "/api/admin/tenant-users/{id}/departments", &[P::UserDepartments], Edit, Tenant),
        ("POST", "/api/admin/sites/import", &[P::Sites], Edit, Platform),
        ("POST", "/api/admin/tenant-users/import", &[P::TenantUsers], Edit, Platform),
        ("GET", "/api/admin/holidays", &[P::Holidays], View, Anywhere),
        ("GET", "/api/admin/tenant-software", &[P::SystemList], View, Tenant),
        (
            "GET",
            "/api/admin/tenant-software/choices",
            &[
                P::SystemList,
                P::Licences,
                P::Domains,
                P::StudySoftware,
                P::UserAllowedHistory,
                P::AuthorizationHistory,
                P::BlindingRules,
                P::SmsLog,
                P::EmailLog,
                P::Tasks,
            ],
            View,
            Anywhere,
        ),
        ("GET", "/api/admin/study-software/studies", &[P::StudySoftware], View, Tenant),
        ("GET", "/api/admin/software/styles", &[P::Software], View, Platform),
        ("GET", "/api/admin/unselected-users", &[P::TenantUsers], Edit, Platform),
        (
            "GET",
            "/api/admin/roles",
            &[P::Roles, P::Users, P::TenantUsers, P::UserAllowed, P::Authorization],
            View,
            Anywhere,
        ),
        ("GET", "/api/admin/dictionary-items/{id}/children", FORMS, View, Tenant),
        ("GET", "/api/admin/dictionary-categories", &[P::Dictionaries], View, Anywhere),
        ("GET", "/api/admin/tenants/{id}/unselected-sites", &[P::TenantSites], View, Tenant),
        ("GET", "/api/admin/studies/{id}/unselected-sites", &[P::StudySites], View, Tenant),
    ]
};
