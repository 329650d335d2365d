//! Types of the holidays.

use std::collections::BTreeSet;

use cardea_macros::Record;
use serde::Serialize;

use crate::kernel::error::{Problems, Text};
use crate::kernel::id::Id;
use crate::kernel::resource::input::is_day;

/// The id of the global calendar.
pub const GLOBAL: &str = "sys";
/// The most days of a list: more than needed, and few enough to read in one row.
const MOST: usize = 2000;

/// A calendar.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema, Record)]
#[record(table = "holidays", updated, erased, tenant = owner())]
#[form(HolidaysInput, "What the form sends.", changes)]
#[serde(rename_all = "camelCase")]
pub struct Holidays {
    /// The tenant, `sys` for the global one.
    #[record(column = "tenant_id")]
    pub id: Id,
    /// Version, for changing it; 0 for a calendar that is not stored.
    pub version: i64,
    /// The tenant, `sys` for the global one.
    #[record(read = "tenant_id")]
    pub tenant_id: Id,
    /// Statutory holidays, `yyyy-MM-dd`, separated by commas.
    #[form(given = String)]
    pub law_holidays: String,
    /// Extra workdays, `yyyy-MM-dd`, separated by commas.
    #[form(given = String)]
    pub extra_workdays: String,
    /// Years with days computed from the law, because the State Council has not published them yet; until somebody
    /// changes that year.
    #[record(derived)]
    pub provisional_years: Vec<String>,
}

/// A tenant, and whether it has a calendar of its own.
#[derive(Clone, Debug, Serialize, sqlx::FromRow, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TenantCalendar {
    /// The tenant.
    pub id: Id,
    /// Its name.
    pub tenant_name: String,
    /// Statutory holidays of its own; null where it has no calendar.
    pub law_holidays: Option<String>,
    /// Extra workdays of its own; null where it has no calendar.
    pub extra_workdays: Option<String>,
}

fn days(p: &mut Problems, field: &str, text: &str) -> BTreeSet<String> {
    let days: BTreeSet<String> = text.split(',').map(|d| d.trim().to_owned()).filter(|d| !d.is_empty()).collect();
    if days.len() > MOST {
        p.add(field, Text::new("最多2000天", "at most 2000 days"));
    } else if let Some(wrong) = days.iter().find(|day| !is_day(day)) {
        let wrong: String = wrong.chars().take(40).filter(|c| !c.is_control()).collect();
        let en = format!("the date must be yyyy-MM-dd: {wrong}");
        p.add(field, Text::made(format!("日期格式须为yyyy-MM-dd：{wrong}"), en));
    }
    days
}

fn joined(days: BTreeSet<String>) -> String {
    days.into_iter().collect::<Vec<_>>().join(",")
}

impl Holidays {
    /// The tenant whose it is; the global one is nobody's.
    fn owner(&self) -> Option<&Id> {
        (self.id.as_str() != GLOBAL).then_some(&self.tenant_id)
    }

    /// Takes what was given: each list checked, sorted, and every day once.
    pub fn take(&mut self, p: &mut Problems, form: &HolidaysInput) {
        let law = days(p, "lawHolidays", form.law_holidays.as_deref().unwrap_or(&self.law_holidays));
        let extra = days(p, "extraWorkdays", form.extra_workdays.as_deref().unwrap_or(&self.extra_workdays));
        if let Some(twice) = law.intersection(&extra).next() {
            let zh = format!("{twice} 不能同时为节假日和工作日");
            p.add("extraWorkdays", Text::made(zh, format!("{twice} cannot be a holiday and a workday")));
        }
        (self.law_holidays, self.extra_workdays) = (joined(law), joined(extra));
    }

    /// Sets the provisional years: those whose days in the global calendar are exactly the computed ones.
    pub fn note_provisional(&mut self, worked_out: &[(&str, &[&str])]) {
        let global = self.tenant_id.as_str() == GLOBAL;
        let of = |list: &str, year: &str| -> BTreeSet<String> {
            list.split(',').filter(|day| day.starts_with(year)).map(str::to_owned).collect()
        };
        let as_worked_out = |(year, days): &(&str, &[&str])| {
            let days: BTreeSet<String> = days.iter().map(|day| (*day).to_owned()).collect();
            of(&self.law_holidays, year) == days && of(&self.extra_workdays, year).is_empty()
        };
        let years = worked_out.iter().filter(|year| global && as_worked_out(year));
        self.provisional_years = years.map(|(year, _)| (*year).to_owned()).collect();
    }

    /// Whether the day is a workday, if this calendar lists it.
    #[must_use]
    pub fn says(&self, day: &str) -> Option<bool> {
        let has = |list: &str| list.split(',').any(|one| one == day);
        if has(&self.extra_workdays) {
            Some(true)
        } else if has(&self.law_holidays) {
            Some(false)
        } else {
            None
        }
    }
}
