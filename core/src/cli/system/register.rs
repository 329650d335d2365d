//! Brings what there is to what the file says, in one transaction.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::file::{Domain, DomainsClient, Fields, OfStudy, OfTenant, Registration};
use crate::adapters::BoundClients;
use crate::kernel::ctx::{Audited as _, Ctx};
use crate::kernel::error::{Code, Error, Text};
use crate::kernel::id::Id;
use crate::kernel::resource::{Resource, operations};
use crate::provider::clients::{self, DomainClient};
use crate::resources::domains::{self, Domains, StudyBinding, TenantDomain};
use crate::resources::licences::{self, Licence};
use crate::resources::software::{self, Software};
use crate::resources::studies::{self, NewStudy, Study};
use crate::resources::tenants::{self, Tenant};

/// What became of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Change {
    Created,
    Changed,
    Unchanged,
}

/// What was done.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Done {
    pub software: DoneSoftware,
    pub tenants: Vec<DoneTenant>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct DoneSoftware {
    pub id: Id,
    pub web_code: String,
    pub change: Change,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct DoneTenant {
    pub id: Id,
    pub tenant_code: String,
    /// Null where the file says nothing of a licence.
    pub licence: Option<Change>,
    pub domains: Vec<DoneDomain>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct DoneDomain {
    pub id: Id,
    pub url_name: String,
    pub change: Change,
    pub client: Option<DoneClient>,
    pub studies: Vec<DoneStudy>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct DoneClient {
    pub client_id: String,
    /// The secret of a new client: it is shown once.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub client_secret: Option<String>,
    pub change: Change,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct DoneStudy {
    pub id: Id,
    pub study_code: String,
    pub change: Change,
    /// Id of the binding, which plugins and trial systems are told.
    pub study_url_id: Id,
    pub binding: Change,
}

/// An error, and where in the file its cause is.
#[derive(Debug, thiserror::Error)]
#[error("{place}: {error}")]
pub struct Misplaced {
    place: String,
    error: Error,
}

fn at(place: &str) -> impl Fn(Error) -> Misplaced {
    move |error| Misplaced { place: place.to_owned(), error }
}

/// Registers the system. The caller commits.
pub async fn register(cx: &mut Ctx, wanted: &Registration, renew_keys: bool) -> Result<Done, Misplaced> {
    let within = at("software");
    let before = software::by_web_code(cx, wanted.web_code()).await.map_err(&within)?;
    let has_key = before.as_ref().is_some_and(|software| software.has_app_key);
    let fields = without_key(&wanted.software, "appKey", has_key && !renew_keys);
    let state = cx.kernel().clone();
    let (software, change) = bring::<Software>(&state, cx, before, fields).await.map_err(&within)?;
    let mut tenants = Vec::with_capacity(wanted.tenants.len());
    for (nth, tenant) in wanted.tenants.iter().enumerate() {
        tenants.push(of_tenant(cx, &software, tenant, (&format!("tenants[{nth}]"), renew_keys)).await?);
    }
    let software = DoneSoftware { id: software.id, web_code: software.web_code, change };
    Ok(Done { software, tenants })
}

async fn of_tenant(
    cx: &mut Ctx,
    software: &Software,
    wanted: &OfTenant,
    (place, renew_keys): (&str, bool),
) -> Result<DoneTenant, Misplaced> {
    let tenant = find_tenant(cx, &wanted.tenant).await.map_err(at(&format!("{place}.tenant")))?;
    let mut licence = None;
    if let Some(fields) = &wanted.licence {
        licence = Some(keep_licence(cx, &tenant, software, fields).await.map_err(at(&format!("{place}.licence")))?);
    }
    let mut done = Vec::with_capacity(wanted.domains.len());
    for (nth, domain) in wanted.domains.iter().enumerate() {
        let place = format!("{place}.domains[{nth}]");
        done.push(of_domain(cx, (&tenant, software), domain, (&place, renew_keys)).await?);
    }
    Ok(DoneTenant { id: tenant.id, tenant_code: tenant.tenant_code, licence, domains: done })
}

async fn find_tenant(cx: &mut Ctx, named: &str) -> Result<Tenant, Error> {
    if let Some(tenant) = tenants::by_code(cx, named).await? {
        return Ok(tenant);
    }
    let by_id = match Id::try_from(named.to_owned()) {
        Ok(id) => tenants::get(cx, &id).await?,
        Err(_) => None,
    };
    by_id.ok_or_else(|| {
        let text =
            Text::made(format!("没有编码为 {named} 的租户"), format!("there is no tenant with the code {named}"));
        Error::new(Code::NotFound).message(text)
    })
}

/// What is limited in the file is limited; what it does not name stays.
async fn keep_licence(cx: &mut Ctx, tenant: &Tenant, software: &Software, given: &Fields) -> Result<Change, Error> {
    let mut fields = given.clone();
    for (limit, switch) in [("startTime", "timeEnable"), ("maxStudy", "studyEnable"), ("maxUser", "userEnable")] {
        if given.contains_key(limit) && !given.contains_key(switch) {
            fields.insert(switch.to_owned(), Value::Bool(true));
        }
    }
    fields.insert("tenantId".to_owned(), tenant.id.as_str().into());
    fields.insert("softwareId".to_owned(), software.id.as_str().into());
    let before = licences::get(cx, &tenant.id, &software.id).await?;
    let state = cx.kernel().clone();
    Ok(bring::<Licence>(&state, cx, before, fields).await?.1)
}

async fn of_domain(
    cx: &mut Ctx,
    (tenant, software): (&Tenant, &Software),
    wanted: &Domain,
    (place, renew_keys): (&str, bool),
) -> Result<DoneDomain, Misplaced> {
    let within = at(place);
    let known = domains::of_tenant(cx, &tenant.id, &software.id).await.map_err(&within)?;
    let before = known.into_iter().find(|domain| domain.url_name == wanted.name());
    let has_key = before.as_ref().is_some_and(|domain| domain.has_credential);
    let mut fields = without_key(&wanted.fields, "apiKey", has_key && !renew_keys);
    fields.insert("tenantId".to_owned(), tenant.id.as_str().into());
    fields.insert("softwareId".to_owned(), software.id.as_str().into());
    let state = Domains { kernel: cx.kernel().clone(), followers: std::sync::Arc::new(BoundClients) };
    let (domain, change) = bring::<TenantDomain>(&state, cx, before, fields).await.map_err(&within)?;
    let mut client = None;
    if let Some(wanted) = &wanted.client {
        client = Some(keep_client(cx, &domain, wanted).await.map_err(at(&format!("{place}.client")))?);
    }
    let mut done = Vec::with_capacity(wanted.studies.len());
    for (nth, study) in wanted.studies.iter().enumerate() {
        done.push(of_study(cx, &domain, study).await.map_err(at(&format!("{place}.studies[{nth}]")))?);
    }
    Ok(DoneDomain { id: domain.id, url_name: domain.url_name, change, client, studies: done })
}

async fn keep_client(cx: &mut Ctx, domain: &TenantDomain, wanted: &DomainsClient) -> Result<DoneClient, Error> {
    let client_id = wanted.client_id.clone();
    match clients::there(cx, &client_id).await {
        Ok(client) if client.tenant_domain_id.as_ref() == Some(&domain.id) => {
            Ok(DoneClient { client_id, client_secret: None, change: Change::Unchanged })
        }
        Ok(_) => {
            Err(Error::field("clientId", Text::new("该客户端属于其他域名", "this client belongs to another domain")))
        }
        Err(error) if error.code == Code::NotFound => {
            let new = DomainClient {
                client_id: Some(client_id.clone()),
                client_name: wanted.client_name.clone().unwrap_or_else(|| domain.url_name.clone()),
                redirect_uris: wanted.redirect_uris.clone(),
                post_logout_redirect_uris: wanted.post_logout_redirect_uris.clone(),
                initiate_login_uri: wanted.initiate_login_uri.clone(),
                software_id: domain.software_id.clone(),
                tenant_id: domain.tenant_id.clone(),
                tenant_domain_id: domain.id.clone(),
            };
            let registered = clients::register_for_domain(cx, new).await?;
            let client_secret = registered.client_secret.map(|secret| secret.expose().to_owned());
            Ok(DoneClient { client_id, client_secret, change: Change::Created })
        }
        Err(error) => Err(error),
    }
}

async fn of_study(cx: &mut Ctx, domain: &TenantDomain, wanted: &OfStudy) -> Result<DoneStudy, Error> {
    let (study, change) = keep_study(cx, &domain.tenant_id, wanted).await?;
    let mut fields = Fields::new();
    for (name, id) in [("tenantId", &domain.tenant_id), ("studyId", &study.id), ("tenantUrlId", &domain.id)] {
        fields.insert(name.to_owned(), id.as_str().into());
    }
    for (name, address) in
        [("roleApiRequest", &wanted.role_api_request), ("roleApiResponse", &wanted.role_api_response)]
    {
        if let Some(address) = address {
            fields.insert(name.to_owned(), address.as_str().into());
        }
    }
    let before = domains::of_study(cx, &study.id, &domain.software_id).await?;
    let state = cx.kernel().clone();
    let (bound, binding) = bring::<StudyBinding>(&state, cx, before, fields).await?;
    Ok(DoneStudy { id: study.id, study_code: study.study_code, change, study_url_id: bound.id, binding })
}

/// The study of a code; where there is none, one is made if the file says its name.
async fn keep_study(cx: &mut Ctx, tenant: &Id, wanted: &OfStudy) -> Result<(Study, Change), Error> {
    if let Some(study) = studies::by_code(cx, tenant, &wanted.study_code).await? {
        return Ok((study, Change::Unchanged));
    }
    let Some(name) = &wanted.study_name else {
        let code = &wanted.study_code;
        let text = Text::made(
            format!("该租户没有编号为 {code} 的项目；如需新建，请填写 studyName"),
            format!("the tenant has no study with the code {code}; to make it, give its studyName"),
        );
        return Err(Error::new(Code::NotFound).message(text));
    };
    let new = NewStudy {
        tenant_id: tenant.clone(),
        study_name: name.clone(),
        study_code: wanted.study_code.clone(),
        plan_code: wanted.plan_code.clone().unwrap_or_else(|| wanted.study_code.clone()),
        sponsor: wanted.sponsor.clone(),
    };
    Ok((studies::create(cx, new).await?, Change::Created))
}

/// The fields without the key, where one is to stay.
fn without_key(fields: &Fields, key: &str, stays: bool) -> Fields {
    let mut fields = fields.clone();
    if stays {
        fields.remove(key);
    }
    fields
}

/// Makes the record, or changes it where a field is another one.
async fn bring<T>(state: &T::State, cx: &mut Ctx, before: Option<T>, wanted: Fields) -> Result<(T, Change), Error>
where
    T: Resource,
    T::Form: DeserializeOwned,
{
    let form = |fields: Fields| -> Result<T::Form, Error> {
        serde_json::from_value(Value::Object(fields)).map_err(|error| {
            let said = error.to_string();
            Error::new(Code::Malformed).message(Text::made(said.clone(), said))
        })
    };
    let Some(before) = before else {
        let made = Box::pin(operations::make::<T>(cx, &form(wanted)?)).await?;
        return Ok((made, Change::Created));
    };
    let Value::Object(mut now) = serde_json::to_value(&before)? else {
        return Err(Error::new(Code::Internal));
    };
    let told = |value: Option<&Value>| match value {
        None | Some(Value::Null) => String::new(),
        Some(Value::String(text)) => text.trim().to_owned(),
        Some(other) => other.to_string(),
    };
    if wanted.iter().all(|(name, value)| told(now.get(name)) == told(Some(value))) {
        return Ok((before, Change::Unchanged));
    }
    now.extend(wanted);
    let id = Id::from_text(before.audit_id().to_owned());
    let changed = Box::pin(operations::update::<T>(state, cx, &id, &form(now)?)).await?;
    Ok((changed, Change::Changed))
}
