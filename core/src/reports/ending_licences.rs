//! Tells administrators of licences that end soon.

use std::collections::BTreeMap;

use crate::authentication::Sessions;
use crate::kernel::clock::Time;
use crate::kernel::ctx::{Ctx, ReadCtx};
use crate::kernel::error::{Error, Locale};
use crate::kernel::id::Id;
use crate::notify::{self, Kind, Message, Notice, Purpose, reminders};
use crate::resources::licences::{self, Licence};
use crate::resources::users::contacts::{self, Reachable};
use crate::resources::{members, users};

/// Seconds of a day.
const DAY: i64 = 24 * 3600;
/// The days before the end of a licence at which it is told of.
const STAGES: [i64; 2] = [7, 30];
/// The licences of one look.
const AT_ONCE: i64 = 200;
/// The most administrators of a tenant, and of the platform, who are told.
const MOST: i64 = 20;
/// The most licences that a message names.
const NAMED: usize = 50;

/// Tells the administrators of tenants of their licences that end within 30 days, and again within 7, and those of the
/// platform of all of them together. Each is told of once in each stage, however many nodes do it. Returns how many
/// licences were told of.
///
/// # Errors
/// Those of the database. What was told of before is not told of again.
pub async fn remind_of_licences(sessions: &Sessions) -> Result<usize, Error> {
    if !sessions.has_email() {
        return Ok(0);
    }
    let kernel = sessions.kernel();
    let (mut behind, mut told) = (None, Vec::new());
    loop {
        let page =
            licences::ending(&mut ReadCtx::system(kernel).autocommit(), STAGES[1], behind.clone(), AT_ONCE).await?;
        let Some(last) = page.last() else { break };
        behind = Some((last.end_time.clone().unwrap_or_default(), last.id.clone()));
        let mut of_tenants: BTreeMap<Id, Vec<Licence>> = BTreeMap::new();
        for licence in page {
            of_tenants.entry(licence.tenant_id.clone()).or_default().push(licence);
        }
        for (tenant, licences) in of_tenants {
            told.extend(tell_tenant(sessions, &tenant, licences).await?);
        }
    }
    if !told.is_empty() {
        let mut cx = Ctx::system(kernel, "reports");
        let administrators = users::administrators(&mut cx, MOST).await?;
        tell(&mut cx, administrators, None, &told).await?;
        cx.commit().await?;
    }
    Ok(told.len())
}

/// Tells a tenant's administrators of those of its licences that reached a stage since the last look; returns these.
async fn tell_tenant(sessions: &Sessions, tenant: &Id, licences: Vec<Licence>) -> Result<Vec<Licence>, Error> {
    let mut cx = Ctx::system(sessions.kernel(), "reports");
    let mut new = Vec::new();
    for licence in licences {
        let Some(end) = licence.end_time.as_deref().and_then(end_of) else { continue };
        let left = (end.0 - cx.now().0) / (DAY * 1000);
        let Some(stage) = STAGES.iter().find(|days| left <= **days) else { continue };
        let record = format!("{}/{stage}", licence.id);
        if reminders::once(&mut cx, Purpose::LicencesEnding, &record, end).await? {
            new.push(licence);
        }
    }
    if !new.is_empty() {
        let administrators = members::administrators(&mut cx, tenant, MOST).await?;
        tell(&mut cx, administrators, Some(tenant), &new).await?;
        cx.commit().await?;
    }
    Ok(new)
}

/// The end of a licence's last day.
fn end_of(day: &str) -> Option<Time> {
    let next = day.parse::<chrono::NaiveDate>().ok()?.succ_opt()?;
    Some(Time(next.and_hms_opt(0, 0, 0)?.and_utc().timestamp_millis()))
}

async fn tell(cx: &mut Ctx, administrators: Vec<Id>, tenant: Option<&Id>, licences: &[Licence]) -> Result<(), Error> {
    let line = |licence: &Licence| {
        let end = licence.end_time.as_deref().unwrap_or_default();
        format!("{end}  {} · {}", licence.software_name, licence.tenant_name)
    };
    let mut lines: Vec<String> = licences.iter().take(NAMED).map(line).collect();
    if licences.len() > NAMED {
        lines.push("…".to_owned());
    }
    for id in administrators {
        let Some(person) = contacts::by_id(cx.db().await?, &id).await?.filter(is_told) else { continue };
        let message = Message {
            kind: Kind::Email,
            address: person.email,
            notice: Notice::LicencesEnding { count: licences.len(), lines: lines.join("\n") },
            locale: Locale::of(&person.language),
            user: Some(id),
            tenant: tenant.cloned(),
            software: None,
            life: DAY,
        };
        notify::send(cx, message).await?;
    }
    Ok(())
}

/// Whether somebody can be told: their account is open, and the mailbox is theirs.
fn is_told(person: &Reachable) -> bool {
    person.status == 0 && person.email_valid && !person.email.is_empty()
}
