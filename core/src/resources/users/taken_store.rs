//! SQL for unique values of accounts, and for existing users in an import.

use super::model::{Sex, User, UserType};
use crate::kernel::ctx::ReadCtx;
use crate::kernel::error::Error;
use crate::kernel::fold::fold;
use crate::kernel::id::Id;
use crate::kernel::mailaddr;
use crate::resources::areas::Place;

/// The account that has a unique value.
#[derive(Clone, Copy, Debug, sqlx::FromRow)]
pub struct Taken {
    /// Whether that account was removed.
    pub removed: bool,
}

const TAKEN: &str = "SELECT deleted_at IS NOT NULL AS removed FROM users WHERE";

/// The account with the login name, deleted or not, other than `except`.
pub async fn has_user_name(cx: &mut ReadCtx, user_name: &str, except: &Id) -> Result<Option<Taken>, Error> {
    let query = cx.db().await?.query(TAKEN).push(" user_name_key = ", fold(user_name));
    Ok(query.push(" AND id <> ", except.clone()).optional().await?)
}

/// The account with the e-mail, deleted or not, other than `except`.
pub async fn has_email(cx: &mut ReadCtx, email: &str, except: &Id) -> Result<Option<Taken>, Error> {
    let query = cx.db().await?.query(TAKEN).push(" email_key = ", mailaddr::key(email));
    Ok(query.push(" AND id <> ", except.clone()).optional().await?)
}

/// Whether another account has the phone, and whether its owner has verified it.
#[derive(Clone, Copy, Debug, Default)]
pub struct PhoneOfOthers {
    pub shared: bool,
    pub verified: bool,
}

/// The use of a phone, by its key, in accounts other than `except`.
pub async fn phone_of_others(cx: &mut ReadCtx, phone_key: &str, except: &Id) -> Result<PhoneOfOthers, Error> {
    if phone_key.is_empty() {
        return Ok(PhoneOfOthers::default());
    }
    let query = cx.db().await?.query("SELECT phone_valid FROM users WHERE deleted_at IS NULL");
    let query = query.push(" AND phone_key = ", phone_key.to_owned()).push(" AND id <> ", except.clone());
    let found = query.sql(" ORDER BY phone_valid DESC LIMIT 1").optional::<(bool,)>().await?;
    Ok(PhoneOfOthers { shared: found.is_some(), verified: found.is_some_and(|(verified,)| verified) })
}

/// Those of the phones, by their keys, that some account has verified.
pub async fn verified_phones(cx: &mut ReadCtx, phone_keys: Vec<String>) -> Result<Vec<String>, Error> {
    let query = cx.db().await?.query("SELECT DISTINCT phone_key FROM users WHERE deleted_at IS NULL AND phone_valid");
    let found: Vec<(String,)> = query.push_in(" AND phone_key", phone_keys).all().await?;
    Ok(found.into_iter().map(|(key,)| key).collect())
}

/// Whether an account, deleted or not, has this id in the user centre, other than `except`.
pub async fn has_uc_id(cx: &mut ReadCtx, uc_id: &str, except: &Id) -> Result<bool, Error> {
    let query = cx.db().await?.query("SELECT 1 FROM users WHERE").push(" uc_id = ", uc_id.to_owned());
    Ok(query.push(" AND id <> ", except.clone()).optional::<(i32,)>().await?.is_some())
}

/// An existing user, for comparison with a row of a file.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct Kept {
    pub user_name_key: String,
    pub email_key: String,
    full_name: String,
    phone: String,
    role_id: Option<Id>,
    user_type: UserType,
    sex: Option<Sex>,
    birthday: Option<String>,
    #[sqlx(flatten)]
    place: Place,
    remark: String,
    language: String,
    pub gone: bool,
}

impl Kept {
    /// Whether it is this person, by the identifying fields.
    pub fn is(&self, user: &User, email_key: &str) -> bool {
        let same = self.email_key == email_key && self.full_name == user.full_name && self.phone == user.phone;
        same && !self.gone
    }

    /// The other fields in which the user differs.
    pub fn differs(&self, user: &User) -> impl Iterator<Item = &'static str> {
        let [here, there] = [&self.place, &user.place];
        [
            ("roleId", self.role_id != user.role_id),
            ("userType", self.user_type != user.user_type),
            ("sex", self.sex != user.sex),
            ("birthday", self.birthday != user.birthday),
            ("language", self.language != user.language),
            ("countryId", here.country != there.country),
            ("provinceId", here.province != there.province),
            ("cityId", here.city != there.city),
            ("remark", self.remark != user.remark),
        ]
        .into_iter()
        .filter_map(|(field, differs)| differs.then_some(field))
    }
}

/// The users with one of the login names or e-mails, removed or not: by their folded keys, at most [`MAX_ROWS`] of
/// each.
///
/// [`MAX_ROWS`]: crate::kernel::page::MAX_ROWS
pub async fn kept(cx: &mut ReadCtx, names: Vec<String>, emails: Vec<String>) -> Result<Vec<Kept>, Error> {
    const SELECT: &str = "SELECT user_name_key, email_key, full_name, phone, role_id, user_type, sex, birthday, \
         country_id, province_id, city_id, remark, language, deleted_at IS NOT NULL AS gone FROM users";
    let query = cx.db().await?.query(SELECT).push_in(" WHERE user_name_key", names).sql(" UNION ").sql(SELECT);
    Ok(query.push_in(" WHERE email_key", emails).all().await?)
}
