//! Types of invitations.

use serde::{Deserialize, Serialize};

use crate::authentication::model::check_password_typed;
use crate::kernel::clock::Time;
use crate::kernel::ctx::{Audited, ReadCtx};
use crate::kernel::error::{Error, Problems};
use crate::kernel::id::Id;
use crate::kernel::secret::Secret;
use crate::resources::users::{User, UserInput};

/// The state of an invitation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, sqlx::Type, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
#[sqlx(type_name = "TEXT", rename_all = "lowercase")]
pub enum State {
    /// It can be accepted.
    Open,
    /// It was accepted.
    Accepted,
    /// An administrator withdrew it.
    Withdrawn,
    /// A later invitation replaced it.
    Replaced,
    /// It has expired. Never stored: an open one past its expiry is shown so.
    Expired,
}

/// An invitation, without its key.
#[derive(Clone, Debug, Serialize, sqlx::FromRow, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Invitation {
    /// Id.
    pub id: Id,
    /// Version.
    pub version: i64,
    /// The tenant.
    pub tenant_id: Id,
    /// Its name.
    pub tenant_name: String,
    /// The address of the invited person.
    pub email: String,
    /// The proposed full name; may be empty.
    pub full_name: String,
    /// Tenant role.
    pub role: Id,
    /// Its name.
    pub role_name: String,
    /// Type: an item of dictionary category 3.
    pub type_id: Id,
    /// The proposed position: an item of dictionary category 2.
    pub position_id: Option<Id>,
    /// Language of the mail.
    pub language: String,
    /// Its state.
    pub state: State,
    /// The person who sent it and is responsible for it; null: the server itself.
    pub invited_by: Option<Id>,
    /// Their name.
    pub inviter_name: Option<String>,
    /// The person who accepted it.
    pub accepted_by: Option<Id>,
    /// When it expires.
    pub expires_at: Time,
    /// When the latest mail was queued.
    pub sent_at: Time,
    /// When it was made.
    pub created_at: Time,
    /// When it was last changed.
    pub updated_at: Time,
}

impl Audited for Invitation {
    const RESOURCE: &'static str = "invitations";
    fn audit_id(&self) -> &str {
        self.id.as_str()
    }
    fn audit_tenant(&self) -> Option<&Id> {
        Some(&self.tenant_id)
    }
}

impl Invitation {
    /// The invitation as shown at `now`.
    #[must_use]
    pub fn at(mut self, now: Time) -> Self {
        if self.state == State::Open && self.expires_at <= now {
            self.state = State::Expired;
        }
        self
    }
}

/// A new invitation: its address, tenant and role.
#[derive(Clone, Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct NewInvitation {
    /// The tenant.
    pub tenant_id: Id,
    /// The address.
    #[serde(default)]
    pub email: String,
    /// A proposed full name.
    pub full_name: Option<String>,
    /// Tenant role.
    pub role: Option<Id>,
    /// Type: an item of dictionary category 3.
    pub type_id: Option<Id>,
    /// A proposed position: an item of dictionary category 2.
    pub position_id: Option<Id>,
    /// Language of the mail, `zh` or `en`; the caller's by default.
    pub language: Option<String>,
}

/// A position to choose.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct Position {
    /// Id of the dictionary item.
    pub id: Id,
    /// Its name in the caller's language.
    pub name: String,
}

/// The person who is signed in in the browser that opened an invitation.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SignedIn {
    /// Login name.
    pub user_name: String,
    /// Full name.
    pub full_name: String,
    /// Whether the invitation is theirs. If not, it does nothing until they sign out.
    pub invited: bool,
}

/// A trial system that somebody gets by joining.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WaitingSystem {
    /// Its name.
    pub software_name: String,
    /// The studies.
    pub study_names: String,
    /// The roles, each with its environment.
    pub role_names: String,
}

/// The invitation, as the invited person sees it (specification, portal, section 3).
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct InvitationUser {
    /// The tenant's name.
    pub tenant_name: String,
    /// Full name.
    pub name: String,
    /// Login name; empty where there is no account yet.
    pub username: String,
    /// The invited address.
    pub email: String,
    /// The proposed position.
    pub position_id: Option<Id>,
    /// The masked phone of an existing account; else empty.
    pub phone: String,
    /// Always empty: only the person writes it, and a holder of the key need not read it.
    pub remark: String,
    /// The positions to choose from.
    pub position_list: Vec<Position>,
    /// Whether the person already has an account: then name, login name and phone do not change, and no password is
    /// needed.
    pub is_user: bool,
    /// The person who is signed in in this browser, if any.
    pub signed_in: Option<SignedIn>,
    /// The trial systems that they are authorised in by accepting.
    pub systems: Vec<WaitingSystem>,
}

/// The answer to an invitation. Tenant and e-mail are always those of the invitation.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Registration {
    /// The key of the invitation.
    pub key: Secret,
    /// Position: an item of dictionary category 2.
    pub position_id: Option<Id>,
    /// Full name. This, login name, password and phone are ignored where the person has an account.
    pub name: Option<String>,
    /// Login name.
    pub username: Option<String>,
    /// The password, or a compact JWE of it.
    pub password: Option<Secret>,
    /// Phone, digits only.
    pub phone: Option<String>,
    /// Remark. For an existing account it replaces the previous one, unless it is blank.
    pub remark: Option<String>,
}

/// The answer to a successful registration.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Registered {
    /// The login name to sign in with.
    pub user_name: String,
}

impl Registration {
    /// The input that the `users` module takes, with the invitation's address.
    pub fn input(&self, email: &str, language: &str) -> UserInput {
        UserInput {
            full_name: self.name.clone(),
            user_name: self.username.clone(),
            email: Some(email.to_owned()),
            phone: self.phone.clone(),
            remark: self.remark.clone(),
            language: Some(language.to_owned()),
            ..UserInput::default()
        }
    }

    /// Checks the typed fields (portal, section 5); the password rules and the choice of the position are checked
    /// elsewhere.
    pub fn check(&self, cx: &ReadCtx, email: &str, is_user: bool) -> Result<(), Error> {
        let mut problems = Problems::default();
        problems.check(self.position_id.is_some(), "positionId", "请选择职位", "please select position");
        if !is_user {
            let input = self.input(email, cx.locale().tag());
            input.over(&mut problems, User::blank(cx.new_id(), cx.now()));
            let none = Secret::default();
            let password = self.password.as_ref().unwrap_or(&none);
            check_password_typed(&mut problems, "password", password, "密码不能为空", "Please enter the password");
        }
        problems.into_result().map_err(named_as_typed)
    }
}

/// Renames the fields of an error: the form of this operation names them otherwise than `users`.
pub fn named_as_typed(mut error: Error) -> Error {
    for (name, _) in &mut error.fields {
        match name.as_str() {
            "fullName" => "name".clone_into(name),
            "userName" => "username".clone_into(name),
            _ => {}
        }
    }
    error
}
