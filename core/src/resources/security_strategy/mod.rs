//! The security strategy of the platform: when sessions end and passwords expire (study and platform administration,
//! section 2.13). Sessions and sign-ins read it with their own rows each time, so a change holds at once, on every node.

#[cfg(test)]
mod tests;

use cardea_macros::Record;
use serde::Serialize;

use crate::kernel::Kernel;
use crate::kernel::clock::Time;
use crate::kernel::ctx::{Ctx, Permission};
use crate::kernel::error::{Error, Problems, Text};
use crate::kernel::id::Id;
use crate::kernel::page::Sorts;
use crate::kernel::resource::input::{Number, number};
use crate::kernel::resource::{ByName, Kind, Operation, Reach, Resource};

/// The most minutes of inactivity: a year.
const MOST_MINUTES: i64 = 365 * 24 * 60;
/// The most days of a password: ten years.
const MOST_DAYS: i64 = 3650;

/// The security strategy; there is one, of id 1.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema, Record)]
#[record(table = "security_strategy", erased)]
#[form(SecurityStrategyInput, "What the form sends. Days that are absent stay as they are.", changes)]
#[serde(rename_all = "camelCase")]
pub struct SecurityStrategy {
    /// Id: 1.
    pub id: Id,
    /// Version, for changing it.
    pub version: i64,
    /// Minutes without activity after which a session ends; 0: never.
    #[form(given = Number, schema = i64)]
    pub validity_time: i64,
    /// Days that a password is valid; 0: for ever.
    #[form(given = Number, schema = i64)]
    pub expired_day: i64,
    /// Days before that end on which people are reminded.
    #[form(given = Number, schema = i64)]
    pub remind_day: i64,
    /// When it was last changed.
    pub updated_at: Time,
}

impl Resource for SecurityStrategy {
    type State = Kernel;
    type Form = SecurityStrategyInput;
    type Filter = ByName;

    const NOUN: &'static str = "security-strategy";
    const OPERATIONS: &'static [Operation] = &[
        Operation::new(Kind::Read, "getSafeStrategy", "The security strategy; its id is 1."),
        Operation::new(Kind::Update, "saveSafeStrategy", "Changes the security strategy. It holds at once."),
    ];
    const PERMISSION: Permission = Permission::SecurityStrategy;
    const REACH: Reach = Reach::Platform;
    const SORTS: Sorts = &[];
    const CALLED: (&'static str, &'static str) = ("安全策略", "security strategy");

    async fn check(
        _: &mut Ctx,
        p: &mut Problems,
        form: &SecurityStrategyInput,
        _: Option<&Self>,
        strategy: &mut Self,
    ) -> Result<(), Error> {
        match &form.validity_time {
            None => p.add("validityTime", Text::new("请输入登出时间", "please enter the logout time")),
            given => strategy.validity_time = number(p, "validityTime", given.as_ref()),
        }
        p.check(strategy.validity_time <= MOST_MINUTES, "validityTime", "最多525600分钟", "at most 525600 minutes");
        let days = [
            ("expiredDay", &form.expired_day, &mut strategy.expired_day),
            ("remindDay", &form.remind_day, &mut strategy.remind_day),
        ];
        for (field, given, days) in days {
            if given.is_some() {
                *days = number(p, field, given.as_ref());
            }
            p.check(*days <= MOST_DAYS, field, "最多3650天", "at most 3650 days");
        }
        Ok(())
    }
}
