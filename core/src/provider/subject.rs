//! Subject identifiers (OpenID Connect Core 1.0, section 8).

use super::clients::Client;
use super::clients::settings::SubjectType;
use super::state::Provider;
use crate::kernel::id::Id;

/// The purpose of the keyed hash of pairwise subjects.
const PAIRWISE: &str = "subject.pairwise";

/// The `sub` of a person at a client: the user id, or for `pairwise` a keyed hash of the client's sector and the user
/// id (section 8.1, third method). It is the same for all clients of a sector, and for ever: the key belongs to the
/// installation and is kept when the master key changes.
#[must_use]
pub fn of(provider: &Provider, client: &Client, user: &Id) -> String {
    match client.settings.subject_type {
        SubjectType::Public => user.as_str().to_owned(),
        // A host contains no line feed, so no two pairs make the same text.
        SubjectType::Pairwise => provider.kernel().hash(PAIRWISE, &format!("{}\n{user}", sector(client))),
    }
}

/// Whether a client's `sub` names this person.
#[must_use]
pub fn is(provider: &Provider, client: &Client, user: &Id, sub: &str) -> bool {
    of(provider, client, user) == sub
}

/// The sector: the host of `sector_identifier_uri`, or else the one host of the redirect addresses, which
/// registration ensures. A client without either, such as one that asks for device codes, is a sector of its own.
fn sector(client: &Client) -> String {
    client.sector().unwrap_or_else(|| format!("client {}", client.client_id))
}
