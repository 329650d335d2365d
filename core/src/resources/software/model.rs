//! Types of the software catalogue.

use cardea_macros::Record;
use serde::{Deserialize, Serialize};

use crate::kernel::clock::Time;
use crate::kernel::error::{Problems, Text};
use crate::kernel::id::Id;
use crate::kernel::resource::input::{LINE, Number, number};
use crate::kernel::secret::Secret;

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

impl AuthorizationStyle {
    /// Every style with its name.
    pub const ALL: [(Self, Text); 4] = [
        (Self::Rtsm, Text::new("随机与供药", "Randomisation and supply")),
        (Self::Edc, Text::new("数据采集", "Data capture")),
        (Self::Ctms, Text::new("试验管理", "Trial management")),
        (Self::Etmf, Text::new("试验主文件", "Trial master file")),
    ];
}

impl From<AuthorizationStyle> for i64 {
    fn from(style: AuthorizationStyle) -> Self {
        style as Self
    }
}

impl TryFrom<i64> for AuthorizationStyle {
    type Error = &'static str;

    fn try_from(number: i64) -> Result<Self, Self::Error> {
        let found = Self::ALL.into_iter().find(|(style, _)| i64::from(*style) == number);
        found.map(|(style, _)| style).ok_or("an authorisation style is 1, 2, 3 or 4")
    }
}

/// A trial system.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema, Record)]
#[record(table = "software", unique("webCode", "网页端编号已存在", "this web code is in use"))]
#[form(SoftwareInput, "What the form of a system sends. Without `appKey` a system keeps the one that it has.")]
#[serde(rename_all = "camelCase")]
pub struct Software {
    /// Id.
    pub id: Id,
    /// Version, for changing it.
    pub version: i64,
    /// Name.
    #[record(key = "name_key")]
    #[form(required("请输入名称", "enter the name"))]
    pub software_name: String,
    /// A description of it.
    #[form(note)]
    pub describe: String,
    /// Web code, such as `020`; its plugin has the same code.
    #[record(key = "code_key")]
    #[form(required("请输入网页端编号", "enter the web code"))]
    pub web_code: String,
    /// Mobile code.
    #[form(required("请输入移动端编号", "enter the mobile code"))]
    pub app_code: String,
    /// Whether it has a key. The key itself is never shown.
    #[record(read = "(software.app_key IS NOT NULL)")]
    pub has_app_key: bool,
    /// The key that the form gives.
    #[serde(skip)]
    #[record(derived)]
    #[form(given = Secret, schema = String, doc = "The key; required for a new system.")]
    pub app_key: Option<Secret>,
    /// Minutes after which it signs people out; 0: never.
    #[form(given = Number, schema = i64)]
    pub validity_time: i64,
    /// Position in lists.
    #[form(given = Number, schema = i64)]
    pub sort: i64,
    /// The kind of its panel: 1 randomisation and supply, 2 data capture, 3 trial management, 4 trial master file.
    #[schema(value_type = i64)]
    #[record(starts = AuthorizationStyle::Rtsm)]
    #[form(given = Number, schema = i64)]
    pub authorization_style: AuthorizationStyle,
    /// Whether studies are authorised for it: 0 yes, 1 no.
    #[record(starts = 1)]
    #[form(given = Number, schema = i64)]
    pub is_study_authorization: i64,
    /// Whether the project database shows it: 0 yes, 1 no.
    #[record(starts = 1)]
    #[form(given = Number, schema = i64)]
    pub projdb_show: i64,
    /// Days before the end of a password on which people are reminded.
    #[form(given = Number, schema = i64)]
    pub remind_day: i64,
    /// Days that a password is valid; 0: for ever.
    #[form(given = Number, schema = i64)]
    pub expired_day: i64,
    /// When it was made.
    pub created_at: Time,
    /// When it was last changed.
    pub updated_at: Time,
}

impl Software {
    /// Takes the numbers and the key of the form, checked (study administration, sections 5 and 9).
    pub fn take(&mut self, p: &mut Problems, form: &SoftwareInput) {
        self.validity_time = number(p, "validityTime", form.validity_time.as_ref());
        self.sort = number(p, "sort", form.sort.as_ref());
        let optional = [
            ("remindDay", &form.remind_day, &mut self.remind_day),
            ("expiredDay", &form.expired_day, &mut self.expired_day),
            ("isStudyAuthorization", &form.is_study_authorization, &mut self.is_study_authorization),
            ("projdbShow", &form.projdb_show, &mut self.projdb_show),
        ];
        for (field, given, value) in optional {
            if given.is_some() {
                *value = number(p, field, given.as_ref());
            }
        }
        for (field, value) in [("isStudyAuthorization", self.is_study_authorization), ("projdbShow", self.projdb_show)]
        {
            p.check(value <= 1, field, "请选择是或否", "select yes or no");
        }
        let style = form.authorization_style.as_ref().map(|given| number(p, "authorizationStyle", Some(given)));
        match style.and_then(|number| AuthorizationStyle::try_from(number).ok()) {
            Some(style) => self.authorization_style = style,
            None => p.check(false, "authorizationStyle", "请选择授权类型", "select the authorisation style"),
        }
        self.take_key(p, form.app_key.as_ref());
    }

    fn take_key(&mut self, p: &mut Problems, given: Option<&Secret>) {
        let key = given.map(|key| key.expose().trim()).unwrap_or_default();
        p.check(self.has_app_key || !key.is_empty(), "appKey", "请输入appKey", "enter the appKey");
        let fits = key.chars().count() <= LINE && !key.chars().any(char::is_control);
        p.check(fits, "appKey", "长度不能超过200个字符", "at most 200 characters");
        self.app_key = (!key.is_empty()).then(|| Secret::new(key));
        self.has_app_key |= self.app_key.is_some();
    }
}

/// A kind of panel, to choose.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub struct Style {
    /// Its number.
    pub code: i64,
    /// Its name in the caller's language.
    pub desc: String,
}
