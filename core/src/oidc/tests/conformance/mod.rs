//! One test for each module of the OpenID Foundation's plans for providers, named after it, so that a missing
//! one is seen.

mod tokens;
