//! The parameters of a request, and the lifetime of a code.

use crate::kernel::pages::INTERACTION;

/// Lifetime of a code, in seconds (RFC 6749, section 4.1.2, allows ten minutes at most).
pub const CODE_SECONDS: i64 = 60;

/// Parameters of a request; others are ignored (RFC 6749, section 3.1).
pub const KNOWN: &[&str] = &[
    "client_id",
    "redirect_uri",
    "response_type",
    "response_mode",
    "scope",
    "state",
    "nonce",
    "code_challenge",
    "code_challenge_method",
    "prompt",
    "max_age",
    "id_token_hint",
    "login_hint",
    "acr_values",
    "claims",
    "claims_locales",
    "display",
    "ui_locales",
    "resource",
    "dpop_jkt",
    "request",
    "request_uri",
    "registration",
    INTERACTION,
];
