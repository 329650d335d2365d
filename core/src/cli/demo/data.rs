//! All data of the demonstration, created in the order of an administrator's work.

use cardea_simulator::Software as Simulated;

use super::people::{ACCOUNTS, OTHERS, account};
use super::systems::Systems;
use super::{granted, studies};
use crate::kernel::ctx::Ctx;
use crate::kernel::error::{Code, Error};
use crate::kernel::id::Id;
use crate::kernel::resource::input::Number;
use crate::kernel::secret::Secret;
use crate::provider::clients::{self, DomainClient};
use crate::resources::domains::{self, NewStudyBinding, NewTenantDomain, StudyBinding};
use crate::resources::licences::{self, NewLicence};
use crate::resources::members::{self, NewMembers};
use crate::resources::roles;
use crate::resources::software::{self, AuthorizationStyle, Software, SoftwareInput};
use crate::resources::studies::Study;
use crate::resources::tenants::{self, Tenant, TenantInput};

/// The catalogue: web code, name, description, style.
const SOFTWARE: &[(&str, &str, &str, AuthorizationStyle)] = &[
    ("020", "EDC", "电子数据采集 Electronic data capture", AuthorizationStyle::Edc),
    ("030", "RTSM", "随机与供药 Randomisation and supply", AuthorizationStyle::Rtsm),
    ("040", "CTMS", "试验管理 Trial management", AuthorizationStyle::Ctms),
    ("070", "eTMF", "试验主文件 Trial master file", AuthorizationStyle::Etmf),
];

/// Tenants: name, code, abbreviation, category. The first one has the systems.
const TENANTS: &[(&str, &str, &str, &str)] = &[
    ("华康医药", "HUAKANG", "华康", "1-sponsor"),
    ("明德临床研究", "MINGDE", "明德", "1-cro"),
    ("Northwind Therapeutics", "NORTHWIND", "Northwind", "1-sponsor"),
];

/// Creates all of it. `hashes` are those of the passwords of [`ACCOUNTS`]. Adds the clients to `systems`.
pub async fn create(cx: &mut Ctx, systems: &mut Systems, hashes: Vec<String>) -> Result<(), Error> {
    let catalogue = catalogue(cx).await?;
    let mut all = Vec::new();
    for tenant in TENANTS {
        all.push(make_tenant(cx, *tenant).await?);
    }
    let first = all.first().ok_or(Code::Internal)?.clone();
    let authorised = people(cx, &all, hashes).await?;
    let global = studies::global_sites(cx, "12-general").await?;
    let places = studies::tenant_sites(cx, &first.id, &global).await?;
    let studies = studies::studies(cx, &first.id, &first.tenant_name, &places).await?;
    for system in &mut systems.0 {
        let software = catalogue.iter().find(|s| s.web_code == system.web_code).ok_or(Code::Internal)?;
        let bound = connect(cx, &first, software, &studies, system).await?;
        // Not in every study: one in which nobody is authorised is not shown.
        for binding in bound.iter().take(2) {
            granted::grant(cx, &system.web_code, binding, &authorised).await?;
        }
    }
    Ok(())
}

async fn catalogue(cx: &mut Ctx) -> Result<Vec<Software>, Error> {
    let mut made = Vec::new();
    for (sort, (web_code, name, describe, style)) in (1..).zip(SOFTWARE) {
        let new = SoftwareInput {
            software_name: Some((*name).to_owned()),
            describe: Some((*describe).to_owned()),
            web_code: Some((*web_code).to_owned()),
            app_code: Some(format!("M{web_code}")),
            app_key: Some(Secret::new(format!("demo-{web_code}"))),
            validity_time: Some(Number::Whole(30)),
            sort: Some(Number::Whole(sort)),
            authorization_style: Some(Number::Whole((*style).into())),
            is_study_authorization: Some(Number::Whole(0)),
            ..SoftwareInput::default()
        };
        made.push(software::create(cx, new).await?);
    }
    Ok(made)
}

async fn make_tenant(cx: &mut Ctx, (name, code, abbr, category): (&str, &str, &str, &str)) -> Result<Tenant, Error> {
    let input = TenantInput {
        tenant_name: Some(name.to_owned()),
        tenant_code: Some(code.to_owned()),
        abbr: Some(abbr.to_owned()),
        category_id: Some(category.to_owned()),
        ..TenantInput::default()
    };
    tenants::create(cx, input).await
}

