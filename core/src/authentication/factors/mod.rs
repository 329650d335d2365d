//! Second factors: codes of an authenticator application (RFC 6238), passkeys (Web Authentication, level 3) and
//! recovery codes; when one is required, and the step of a sign-in that proves it.
//!
//! A sign-in with a proved first factor gets no session while a second one is required. It gets a [`continuation`]:
//! sealed, valid for minutes and for one sign-in, bound to the browser by a cookie. Wrong tries are counted per
//! account, over all ways, before they are judged ([`attempts`]).

mod attempts;
mod ceremony;
mod continuation;
mod enrol;
mod model;
mod notes;
mod own;
mod passkey;
mod recent;
mod recovery;
mod relying_party;
mod reset;
mod step;
mod store;
mod totp;

pub(crate) use continuation::second_step;
pub use notes::has_factor;
pub(crate) use relying_party::Passkeys;
pub(crate) use store::sweep;

use super::state::Sessions;
use crate::kernel::openapi::{OpenApiRouter, routes};

/// The administrators' operations on factors, with their full paths.
pub(crate) fn admin_router() -> OpenApiRouter<Sessions> {
    OpenApiRouter::default().routes(routes!(reset::state)).routes(routes!(reset::reset))
}

/// The documented operations on factors, with their full paths.
pub(crate) fn router() -> OpenApiRouter<Sessions> {
    OpenApiRouter::default()
        .routes(routes!(step::by_totp))
        .routes(routes!(step::by_recovery))
        .routes(routes!(step::passkey_begin))
        .routes(routes!(step::by_passkey))
        .routes(routes!(step::sign_in_begin))
        .routes(routes!(step::sign_in))
        .routes(routes!(enrol::totp_begin))
        .routes(routes!(enrol::totp_confirm))
        .routes(routes!(enrol::passkey_begin))
        .routes(routes!(enrol::passkey_finish))
        .routes(routes!(recent::by_password))
        .routes(routes!(recent::by_totp))
        .routes(routes!(recent::by_recovery))
        .routes(routes!(recent::passkey_begin))
        .routes(routes!(recent::by_passkey))
        .routes(routes!(own::factors))
        .routes(routes!(own::totp_begin))
        .routes(routes!(own::totp_confirm))
        .routes(routes!(own::totp_remove))
        .routes(routes!(own::recovery_codes))
        .routes(routes!(own::passkey_begin))
        .routes(routes!(own::passkey_add))
        .routes(routes!(own::passkey_rename))
        .routes(routes!(own::passkey_remove))
}

pub use totp::SEED;
#[cfg(test)]
pub use totp::code as totp_code;
