//! The rules of the tenant domains. Clients are sent to these addresses, so the platform's administrators set them.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use axum::extract::FromRef;
use cardea_macros::Narrow;
use futures::future::BoxFuture;
use serde::Deserialize;

use super::model::{TenantDomain, TenantDomainInput};
use super::store;
use crate::kernel::Kernel;
use crate::kernel::ctx::{Ctx, Permission, ReadCtx};
use crate::kernel::error::{Error, Problems};
use crate::kernel::id::Id;
use crate::kernel::page::{Ids, Sorts, Term};
use crate::kernel::resource::{Kind, Operation, Reach, Resource, record, sorts};
use crate::resources::software::{self, Software};
use crate::resources::tenants::{self, Tenant};

/// Follows changes of a domain's addresses, in the transaction that makes them.
pub trait FollowDomain: Send + Sync + std::fmt::Debug {
    /// Handles a change or removal of the domain.
    fn domain_changed<'a>(&'a self, cx: &'a mut Ctx, domain: &'a Id) -> BoxFuture<'a, Result<(), Error>>;
}

/// What the operations on domains need.
#[derive(Clone, Debug)]
pub struct Domains {
    /// The kernel.
    pub kernel: Kernel,
    /// Is told of every change.
    pub followers: Arc<dyn FollowDomain>,
}

impl FromRef<Domains> for Kernel {
    fn from_ref(domains: &Domains) -> Self {
        domains.kernel.clone()
    }
}

/// What a list of domains is narrowed by.
#[derive(Debug, Deserialize, Narrow)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Filter {
    tenant_id: Option<Id>,
    software_id: Option<Id>,
    /// What the name or the bound domain has in it.
    q: Option<Term>,
    /// What the bound domain has in it.
    #[narrow(within = "url_key")]
    url: Option<Term>,
    id: Option<Ids>,
}

impl Resource for TenantDomain {
    type State = Domains;
    type Form = TenantDomainInput;
    type Filter = Filter;

    const NOUN: &'static str = "domains";
    const OPERATIONS: &'static [Operation] = &[
        Operation::new(
            Kind::List,
            "getUrlsetList",
            "Domains; with `tenantId` and `softwareId` what a study can be bound to.",
        )
        .calls(&["getSoftUrlList"]),
        Operation::new(Kind::Read, "getUrlset", "One domain."),
        Operation::new(Kind::Create, "saveUrlset", "Adds a domain of a tenant.").by_platform(),
        Operation::new(Kind::Update, "updateUrlset", "Changes a domain; tenant and system stay.")
            .part_of(&["saveUrlset"])
            .by_platform(),
        Operation::new(Kind::Remove, "deleteUrlsetList", "Removes a domain that no study is bound to.").by_platform(),
    ];
    const PERMISSION: Permission = Permission::Domains;
    const READERS: &'static [Permission] = &[Permission::Domains, Permission::StudySoftware];
    const REACH: Reach = Reach::Tenants("tenant_id");
    const SORTS: Sorts = sorts!["urlName": name_key, id; "id": id;];
    const SOUGHT: &'static [&'static str] = &["name_key", "url_key"];
    const CALLED: (&'static str, &'static str) = ("域名", "domain");
    const SAMPLE: &'static str = r#"{ "tenantId": "{tenant}", "softwareId": "{software}", "urlName": "Main",
        "websiteUrl": "https://edc.example.com", "mobileUrl": "https://m.edc.example.com" }"#;

    async fn check(
        cx: &mut Ctx,
        p: &mut Problems,
        form: &TenantDomainInput,
        before: Option<&Self>,
        domain: &mut Self,
    ) -> Result<(), Error> {
        domain.take(p, form);
        if before.is_some() {
            return Ok(());
        }
        let tenant = record::get_kept::<Tenant>(cx, &domain.tenant_id).await?;
        p.check(tenant.is_some(), "tenantId", "请选择租户", "please select a tenant");
        let software = record::get_kept::<Software>(cx, &domain.software_id).await?;
        p.check(software.is_some(), "softwareId", "请选择系统", "please select a system");
        Ok(())
    }

    async fn add(cx: &mut Ctx, domain: &mut Self) -> Result<(), Error> {
        record::insert(cx, domain).await?;
        store::keep_credential(cx, domain).await
    }

    async fn save(cx: &mut Ctx, domain: &mut Self) -> Result<(), Error> {
        record::update(cx, domain).await?;
        store::keep_credential(cx, domain).await
    }

    async fn describe(cx: &mut ReadCtx, domains: &mut [Self]) -> Result<(), Error> {
        if domains.is_empty() {
            return Ok(());
        }
        let tenants = tenants::names(cx, domains.iter().map(|domain| domain.tenant_id.clone())).await?;
        let in_question = domains.iter().any(|domain| !domain.init_software && !domain.api_url.is_empty());
        let able = if in_question { store::initialising(cx).await? } else { BTreeSet::new() };
        let systems: BTreeMap<Id, Software> =
            software::list(cx).await?.into_iter().map(|software| (software.id.clone(), software)).collect();
        for domain in domains {
            domain.tenant_name = tenants.get(&domain.tenant_id).cloned().unwrap_or_default();
            let system = systems.get(&domain.software_id);
            domain.soft_name = system.map(|software| software.software_name.clone()).unwrap_or_default();
            domain.can_init = !domain.init_software
                && !domain.api_url.is_empty()
                && system.is_some_and(|software| able.contains(&software.web_code));
        }
        Ok(())
    }

    async fn altered(state: &Domains, cx: &mut Ctx, domain: &Self) -> Result<(), Error> {
        state.followers.domain_changed(cx, &domain.id).await
    }

    async fn removed(state: &Domains, cx: &mut Ctx, domain: &Self) -> Result<(), Error> {
        state.followers.domain_changed(cx, &domain.id).await
    }
}
