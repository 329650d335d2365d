//! Types of the software catalogue.

use serde::{Deserialize, Serialize};

use crate::kernel::clock::Time;
use crate::kernel::ctx::Audited;
use crate::kernel::error::{Error, Problems, Text};
use crate::kernel::id::Id;
use crate::kernel::resource::input::{note, required};

/// The kind of a system's authorisation panel (study administration, section 2.8).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, sqlx::Type)]
#[serde(into = "i64", try_from = "i64")]
#[repr(i64)]
pub enum AuthorizationStyle {
    /// Randomisation and supply.
    Rtsm = 1,
    /// Data capture.
    Edc = 2,
    /// Trial management.
    Ctms = 3,
    /// Trial master file.
    Etmf = 4,
}

impl From<AuthorizationStyle> for i64 {
    fn from(style: AuthorizationStyle) -> Self {
        style as Self
    }
}

impl TryFrom<i64> for AuthorizationStyle {
    type Error = &'static str;

    fn try_from(number: i64) -> Result<Self, Self::Error> {
        match number {
            1 => Ok(Self::Rtsm),
            2 => Ok(Self::Edc),
            3 => Ok(Self::Ctms),
            4 => Ok(Self::Etmf),
            _ => Err("an authorisation style is 1, 2, 3 or 4"),
        }
    }
}

/// A trial system.
#[derive(Clone, Debug, Serialize, sqlx::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct Software {
    /// Id.
    pub id: Id,
    /// Version, for changing it.
    pub version: i64,
    /// Name.
    pub software_name: String,
    /// A description of it.
    pub describe: String,
    /// Web code, such as `020`; its plugin has the same code.
    pub web_code: String,
    /// Mobile code.
    pub app_code: String,
    /// Minutes after which it signs people out; 0: never.
    pub validity_time: i64,
    /// Position in lists.
    pub sort: i64,
    /// The kind of its panel.
    pub authorization_style: AuthorizationStyle,
    /// When it was made.
    pub created_at: Time,
    /// When it was last changed.
    pub updated_at: Time,
}

impl Audited for Software {
    const RESOURCE: &'static str = "software";
    fn audit_id(&self) -> &str {
        self.id.as_str()
    }
}

/// A new trial system.
#[derive(Clone, Debug)]
pub struct NewSoftware {
    /// Name.
    pub software_name: String,
    /// A description of it; may be empty.
    pub describe: String,
    /// Web code.
    pub web_code: String,
    /// Mobile code.
    pub app_code: String,
    /// Minutes after which it signs people out; 0: never.
    pub validity_time: i64,
    /// Position in lists.
    pub sort: i64,
    /// The kind of its panel.
    pub authorization_style: AuthorizationStyle,
}

impl NewSoftware {
    /// Checks the fields (study administration, section 5).
    pub fn parse(self, id: Id, now: Time) -> Result<Software, Error> {
        let mut p = Problems::default();
        let number =
            |p: &mut Problems, field: &str, n: i64| p.check(n >= 0, field, "请输入数字", "please enter a number");
        number(&mut p, "validityTime", self.validity_time);
        number(&mut p, "sort", self.sort);
        let software = Software {
            id,
            version: 1,
            software_name: required(
                &mut p,
                "softwareName",
                &self.software_name,
                Text::new("请输入名称", "enter the name"),
            ),
            describe: note(&mut p, "describe", &self.describe),
            web_code: required(&mut p, "webCode", &self.web_code, Text::new("请输入网页端编号", "enter the web code")),
            app_code: required(
                &mut p,
                "appCode",
                &self.app_code,
                Text::new("请输入移动端编号", "enter the mobile code"),
            ),
            validity_time: self.validity_time,
            sort: self.sort,
            authorization_style: self.authorization_style,
            created_at: now,
            updated_at: now,
        };
        p.into_result().map(|()| software)
    }
}
