//! Sectors: groups of clients that share a person's pairwise `sub` (OpenID Connect Core 1.0, section 8.1; OpenID
//! Connect Dynamic Client Registration 1.0, section 5).

use std::collections::BTreeSet;

use super::redirect;
use super::remote::Remote;
use super::settings::{Settings, SubjectType};
use crate::kernel::error::{Error, Problems, Text};

/// Fetches the list of addresses of a sector.
///
/// Errors: the field, for every fault of the address or its document. The reason goes to the log only, so that a
/// registration cannot explore networks that the server can reach.
pub async fn addresses(remote: &Remote, address: &str) -> Result<Vec<String>, Error> {
    let refused = || {
        let text = Text::new(
            "无法获取扇区地址列表，或其内容不是 JSON 字符串数组",
            "cannot be fetched, or is not a JSON array of addresses",
        );
        Error::field("sector_identifier_uri", text)
    };
    if redirect::endpoint(address, false).is_some() {
        let text = Text::new("须为 https 地址", "must be https, or http on loopback, without a fragment");
        return Err(Error::field("sector_identifier_uri", text));
    }
    let document = remote.get(address).await.map_err(|e| refused().source(e))?;
    serde_json::from_slice(&document).map_err(|e| refused().source(e))
}

/// Adds the faults of a client's sector to the problems. `redirect_uris` are the client's addresses, of which the
/// first `own` are its own and the rest its domain's. `listed` is the answer of [`addresses`]; without it a
/// `sector_identifier_uri` is refused.
pub fn check(
    settings: &Settings,
    redirect_uris: &[&str],
    own: usize,
    listed: Option<&[String]>,
    problems: &mut Problems,
) {
    if settings.sector_identifier_uri.is_some() {
        let listed = listed.unwrap_or_default();
        let all = redirect_uris.iter().all(|uri| listed.iter().any(|l| l == uri));
        let text = "其列表须包含所有回调地址";
        problems.check(all, "sector_identifier_uri", text, "must list every one of the redirect_uris");
        return;
    }
    if settings.subject_type == SubjectType::Pairwise {
        let hosts: BTreeSet<_> = redirect_uris.iter().map(|uri| redirect::host(uri)).collect();
        // A domain that moves must not change everybody's `sub`. A client without any address is a sector of its own.
        let one = hosts.is_empty() || (hosts.len() == 1 && !hosts.contains(&None) && own > 0);
        let text = "成对标识要求所有回调地址的主机相同且已在 redirect_uris 中给出，否则须给出 sector_identifier_uri";
        let english = "is needed for pairwise subjects unless all addresses have one host, named in redirect_uris";
        problems.check(one, "sector_identifier_uri", text, english);
    }
}
