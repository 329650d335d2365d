//! Why a person has access to a study or to a system, or has not.

use std::collections::BTreeMap;

use super::account;
use super::model::{AccessExplanation, AccessWay, Finding, FindingKind};
use super::operation::{membership, no_member};
use super::person::{Person, View};
use crate::authorisation::standing::{self, Condition, Examined, Sought};
use crate::kernel::ctx::ReadCtx;
use crate::kernel::error::{Code, Error, Text};
use crate::kernel::id::Id;
use crate::kernel::page::MAX_ROWS;
use crate::resources::licences::{self, LicenceStatus};
use crate::resources::{software, studies};

/// Explains the access to a study, in each of its systems or in one.
pub async fn of_study(
    cx: &mut ReadCtx,
    person: &Person,
    view: &View,
    asked: Option<&Id>,
    account: Vec<Finding>,
    (study, software): (&Id, Option<&Id>),
) -> Result<AccessExplanation, Error> {
    let study = studies::get(cx, study).await?.filter(|study| view.holds(&study.tenant_id, asked));
    let study = study.ok_or_else(|| Error::new(Code::NotFound))?;
    let of = Sought { study: Some(&study.id), software, tenant: None };
    let grants = standing::examine(cx, &person.owner.id, of, MAX_ROWS).await?;
    let (mut ways, mut licensed) = (Vec::new(), Licensed::new());
    for grant in &grants {
        ways.push(by_grant(cx, person, grant, &mut licensed).await?);
    }
    let place = (&study.tenant_id, study.study_code.as_str());
    for system in standing::offered(cx, &study.id, software).await? {
        if grants.iter().all(|grant| grant.software_id != system.software_id) {
            ways.push(ungranted(cx, person, place, (&system.software_id, &system.software_name)).await?);
        }
    }
    if ways.is_empty() {
        let text = Text::new("该项目未配置系统", "the study is not configured for a system");
        let finding = Finding::new(cx, FindingKind::Binding, false, &text);
        ways.push(AccessWay::new(study.study_code.clone(), Some(study.tenant_id.clone()), vec![finding]));
    }
    let allowed = account::is_open(person) && ways.iter().any(|way| way.allowed);
    Ok(AccessExplanation::new(allowed, format!("{} {}", study.study_code, study.study_name), account, ways))
}

/// Explains the access to a system, in whatever study.
pub async fn of_system(
    cx: &mut ReadCtx,
    person: &Person,
    view: &View,
    asked: Option<&Id>,
    account: Vec<Finding>,
    software: &Id,
) -> Result<AccessExplanation, Error> {
    let software = software::get(cx, software).await?.ok_or_else(|| Error::new(Code::NotFound))?;
    let of = Sought { study: None, software: Some(&software.id), tenant: asked };
    let mut grants = standing::examine(cx, &person.owner.id, of, MAX_ROWS).await?;
    grants.retain(|grant| view.holds(&grant.tenant_id, asked));
    let (mut ways, mut licensed) = (Vec::new(), Licensed::new());
    for grant in &grants {
        ways.push(by_grant(cx, person, grant, &mut licensed).await?);
    }
    if ways.is_empty() {
        for member in person.memberships(view, asked).take(super::model::MOST) {
            let name = person.name_of(&member.tenant_id);
            ways.push(
                ungranted(cx, person, (&member.tenant_id, &name), (&software.id, &software.software_name)).await?,
            );
        }
    }
    let allowed = account::is_open(person) && ways.iter().any(|way| way.allowed);
    Ok(AccessExplanation::new(allowed, software.software_name, account, ways))
}

/// The licences that were looked at, by tenant and system.
type Licensed = BTreeMap<(Id, Id), LicenceStatus>;

