//! Types of the users.

use serde::{Deserialize, Deserializer, Serialize};

use crate::kernel::clock::Time;
use crate::kernel::ctx::Audited;
use crate::kernel::error::{Problems, Text};
use crate::kernel::id::Id;
use crate::kernel::mailaddr;
use crate::kernel::patterns;
use crate::kernel::resource::input::{is_day, note, required};
use crate::kernel::secret::Secret;
use crate::kernel::yes::Yes;
use crate::resources::areas::{Place, PlaceNames};

/// Whether a user may sign in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, sqlx::Type, utoipa::ToSchema)]
#[repr(i64)]
pub enum Status {
    /// The user may sign in.
    #[serde(rename = "0")]
    Normal = 0,
    /// An administrator locked the account.
    #[serde(rename = "1")]
    Locked = 1,
}

/// How a user is displayed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, sqlx::Type, utoipa::ToSchema)]
#[repr(i64)]
pub enum UserType {
    /// Normal display.
    #[serde(rename = "0")]
    Normal = 0,
    /// Special display.
    #[serde(rename = "1")]
    Special = 1,
}

/// Sex, where it is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, sqlx::Type, utoipa::ToSchema)]
#[repr(i64)]
pub enum Sex {
    /// Male.
    #[serde(rename = "0")]
    Male = 0,
    /// Female.
    #[serde(rename = "1")]
    Female = 1,
}

/// The system that maintains the account.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, sqlx::Type, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
#[sqlx(type_name = "TEXT", rename_all = "lowercase")]
pub enum Org {
    /// This server.
    Local,
    /// The platform's own cloud.
    Cloud,
    /// A directory.
    Ldap,
}

/// A user, without their password.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, sqlx::FromRow, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct User {
    /// Id, also the OpenID Connect subject.
    pub id: Id,
    /// Version, for changing it.
    pub version: i64,
    /// Full name.
    pub full_name: String,
    /// Login name.
    pub user_name: String,
    /// E-mail.
    pub email: String,
    /// 0 verified, 1 not yet.
    pub email_valid: Yes,
    /// Phone.
    pub phone: String,
    /// 0 verified, 1 not yet: only a verified phone signs in by SMS.
    pub phone_valid: Yes,
    /// Whether another account has the same phone.
    pub phone_shared: bool,
    /// System role.
    pub role_id: Option<Id>,
    /// Its name.
    pub role_name: Option<String>,
    /// 0 normal, 1 locked.
    pub status: Status,
    /// The end of the lock after too many failed sign-ins; null: not locked.
    #[sqlx(skip)]
    pub locked_until: Option<Time>,
    /// 0 normal display, 1 special display.
    pub user_type: UserType,
    /// 0 male, 1 female.
    pub sex: Option<Sex>,
    /// Birthday, `yyyy-MM-dd`.
    pub birthday: Option<String>,
    /// Their country, province and city.
    #[serde(flatten)]
    #[sqlx(flatten)]
    pub place: Place,
    /// The names of the regions.
    #[serde(flatten)]
    #[sqlx(skip)]
    pub place_names: PlaceNames,
    /// Remark.
    pub remark: String,
    /// `zh` or `en`.
    pub language: String,
    /// The system that maintains the account.
    pub org: Org,
    /// Its id in the user centre: its own id here, unless it came from the user centre.
    pub uc_id: String,
    /// When it was made.
    pub created_at: Time,
    /// When it was last changed.
    pub updated_at: Time,
    /// When it was removed; null if it was not.
    pub deleted_at: Option<Time>,
}

impl Audited for User {
    const RESOURCE: &'static str = "users";
    fn audit_id(&self) -> &str {
        self.id.as_str()
    }
}

/// A hashed password for a new account.
#[derive(Clone, Debug)]
pub struct NewPassword {
    /// argon2id, as a PHC string.
    pub hash: String,
    /// Whether somebody else chose it, so that it must be changed at the first sign-in.
    pub must_change: bool,
}

/// The form of a user. Fields of the record that it cannot change are ignored.
#[derive(Clone, Debug, Default, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UserInput {
    /// The version that the change is based on; left out when making one.
    pub version: Option<i64>,
    /// Full name.
    pub full_name: Option<String>,
    /// Login name: at least 4 characters, no `@`.
    pub user_name: Option<String>,
    /// E-mail.
    pub email: Option<String>,
    /// Phone: at least 5 characters.
    pub phone: Option<String>,
    /// System role: null for none; unchanged if left out.
    #[serde(default, deserialize_with = "given")]
    #[schema(value_type = Option<String>)]
    pub role_id: Option<Option<Id>>,
    /// 0 normal, 1 locked; unchanged if left out.
    pub status: Option<Status>,
    /// 0 normal display, 1 special display.
    pub user_type: Option<UserType>,
    /// 0 male, 1 female.
    pub sex: Option<Sex>,
    /// Birthday, `yyyy-MM-dd`.
    pub birthday: Option<String>,
    /// Country.
    pub country_id: Option<Id>,
    /// Province of the country.
    pub province_id: Option<Id>,
    /// City of the province.
    pub city_id: Option<Id>,
    /// Remark.
    pub remark: Option<String>,
    /// `zh` or `en`.
    pub language: Option<String>,
    /// The first password of a new account.
    pub password: Option<Secret>,
    /// For a new account: the id of the pulled account. If that account exists here, it is used instead of a new one;
    /// if it is in the user centre, its id is stored.
    pub uc_id: Option<Id>,
}

