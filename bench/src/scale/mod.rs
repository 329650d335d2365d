//! How the cost of a server grows: sign-ins by password beside their hash, tokens while sign-ins take every place there is
//! for hashing, requests that are pushed, signed and bound to a key, plugins that are loaded, and several nodes on one database.
//!
//! | file | what |
//! |---|---|
//! | `logins` | sign-ins by password, and tokens beside them |
//! | `loaded` | plugins that are loaded and not called |
//! | `signed` | a sign-in at a client by PAR, `private_key_jwt` and DPoP |
//! | `nodes` | one, two and four nodes on one PostgreSQL |

pub mod loaded;
pub mod logins;
pub mod nodes;
pub mod signed;

use crate::Result;
use crate::party::{Party, strange};
use crate::times::{Times, again};

/// Tokens by client credentials, on a new connection each.
async fn tokens(party: &Party, callers: usize, seconds: f64) -> Result<Times> {
    let request = party.token_form("service-es256")?.with(&[("grant_type", "client_credentials")]);
    let one = || async {
        let mut connection = party.connect().await?;
        let answer = connection.call(&request).await?;
        if answer.status == 200 { Ok(()) } else { Err(strange("a token", answer).into()) }
    };
    again(callers, seconds, one).await
}

/// Microseconds of processor time for each of those that were done in `spent` seconds of it.
fn each(spent: f64, done: &Times) -> f64 {
    1e6 / done.rate(spent)
}