/// Creates people, with the roles of a new server. `admin` administers the platform, `tenant.admin` the first tenant; the others are its
/// members. Returns the id of [`granted::PERSON`].
async fn people(cx: &mut Ctx, all: &[Tenant], hashes: Vec<String>) -> Result<Id, Error> {
    let [platform, tenant_admin, member] =
        [roles::PLATFORM_ADMINISTRATOR, roles::TENANT_ADMINISTRATOR, roles::STUDY_MEMBER].map(Id::from);
    let mut hashes = hashes.into_iter();
    let (mut members, mut authorised) = (Vec::new(), None);
    for (number, who) in (1..).zip(ACCOUNTS) {
        let administers = who.0 == "admin";
        let id = account(cx, who, number, hashes.next(), administers.then_some(&platform)).await?;
        if who.0 == granted::PERSON {
            authorised = Some(id.clone());
        }
        match who.0 {
            "admin" => {}
            "tenant.admin" => join(cx, all, 0, vec![id], &tenant_admin, "3-sponsor", "2-pm").await?,
            _ => members.push(id),
        }
    }
    let mut elsewhere = Vec::new();
    for (number, who) in (100..).zip(OTHERS) {
        let id = account(cx, *who, number, None, None).await?;
        if number % 4 == 3 { elsewhere.push(id) } else { members.push(id) }
    }
    join(cx, all, 0, members, &member, "3-site", "2-cra").await?;
    join(cx, all, 1, elsewhere, &member, "3-cro", "2-cra").await?;
    authorised.ok_or_else(|| Code::Internal.into())
}

async fn join(
    cx: &mut Ctx,
    all: &[Tenant],
    tenant: usize,
    user_ids: Vec<Id>,
    role: &Id,
    kind: &str,
    position: &str,
) -> Result<(), Error> {
    let tenant = all.get(tenant).ok_or(Code::Internal)?;
    let new = NewMembers {
        tenant_id: tenant.id.clone(),
        user_ids,
        role: Some(role.clone()),
        type_id: Some(Id::from(kind)),
        position_id: Some(Id::from(position)),
    };
    members::add(cx, new).await.map(|_| ())
}

/// Connects a system of the tenant: licence, domain with its credential, client, and the bindings of every study,
/// which are returned.
async fn connect(
    cx: &mut Ctx,
    tenant: &Tenant,
    software: &Software,
    studies: &[Study],
    system: &mut super::systems::System,
) -> Result<Vec<StudyBinding>, Error> {
    let (tenant_id, software_id) = (tenant.id.clone(), software.id.clone());
    let licence = NewLicence {
        tenant_id: tenant_id.clone(),
        software_id: software_id.clone(),
        days: None,
        max_study: None,
        max_user: None,
    };
    licences::create(cx, licence).await?;
    let base = system.base_url();
    let domain = NewTenantDomain {
        tenant_id: tenant_id.clone(),
        software_id: software_id.clone(),
        url_name: format!("{} {}", tenant.abbr, system.software().abbreviation()),
        url: base.clone(),
        website_url: format!("{base}/"),
        mobile_url: base.clone(),
        api_url: base.clone(),
        remark: String::new(),
    };
    let domain = domains::create(cx, domain).await?;
    domains::set_credential(cx, &domain.id, &Secret::new(system.api_key.clone())).await?;
    let client = DomainClient {
        client_id: None,
        client_name: domain.url_name.clone(),
        redirect_uris: vec![format!("{base}/callback")],
        post_logout_redirect_uris: vec![format!("{base}/")],
        initiate_login_uri: Some(format!("{base}/login")),
        // One of the four does not take part, as some do not: eTMF stays open until it is closed.
        backchannel_logout_uri: (system.software() != Simulated::Etmf).then(|| format!("{base}/backchannel-logout")),
        software_id,
        tenant_id,
        tenant_domain_id: domain.id.clone(),
    };
    let registered = clients::register_for_domain(cx, client).await?;
    system.client_id.clone_from(&registered.client.client_id);
    system.client_secret = registered.client_secret.map(|s| s.expose().to_owned()).unwrap_or_default();
    let mut bound = Vec::new();
    for study in studies {
        let binding = NewStudyBinding {
            study_id: study.id.clone(),
            tenant_domain_id: domain.id.clone(),
            role_api_request: format!("{base}/role-api"),
            role_api_response: format!("{base}/callback-api"),
        };
        bound.push(domains::bind(cx, binding).await?);
    }
    Ok(bound)
}
