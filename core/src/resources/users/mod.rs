//! Users: one account per person for the whole platform. Its system role gives permissions on the platform; permissions
//! in a tenant come from the membership (`members`).

pub mod accounts;
mod acts;
mod administrators;
mod adopting;
mod api;
mod centre;
pub mod contacts;
mod export;
mod finding;
mod import;
mod model;
mod ports;
mod service;
mod state;
mod store;
mod taken_store;

#[cfg(test)]
mod tests;

use crate::kernel::resource::Reference;

pub use administrators::KeepAdministrators;
pub use api::router;
pub use centre::{Account, UserCentre, Whose};
pub use finding::{People, Sought, file, file_all, no_member};
pub use model::{ImportantInput, NewPassword, Org, Status, User, UserInput, UserType};
pub use ports::{EndSessions, PasswordHasher, PasswordRule, SignInLocks, TellOwner, VerifyEmail};
pub use service::{
    changeable, create, keep_by, kept_here, none_stronger, reason_of, remark_of_owner, takeable, vouch_for_contacts,
};
pub use state::Users;
pub use store::{added_since, administrators, get, has_platform_administrator};

/// The references from users to other records.
pub const REFERENCES: &[Reference] = &[
    Reference::new(
        "areas",
        ("用户", "users"),
        "SELECT 1 FROM users WHERE deleted_at IS NULL AND (country_id = $1 OR province_id = \
             $1 OR city_id = $1) LIMIT 1",
    ),
    Reference::new("roles", ("用户", "users"), "SELECT 1 FROM users WHERE deleted_at IS NULL AND role_id = $1 LIMIT 1"),
];
