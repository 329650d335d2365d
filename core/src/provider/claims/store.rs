//! What claims tell of a person, as SQL reads it.

use std::collections::BTreeMap;

use sqlx::types::Json;

use crate::kernel::clock::Time;
use crate::kernel::id::Id;

/// A person, with the columns that the claims need.
#[derive(Debug, sqlx::FromRow)]
pub struct User {
    /// The user id.
    #[sqlx(rename = "user_id")]
    pub id: Id,
    /// Login name.
    #[sqlx(rename = "user_name")]
    pub login_name: String,
    /// Full name.
    pub full_name: String,
    /// E-mail address.
    pub email: String,
    /// Whether it was verified.
    pub email_valid: bool,
    /// Phone number.
    pub phone: String,
    /// Whether it was verified.
    pub phone_valid: bool,
    /// 0 male, 1 female.
    pub sex: Option<i64>,
    /// `yyyy-MM-dd`.
    pub birthday: Option<String>,
    /// `zh` or `en`.
    pub language: String,
    /// When the record was last changed.
    pub updated_at: Time,
    /// Claims from the external provider that the person signs in with: `given_name`, `family_name`, `zoneinfo`,
    /// `picture`.
    pub profile: Option<Json<BTreeMap<String, String>>>,
}
