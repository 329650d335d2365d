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

/// Whether somebody may sign in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, sqlx::Type, utoipa::ToSchema)]
#[repr(i64)]
pub enum Status {
    /// They may.
    #[serde(rename = "0")]
    Normal = 0,
    /// An administrator locked them.
    #[serde(rename = "1")]
    Locked = 1,
}

/// How somebody is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, sqlx::Type, utoipa::ToSchema)]
#[repr(i64)]
pub enum UserType {
    /// Normally.
    #[serde(rename = "0")]
    Normal = 0,
    /// Specially.
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

/// Who keeps the account.
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

/// A user. Their password is not part of it.
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
    /// 0 verified, 1 not yet: a phone signs in by SMS once its owner showed that it is theirs.
    pub phone_valid: Yes,
    /// Whether another account has the same phone.
    pub phone_shared: bool,
    /// System role.
    pub role_id: Option<Id>,
    /// Its name.
    pub role_name: Option<String>,
    /// 0 normal, 1 locked.
    pub status: Status,
    /// Until when sign-ins are locked after too many failures; null: they are not.
    #[sqlx(skip)]
    pub locked_until: Option<Time>,
    /// 0 normal display, 1 special display.
    pub user_type: UserType,
    /// 0 male, 1 female.
    pub sex: Option<Sex>,
    /// Birthday, `yyyy-MM-dd`.
    pub birthday: Option<String>,
    /// Where they are.
    #[serde(flatten)]
    #[sqlx(flatten)]
    pub place: Place,
    /// What its regions are called.
    #[serde(flatten)]
    #[sqlx(skip)]
    pub place_names: PlaceNames,
    /// Remark.
    pub remark: String,
    /// `zh` or `en`.
    pub language: String,
    /// Who keeps the account.
    pub org: Org,
    /// The id that it has in the user centre: its own here, unless it came from another.
    pub uc_id: String,
    /// When it was made.
    pub created_at: Time,
    /// When it was last changed.
    pub updated_at: Time,
    /// When it was removed; null: it was not.
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
    /// Somebody else chose it: it is to be changed at the first sign-in.
    pub must_change: bool,
}

/// What the form sends. What it sends back of a record without being able to change it is passed over.
#[derive(Clone, Debug, Default, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UserInput {
    /// The version that is changed; nothing when making one.
    pub version: Option<i64>,
    /// Full name.
    pub full_name: Option<String>,
    /// Login name: at least 4 characters, no `@`.
    pub user_name: Option<String>,
    /// E-mail.
    pub email: Option<String>,
    /// Phone: at least 5 characters.
    pub phone: Option<String>,
    /// System role: null for none; left out, it stays as it is.
    #[serde(default, deserialize_with = "given")]
    #[schema(value_type = Option<String>)]
    pub role_id: Option<Option<Id>>,
    /// 0 normal, 1 locked; left out, it stays as it is.
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
    /// When making an account: its first password.
    pub password: Option<Secret>,
    /// When adding somebody: the account that was pulled. One that is here is taken instead of a new one; of one of
    /// the user centre the id is kept.
    pub uc_id: Option<Id>,
}

/// The important information (updateUserByAdmin): by what somebody signs in and is reached.
#[derive(Clone, Debug, Default, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ImportantInput {
    /// The version that is changed.
    pub version: Option<i64>,
    /// Login name: at least 4 characters, no `@`.
    pub user_name: Option<String>,
    /// E-mail.
    pub email: Option<String>,
    /// Phone: at least 5 characters.
    pub phone: Option<String>,
}

impl ImportantInput {
    /// Checks what was given (tenant administration, section 5) and puts it over `base`.
    pub fn over(&self, p: &mut Problems, base: User) -> User {
        let text = |t: &Option<String>| t.clone().unwrap_or_default();
        let email = required(p, "email", &text(&self.email), Text::new("请输入邮箱", "please enter the e-mail"));
        let right = email.is_empty() || mailaddr::is_valid(&email);
        p.check(right, "email", "邮箱格式错误，请重新输入", "email format error, please re-enter");
        User { user_name: login_name(p, &text(&self.user_name)), email, phone: phone(p, &text(&self.phone)), ..base }
    }
}

/// Tells a null from nothing at all.
#[expect(clippy::option_option, reason = "three cases: left out, null, an id")]
fn given<'de, D: Deserializer<'de>>(d: D) -> Result<Option<Option<Id>>, D::Error> {
    Option::deserialize(d).map(Some)
}

impl UserInput {
    /// Checks what was given (tenant administration, section 5) and puts it over `base`: the record before,
    /// or [`User::blank`].
    pub fn over(&self, p: &mut Problems, base: User) -> User {
        let (user_name, email, phone) = (self.user_name.clone(), self.email.clone(), self.phone.clone());
        let status = self.status.unwrap_or(base.status);
        let user = self.basic(p, User { status, ..base });
        ImportantInput { version: None, user_name, email, phone }.over(p, user)
    }

    /// As [`Self::over`], the basic information alone. Whether the regions are there is the service's to ask.
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

/// The general phone pattern: 5 to 20 of digits, plus, dash and space (portal, section 5).
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
    /// An account of which nothing is known yet.
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
