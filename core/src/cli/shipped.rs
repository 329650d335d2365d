//! The plugins that a build ships: they are part of the server, which activates them.

use rust_embed::RustEmbed;

use crate::app::App;
use crate::authorisation::{self, Change, Enrolment, InstalledPlugin};
use crate::host::PublicKey;
use crate::kernel::ctx::{Ctx, ReadCtx};

/// The plugins of this build, with their publisher's key.
#[derive(RustEmbed)]
#[folder = "../plugins/dist"]
#[allow_missing = true]
struct Bundled;

/// Trusts this build's publisher for the systems of its plugins, and activates those that are newer than the ones
/// that this server or an earlier one shipped. A plugin that an operator installed stays. False: this build has no
/// plugins.
pub async fn activate(app: &App) -> Result<bool, Box<dyn std::error::Error + Send + Sync>> {
    let Some(key) = Bundled::get("publisher.pub") else { return Ok(false) };
    let key: PublicKey = std::str::from_utf8(&key.data)?.trim().parse()?;
    let trusted = [key].into_iter().collect();
    for name in Bundled::iter().filter(|name| name.ends_with(".cardea")) {
        let Some(file) = Bundled::get(&name) else { continue };
        let bundle = cardea_bundle::open(&file.data, &trusted)?;
        let web_code = bundle.manifest.web_code;
        let installed = authorisation::installed_plugin(&mut ReadCtx::system(&app.kernel), &web_code).await?;
        let mut change = Change::Refused;
        if let Some(installed) = installed {
            if !newer(&installed, &key, &bundle.digest.to_string(), bundle.manifest.sequence, &web_code) {
                continue;
            }
            if installed.publisher_id != key.id().to_string() {
                change = Change::Wanted;
            }
        }
        let mut cx = Ctx::system(&app.kernel, "start");
        let codes = [web_code];
        authorisation::enrol(&mut cx, Enrolment { name: "Cardea", key, web_codes: &codes, shipped: true }).await?;
        cx.commit().await?;
        let cx = Ctx::system(&app.kernel, "start");
        authorisation::install(cx, &app.host, file.data.into_owned(), change).await?;
    }
    Ok(true)
}

/// Whether the bundle of this build replaces the active plugin of its system.
fn newer(installed: &InstalledPlugin, key: &PublicKey, digest: &str, sequence: u64, web_code: &str) -> bool {
    let held = u64::try_from(installed.sequence).unwrap_or_default();
    if installed.digest.as_str() == digest {
        return false;
    }
    if !installed.shipped {
        tracing::info!(web_code, "the plugin that an operator installed stays; the one of this build is not activated");
        return false;
    }
    // A build with another key numbers its releases from the start.
    if installed.publisher_id == key.id().to_string() && sequence <= held {
        tracing::warn!(
            web_code,
            held,
            sequence,
            "the plugin of this build is not newer than the active one, which stays"
        );
        return false;
    }
    true
}
