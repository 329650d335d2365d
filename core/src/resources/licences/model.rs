//! Types of the licences.

use cardea_macros::Record;
use serde::Serialize;

use crate::kernel::clock::Time;
use crate::kernel::error::{Problems, Text};
use crate::kernel::id::Id;
use crate::kernel::resource::input::{Number, is_day, number};
use crate::resources::software::Software;

/// Whether a tenant may use a system today.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum LicenceStatus {
    /// The licence is valid.
    Valid,
    /// The licence's first day is in the future.
    NotStarted,
    /// The licence's last day is past.
    Ended,
    /// The licence is switched off.
    Disabled,
    /// There is no licence.
    #[default]
    None,
}

/// The licence of a tenant for a system.
///
/// A limit may be lowered below what is used: nobody loses anything, and the licence takes nobody more until enough was
/// given back.
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of the specification's form")]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema, Record)]
// Both are always there. LEFT JOIN lets what is counted do without them.
#[record(
    table = "licences",
    joins = "LEFT JOIN tenants t ON t.id = licences.tenant_id LEFT JOIN software s ON s.id = licences.software_id",
    stamped,
    tenant = tenant_id,
    unique("softwareId", "该租户已有此系统的许可", "the tenant has a licence for this system")
)]
#[form(LicenceInput, "What the form of a licence sends. Tenant and system are those of a new one; both stay.")]
#[serde(rename_all = "camelCase")]
pub struct Licence {
    /// Id.
    pub id: Id,
    /// Version, for changing it.
    pub version: i64,
    /// The tenant.
    #[record(once, to("tenants", "软件许可", "licences"))]
    #[form(once)]
    pub tenant_id: Id,
    /// Its name.
    #[record(from = t)]
    pub tenant_name: String,
    /// The system.
    #[record(once, to("software", "软件许可", "licences"))]
    #[form(once)]
    pub software_id: Id,
    /// Its name.
    #[record(from = s)]
    pub software_name: String,
    /// Whether the period is limited.
    #[form(kept)]
    pub time_enable: bool,
    /// First day, `yyyy-MM-dd`.
    #[form(given = String)]
    pub start_time: Option<String>,
    /// Last day, `yyyy-MM-dd`.
    #[form(given = String)]
    pub end_time: Option<String>,
    /// Whether the number of studies is limited.
    #[form(kept)]
    pub study_enable: bool,
    /// The greatest number of studies.
    #[form(given = Number, schema = i64)]
    pub max_study: Option<i64>,
    /// The number of studies that are bound to the system.
    // By the tenant's domains there, to one of which each is bound. No study goes that is bound (`StudyBinding::study_id`).
    #[record(read = "(SELECT count(*) FROM tenant_domains d JOIN study_software b ON b.tenant_domain_id = d.id \
        WHERE d.tenant_id = licences.tenant_id AND d.software_id = licences.software_id AND b.deleted_at IS NULL)")]
    pub now_study_num: i64,
    /// Whether the number of users is limited.
    #[form(kept)]
    pub user_enable: bool,
    /// The greatest number of users.
    #[form(given = Number, schema = i64)]
    pub max_user: Option<i64>,
    /// The number of users with a valid authorisation in the system, counted up to 10000.
    #[record(read = "(SELECT count(*) FROM (SELECT DISTINCT g.user_id FROM grants g \
        WHERE g.tenant_id = licences.tenant_id AND g.software_id = licences.software_id AND g.revoked_at IS NULL \
        AND g.suspended_at IS NULL LIMIT 10000) AS users)")]
    pub now_user_num: i64,
    /// Whether the licence is switched on.
    #[record(starts = true)]
    #[form(kept)]
    pub is_enable: bool,
    /// Whether the tenant may use the system today.
    #[record(derived)]
    pub standing: LicenceStatus,
}

