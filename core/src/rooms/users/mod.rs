//! People: one account each for the whole platform. What they may do is their system role; what they may do
//! in a tenant is on their membership (room `members`).

mod acts;
mod api;
mod centre;
mod export;
mod import;
mod model;
mod service;
mod store;

#[cfg(test)]
mod tests;

pub use api::{EndSessions, PasswordHasher, PasswordRule, Users, VerifyEmail, router};
pub use centre::{Account, UserCentre, Whose};
pub use model::{ImportantInput, NewPassword, Org, Status, User, UserInput, UserType};
pub use service::{changeable, create, keep_by, kept_here, reason_of, remark_of_owner, takeable};
pub use store::{get, has_platform_administrator, search};