/// The important information (updateUserByAdmin): login name and contacts.
#[derive(Clone, Debug, Default, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ImportantInput {
    /// The version that the change is based on.
    pub version: Option<i64>,
    /// Login name: at least 4 characters, no `@`.
    pub user_name: Option<String>,
    /// E-mail.
    pub email: Option<String>,
    /// Phone: at least 5 characters.
    pub phone: Option<String>,
}

impl ImportantInput {
    /// Checks the fields (tenant administration, section 5) and applies them to `base`.
    pub fn over(&self, p: &mut Problems, base: User) -> User {
        let text = |t: &Option<String>| t.clone().unwrap_or_default();
        let email = required(p, "email", &text(&self.email), Text::new("请输入邮箱", "please enter the e-mail"));
        let right = email.is_empty() || mailaddr::is_valid(&email);
        p.check(right, "email", "邮箱格式错误，请重新输入", "email format error, please re-enter");
        User { user_name: login_name(p, &text(&self.user_name)), email, phone: phone(p, &text(&self.phone)), ..base }
    }
}

/// Distinguishes null from a field that is left out.
#[expect(clippy::option_option, reason = "three cases: left out, null, an id")]
fn given<'de, D: Deserializer<'de>>(d: D) -> Result<Option<Option<Id>>, D::Error> {
    Option::deserialize(d).map(Some)
}

impl UserInput {
    /// Checks the fields (tenant administration, section 5) and applies them to `base`: the previous record, or
    /// [`User::blank`].
    pub fn over(&self, p: &mut Problems, base: User) -> User {
        let (user_name, email, phone) = (self.user_name.clone(), self.email.clone(), self.phone.clone());
        let status = self.status.unwrap_or(base.status);
        let user = self.basic(p, User { status, ..base });
        ImportantInput { version: None, user_name, email, phone }.over(p, user)
    }

    /// As [`Self::over`], for the basic information only. The service checks the regions.
    pub fn basic(&self, p: &mut Problems, base: User) -> User {
        let text = |t: &Option<String>| t.clone().unwrap_or_default();
        let user = User {
            full_name: required(
                p,
                "fullName",
                &text(&self.full_name),
                Text::new("请输入姓名", "please enter the full name"),
            ),
            role_id: self.role_id.clone().unwrap_or(base.role_id),
            user_type: self.user_type.unwrap_or(base.user_type),
            sex: self.sex,
            birthday: self.birthday.clone().filter(|day| !day.is_empty()),
            place: Place {
                country: self.country_id.clone(),
                province: self.province_id.clone(),
                city: self.city_id.clone(),
            },
            remark: note(p, "remark", &text(&self.remark)),
            language: self.language.clone().filter(|l| !l.is_empty()).unwrap_or(base.language),
            ..base
        };
        let birthday = user.birthday.as_deref().is_none_or(is_day);
        p.check(birthday, "birthday", "日期格式须为yyyy-MM-dd", "the date must be yyyy-MM-dd");
        p.check(
            ["zh", "en"].contains(&user.language.as_str()),
            "language",
            "不支持的语言",
            "this language is not available",
        );
        user
    }
}

fn login_name(p: &mut Problems, text: &str) -> String {
    let name = required(p, "userName", text, Text::new("请输入用户名", "please enter the user name"));
    if !name.is_empty() {
        p.check(
            name.chars().count() >= 4,
            "userName",
            "用户名至少4个字符",
            "the user name must have at least 4 characters",
        );
        p.check(!name.contains('@'), "userName", "用户名不能包含@", "the user name must not contain @");
        p.check(
            !name.contains(char::is_whitespace),
            "userName",
            "用户名不能包含空格",
            "the user name must not contain spaces",
        );
    }
    name
}

/// Checks the general form of a phone: 5 to 20 digits, plus signs, dashes and spaces (portal, section 5).
fn phone(p: &mut Problems, text: &str) -> String {
    let phone = required(p, "phone", text, Text::new("请输入电话", "please enter the phone number"));
    if !phone.is_empty() {
        let known = patterns::is_phone(&phone);
        if phone.chars().count() < 5 {
            p.add("phone", Text::new("电话至少5个字符", "the phone number must have at least 5 characters"));
        } else {
            p.check(known, "phone", "电话格式不正确", "phone format incorrect");
        }
    }
    phone
}

impl User {
    /// An empty account.
    #[must_use]
    pub fn blank(id: Id, now: Time) -> Self {
        Self {
            uc_id: id.to_string(),
            id,
            version: 1,
            full_name: String::new(),
            user_name: String::new(),
            email: String::new(),
            email_valid: Yes(false),
            phone: String::new(),
            phone_valid: Yes(false),
            phone_shared: false,
            role_id: None,
            role_name: None,
            status: Status::Normal,
            locked_until: None,
            user_type: UserType::Normal,
            sex: None,
            birthday: None,
            place: Place::default(),
            place_names: PlaceNames::default(),
            remark: String::new(),
            language: "zh".to_owned(),
            org: Org::Local,
            created_at: now,
            updated_at: now,
            deleted_at: None,
        }
    }
}