impl Licence {
    /// Its status on the day of `now`, in UTC; first and last day count.
    #[must_use]
    pub fn standing(&self, now: Time) -> LicenceStatus {
        let today = now.day();
        // Dates in the form yyyy-MM-dd sort as text.
        if !self.is_enable {
            LicenceStatus::Disabled
        } else if self.time_enable && self.start_time.as_deref().is_some_and(|first| today.as_str() < first) {
            LicenceStatus::NotStarted
        } else if self.time_enable && self.end_time.as_deref().is_some_and(|last| today.as_str() > last) {
            LicenceStatus::Ended
        } else {
            LicenceStatus::Valid
        }
    }

    /// Takes the limits of the form, checked (study administration, sections 4 and 5). What is not limited has no
    /// bounds.
    pub fn take(&mut self, p: &mut Problems, form: &LicenceInput) {
        self.take_days(p, form);
        let study = Limit { field: "maxStudy", on: self.study_enable, given: form.max_study.as_ref() };
        let user = Limit { field: "maxUser", on: self.user_enable, given: form.max_user.as_ref() };
        self.max_study = study.over(p, self.max_study, Text::new("请输入项目数", "enter the number of studies"));
        self.max_user = user.over(p, self.max_user, Text::new("请输入用户数", "enter the number of users"));
    }

    fn take_days(&mut self, p: &mut Problems, form: &LicenceInput) {
        if !self.time_enable {
            (self.start_time, self.end_time) = (None, None);
            return;
        }
        for (given, day) in [(&form.start_time, &mut self.start_time), (&form.end_time, &mut self.end_time)] {
            if given.is_some() {
                day.clone_from(given);
            }
        }
        let [first, last] = [&self.start_time, &self.end_time].map(|day| day.as_deref().unwrap_or_default());
        let days = is_day(first) && is_day(last);
        p.check(days, "startTime", "请选择日期范围", "select the date range");
        let order = !days || first <= last;
        p.check(order, "startTime", "开始时间不能小于结束时间", "start time cannot be later than the end time");
    }
}

/// A limit as a form gives it.
struct Limit<'f> {
    field: &'static str,
    on: bool,
    given: Option<&'f Number>,
}

impl Limit<'_> {
    /// The bound: the given one, or the one that there is.
    fn over(&self, p: &mut Problems, before: Option<i64>, missing: Text) -> Option<i64> {
        if !self.on {
            return None;
        }
        let bound = self.given.map(|given| number(p, self.field, Some(given))).or(before);
        match bound {
            None => p.add(self.field, missing),
            Some(bound) => p.check(bound >= 1, self.field, "最少为1", "at least 1"),
        }
        bound
    }
}

/// A new licence; `None` means no limit.
#[derive(Clone, Debug)]
pub struct NewLicence {
    /// The tenant.
    pub tenant_id: Id,
    /// The system.
    pub software_id: Id,
    /// First and last day, `yyyy-MM-dd`.
    pub days: Option<(String, String)>,
    /// The greatest number of studies.
    pub max_study: Option<i64>,
    /// The greatest number of users.
    pub max_user: Option<i64>,
}

impl From<NewLicence> for LicenceInput {
    fn from(new: NewLicence) -> Self {
        let time_enable = Some(new.days.is_some());
        let (start_time, end_time) = new.days.unzip();
        Self {
            version: None,
            tenant_id: Some(new.tenant_id),
            software_id: Some(new.software_id),
            time_enable,
            start_time,
            end_time,
            study_enable: Some(new.max_study.is_some()),
            max_study: new.max_study.map(Number::Whole),
            user_enable: Some(new.max_user.is_some()),
            max_user: new.max_user.map(Number::Whole),
            is_enable: Some(true),
        }
    }
}

/// A trial system of a tenant, with the status of its licence.
#[derive(Clone, Debug)]
pub struct LicensedSoftware {
    /// The system.
    pub software: Software,
    /// The status of its licence today.
    pub standing: LicenceStatus,
}
