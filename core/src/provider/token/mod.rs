//! The token endpoint: RFC 6749, section 3.2. One file for each grant.
//!
//! | grant | file | source |
//! |---|---|---|
//! | `authorization_code` | `code` | RFC 6749, 4.1.3; OpenID Connect Core 1.0, 3.1.3; RFC 7636 |
//! | `refresh_token` | `refresh` | RFC 6749, 6; OpenID Connect Core 1.0, 12; RFC 9700, 4.14 |
//! | `client_credentials` | `client_credentials` | RFC 6749, 4.4 |
//! | `urn:ietf:params:oauth:grant-type:device_code` | `device_code` | RFC 8628 |
//! | `urn:ietf:params:oauth:grant-type:token-exchange` | `exchange` | RFC 8693 |
//!
//! An authorization code and a refresh token are checked and used up by one crossing to the database, where nothing that is
//! read later can be missing. Elsewhere, and to find out why nothing was used up, everything is read and checked by what cannot
//! write; one short writing transaction after it decides. Signatures are made after that.

pub mod access;
mod client_credentials;
mod code;
mod device_code;
mod endpoint;
mod exchange;
pub mod families;
mod id_token;
mod once;
mod person;
pub mod refresh;
pub mod refresh_token;
mod request;
pub mod resources;
pub mod store;

pub use code::CODE;
pub use endpoint::{__path_token, token};
