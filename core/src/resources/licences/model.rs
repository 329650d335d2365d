//! Types of the licences.

use serde::Serialize;

use crate::kernel::clock::Time;
use crate::kernel::ctx::Audited;
use crate::kernel::error::{Error, Problems};
use crate::kernel::id::Id;
use crate::kernel::resource::input::is_day;
use crate::resources::software::Software;

/// Whether a tenant may use a system today.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
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
    None,
}

/// The licence of a tenant for a system.
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of the specification's form")]
#[derive(Clone, Debug, Serialize, sqlx::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct Licence {
    /// Id.
    pub id: Id,
    /// Version, for changing it.
    pub version: i64,
    /// The tenant.
    pub tenant_id: Id,
    /// The system.
    pub software_id: Id,
    /// Whether the period is limited.
    pub time_enable: bool,
    /// First day, `yyyy-MM-dd`.
    pub start_time: Option<String>,
    /// Last day, `yyyy-MM-dd`.
    pub end_time: Option<String>,
    /// Whether the number of studies is limited.
    pub study_enable: bool,
    /// The greatest number of studies.
    pub max_study: Option<i64>,
    /// Whether the number of users is limited.
    pub user_enable: bool,
    /// The greatest number of users.
    pub max_user: Option<i64>,
    /// Whether it is switched on.
    pub is_enable: bool,
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
}

impl Audited for Licence {
    const RESOURCE: &'static str = "licences";
    fn audit_id(&self) -> &str {
        self.id.as_str()
    }
    fn audit_tenant(&self) -> Option<&Id> {
        Some(&self.tenant_id)
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

impl NewLicence {
    /// Checks the fields (study administration, section 5).
    pub fn parse(self, id: Id) -> Result<Licence, Error> {
        let mut p = Problems::default();
        if let Some((first, last)) = &self.days {
            p.check(is_day(first) && is_day(last), "startTime", "请选择日期范围", "select the date range");
            p.check(
                first <= last,
                "startTime",
                "开始时间不能小于结束时间",
                "start time cannot be later than the end time",
            );
        }
        let count = |n: Option<i64>| n.is_none_or(|n| n >= 1);
        p.check(count(self.max_study), "maxStudy", "最少为1", "at least 1");
        p.check(count(self.max_user), "maxUser", "最少为1", "at least 1");
        p.into_result()?;
        let time_enable = self.days.is_some();
        let (start_time, end_time) = self.days.unzip();
        Ok(Licence {
            id,
            version: 1,
            tenant_id: self.tenant_id,
            software_id: self.software_id,
            time_enable,
            start_time,
            end_time,
            study_enable: self.max_study.is_some(),
            max_study: self.max_study,
            user_enable: self.max_user.is_some(),
            max_user: self.max_user,
            is_enable: true,
        })
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