/// The way through a grant: it leads there while nothing is missing and the licence is valid.
async fn by_grant(
    cx: &mut ReadCtx,
    person: &Person,
    grant: &Examined,
    licensed: &mut Licensed,
) -> Result<AccessWay, Error> {
    let mut findings = vec![member(cx, person, &grant.tenant_id, &grant.tenant_name)];
    // A tenant that was removed is told with the membership.
    let gone = [
        (Condition::Study, FindingKind::Study, Text::new("项目已删除", "the study was removed")),
        (Condition::System, FindingKind::System, Text::new("系统已删除", "the system was removed")),
        (
            Condition::Bound,
            FindingKind::Binding,
            Text::new("项目已不再配置该系统", "the study is not configured for the system any more"),
        ),
    ];
    for (condition, kind, text) in gone {
        if grant.missing.contains(&condition) {
            findings.push(Finding::new(cx, kind, false, &text));
        }
    }
    findings.push(licence(cx, &grant.tenant_id, &grant.software_id, licensed).await?);
    findings.extend(of_grant(cx, grant));
    if !grant.has_domain {
        let text = Text::new("未配置域名，不能从门户打开", "without a domain, the portal cannot open it");
        findings.push(Finding::new(cx, FindingKind::Domain, false, &text).hint());
    }
    let name = format!("{} · {}", grant.study_code, grant.software_name);
    Ok(AccessWay::new(name, Some(grant.tenant_id.clone()), findings))
}

fn of_grant(cx: &ReadCtx, grant: &Examined) -> Vec<Finding> {
    let revoked = grant.missing.contains(&Condition::NotRevoked);
    let suspended = grant.missing.contains(&Condition::NotSuspended);
    if revoked {
        let text = Text::new("授权已取消", "the authorisation was revoked");
        return vec![Finding::new(cx, FindingKind::Grant, false, &text).at(grant.revoked_at)];
    }
    let text = Text::new("已授权", "authorised");
    let (at, by) = grant.granted.clone().unzip();
    let mut findings = vec![Finding {
        by: by.filter(|name| !name.is_empty()),
        ..Finding::new(cx, FindingKind::Grant, true, &text).at(at)
    }];
    if suspended {
        let text = Text::new(
            "授权已暂停：账号被锁定、成员被停用，或恢复时没有名额",
            "the authorisation is suspended: the account was locked, the membership disabled, or there was no seat to resume it",
        );
        findings.push(Finding::new(cx, FindingKind::Suspension, false, &text).at(grant.suspended_at));
    }
    findings
}

/// Where there is no grant: what else would be missing beside it.
async fn ungranted(
    cx: &mut ReadCtx,
    person: &Person,
    (tenant, place): (&Id, &str),
    (software, system): (&Id, &str),
) -> Result<AccessWay, Error> {
    let name = person.name_of(tenant);
    let mut findings = vec![member(cx, person, tenant, &name)];
    findings.push(licence(cx, tenant, software, &mut Licensed::new()).await?);
    let text = Text::new("没有授权", "there is no authorisation");
    findings.push(Finding::new(cx, FindingKind::Grant, false, &text));
    Ok(AccessWay::new(format!("{place} · {system}"), Some(tenant.clone()), findings))
}

fn member(cx: &ReadCtx, person: &Person, tenant: &Id, name: &str) -> Finding {
    let found = person.basis.memberships().iter().find(|member| member.tenant_id == *tenant);
    found.map_or_else(|| no_member(cx, name), |found| membership(cx, name, found))
}

async fn licence(cx: &mut ReadCtx, tenant: &Id, software: &Id, licensed: &mut Licensed) -> Result<Finding, Error> {
    let of = (tenant.clone(), software.clone());
    let standing = match licensed.get(&of) {
        Some(known) => *known,
        None => licences::standing(cx, tenant, software).await?,
    };
    licensed.insert(of, standing);
    let text = match standing {
        LicenceStatus::Valid => Text::new("软件许可有效", "the licence is valid"),
        LicenceStatus::NotStarted => Text::new("软件许可尚未生效", "the licence has not started yet"),
        LicenceStatus::Ended => Text::new("软件许可已到期", "the licence has ended"),
        LicenceStatus::Disabled => Text::new("软件许可已停用", "the licence is switched off"),
        LicenceStatus::None => Text::new("租户没有该系统的许可", "the tenant has no licence for the system"),
    };
    Ok(Finding::new(cx, FindingKind::Licence, standing == LicenceStatus::Valid, &text))
}
