//! The installed plugin versions and the systems that they serve.

use serde_json::json;

use super::error::InstallError;
use super::publishers;
use crate::host::{LoadError, PluginHost, PluginInfo, Trust};
use crate::kernel::ctx::{Audited, Ctx, Event, Outcome, ReadCtx};
use crate::kernel::error::{Code, Error};
use crate::kernel::id::Id;

/// A plugin version, for the audit.
#[derive(Clone, Debug, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Installed {
    /// The version.
    #[serde(flatten)]
    pub info: PluginInfo,
}

impl Audited for Installed {
    const RESOURCE: &'static str = "plugins";
    fn audit_id(&self) -> &str {
        &self.info.digest
    }
}

/// Whether a bundle may replace another publisher's plugin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// No: an update comes from the same publisher.
    Refused,
    /// Yes, by the operator's decision.
    Wanted,
}

/// Checks a bundle, stores it and makes it the active version of its system; the previous version stays for a
/// rollback.
///
/// A refusal is recorded in the audit, under the digest of the file.
pub async fn install(cx: Ctx, host: &PluginHost, bundle: Vec<u8>, change: Change) -> Result<PluginInfo, InstallError> {
    let mut separate = cx.new_transaction();
    let file = fingerprint(&bundle);
    let result = check_and_activate(cx, host, bundle, change).await;
    if let Err(InstallError::Refused(why)) = &result {
        separate.audit_event(Event {
            action: "plugin.refused",
            resource: Installed::RESOURCE,
            record: file,
            reason: Some(why.code().to_owned()),
            outcome: Some(Outcome::Refused),
            ..Event::default()
        });
        separate.commit().await?;
    }
    result
}

/// SHA-256 of a file, in hex.
fn fingerprint(file: &[u8]) -> String {
    use std::fmt::Write as _;
    aws_lc_rs::digest::digest(&aws_lc_rs::digest::SHA256, file).as_ref().iter().fold(String::new(), |mut text, byte| {
        // Writing to a string does not fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// The version in a bundle.
struct Release<'a> {
    digest: &'a str,
    publisher: &'a str,
    web_code: &'a str,
    sequence: u64,
}

/// Checks whether a version may become active. Returns the previous publisher, if it is another one.
async fn admit(cx: &mut ReadCtx, new: &Release<'_>, change: Change) -> Result<Option<String>, InstallError> {
    if !publishers::may_serve(cx, new.publisher, new.web_code).await? {
        let (publisher, web_code) = (new.publisher.to_owned(), new.web_code.to_owned());
        return Err(LoadError::NotEnrolled { publisher, web_code }.into());
    }
    let other = publishers::installed_plugin(cx, new.web_code)
        .await?
        .filter(|installed| installed.publisher_id != new.publisher);
    if let (Some(installed), Change::Refused) = (&other, change) {
        let (web_code, found) = (new.web_code.to_owned(), new.publisher.to_owned());
        return Err(LoadError::OtherPublisher { web_code, active: installed.publisher_id.clone(), found }.into());
    }
    // Each publisher numbers its own releases.
    let query = cx.db().await?.query("SELECT digest, sequence FROM plugins");
    let query = query.push(" WHERE web_code = ", new.web_code.to_owned());
    let query = query.push(" AND publisher_id = ", new.publisher.to_owned());
    let latest: Option<(String, i64)> =
        query.sql(" ORDER BY sequence DESC, updated_at DESC LIMIT 1").optional().await.map_err(Error::from)?;
    if let Some((digest, sequence)) = latest {
        let active = u64::try_from(sequence).unwrap_or_default();
        if new.sequence < active {
            return Err(LoadError::Rollback { active, found: new.sequence }.into());
        }
        if new.sequence == active && digest != new.digest {
            return Err(LoadError::Changed(new.sequence).into());
        }
    }
    Ok(other.map(|installed| installed.publisher_id))
}

/// A bundle that could be installed.
#[derive(Clone, Debug)]
pub struct Checked {
    /// What it is.
    pub info: PluginInfo,
    /// Whether it is the active version already.
    pub active: bool,
    /// Whether it would replace another publisher's plugin.
    pub other_publisher: bool,
}

/// Makes all checks of [`install`], and installs nothing. A change of publisher is no error.
pub async fn check(cx: &mut ReadCtx, host: &PluginHost, bundle: Vec<u8>) -> Result<Checked, InstallError> {
    let keys = publishers::keys(cx).await?;
    let opened = cardea_bundle::open(&bundle, &keys).map_err(LoadError::from)?;
    let (digest, publisher) = (opened.digest.to_string(), opened.publisher.to_string());
    let (web_code, sequence) = (opened.manifest.web_code, opened.manifest.sequence);
    let new = Release { digest: &digest, publisher: &publisher, web_code: &web_code, sequence };
    let other_publisher = admit(cx, &new, Change::Wanted).await?.is_some();
    let active = publishers::installed_plugin(cx, &web_code).await?.is_some_and(|it| it.digest.as_str() == digest);
    // Compilation takes seconds; no database connection is held meanwhile.
    cx.release();
    let loaded = host.load(bundle, Trust { keys, digest: Some(digest), sequence_floor: None }).await?;
    Ok(Checked { info: loaded.info().clone(), active, other_publisher })
}

async fn check_and_activate(
    mut cx: Ctx,
    host: &PluginHost,
    bundle: Vec<u8>,
    change: Change,
) -> Result<PluginInfo, InstallError> {
    let keys = publishers::keys(&mut cx).await?;
    // Before any of its code runs.
    let opened = cardea_bundle::open(&bundle, &keys).map_err(LoadError::from)?;
    let (digest, publisher) = (opened.digest.to_string(), opened.publisher.to_string());
    let (web_code, sequence) = (opened.manifest.web_code, opened.manifest.sequence);
    let new = Release { digest: &digest, publisher: &publisher, web_code: &web_code, sequence };
    admit(&mut cx, &new, change).await?;
    // Compilation takes seconds; no database connection is held meanwhile.
    cx.release();
    let loaded = host.load(bundle.clone(), Trust { keys, digest: Some(digest.clone()), sequence_floor: None }).await?;
    publishers::changed(&mut cx).await?;
    let before = admit(&mut cx, &new, change).await?;
    let info = loaded.info().clone();
    put(&mut cx, &info, bundle).await?;
    if let Some(before) = before {
        cx.audit_event(Event {
            action: "plugin.publisher_changed",
            resource: Installed::RESOURCE,
            record: info.digest.clone(),
            before: Some(json!({ "webCode": info.web_code, "publisher": before })),
            after: Some(json!({ "webCode": info.web_code, "publisher": info.publisher })),
            ..Event::default()
        });
    }
    cx.audit("plugin.activated", &Installed { info: info.clone() })?;
    cx.commit().await?;
    host.activate(&info.web_code, &loaded);
    Ok(info)
}

/// Makes a version the active one.
async fn put(cx: &mut Ctx, info: &PluginInfo, bundle: Vec<u8>) -> Result<(), Error> {
    let now = cx.now();
    let tx = cx.db().await?;
    for (from, to) in [("withdrawn", "retired"), ("previous", "retired"), ("active", "previous")] {
        tx.write("UPDATE plugins SET state = $1, updated_at = $2 WHERE web_code = $3 AND state = $4 AND digest <> $5")
            .bind(to)
            .bind(now)
            .bind(info.web_code.clone())
            .bind(from)
            .bind(info.digest.clone())
            .execute()
            .await?;
    }
    tx.write(
        "INSERT INTO plugins (digest, plugin_id, web_code, plugin_version, sequence, publisher_id, bundle, state, \
         created_at, updated_at, initialises) VALUES ($1, $2, $3, $4, $5, $6, $7, 'active', $8, $8, $9) \
         ON CONFLICT (digest) DO UPDATE SET state = 'active', updated_at = excluded.updated_at, \
         initialises = excluded.initialises",
    )
    .bind(info.digest.clone())
    .bind(info.id.clone())
    .bind(info.web_code.clone())
    .bind(info.version.clone())
    .bind(i64::try_from(info.sequence).unwrap_or(i64::MAX))
    .bind(info.publisher.clone())
    .bind(bundle)
    .bind(now)
    .bind(info.initialises)
    .execute()
    .await?;
    publishers::tell_domains(cx).await
}

/// Exchanges a system's active version with the previous one, whose publisher must still be allowed to serve the
/// system. Every node follows. Returns the digest of the now active version.
///
/// Errors: [`Code::NotFound`] where there is no previous version, or its publisher may no longer serve the system.
pub async fn roll_back(cx: &mut Ctx, web_code: &str) -> Result<Id, Error> {
    publishers::changed(cx).await?;
    let query = cx.db().await?.query("SELECT digest, publisher_id FROM plugins WHERE state = 'previous'");
    let query = query.push(" AND web_code = ", web_code.to_owned());
    let before: Option<(Id, String)> = query.optional().await?;
    let missing = || Error::new(Code::NotFound);
    let (digest, publisher) = before.ok_or_else(missing)?;
    if !publishers::may_serve(cx, &publisher, web_code).await? {
        return Err(missing());
    }
    let now = cx.now();
    // In one statement: the two versions swap their states.
    let query = cx.db().await?.write(
        "UPDATE plugins SET state = CASE state WHEN 'active' THEN 'previous' ELSE 'active' END, \
         updated_at = $1 WHERE web_code = $2 AND state IN ('active', 'previous')",
    );
    query.bind(now).bind(web_code.to_owned()).execute().await?;
    publishers::tell_domains(cx).await?;
    cx.audit_event(Event {
        action: "plugin.rolled_back",
        resource: Installed::RESOURCE,
        record: digest.to_string(),
        after: Some(json!({ "webCode": web_code, "publisher": publisher })),
        ..Event::default()
    });
    Ok(digest)
}

/// At start: loads the installed plugins, the previous versions first. A plugin that does not load is reported and
/// skipped; the server runs without it.
pub async fn load_all(cx: &mut ReadCtx, host: &PluginHost) -> Result<Vec<Id>, Error> {
    Ok(follow(cx, host, 0).await?.1)
}

/// Updates the host to the installed plugins if the revision is no longer `known`. Returns the present revision, and
/// the digests of plugins that do not load. Calls in flight finish on the version they started with.
pub async fn follow(cx: &mut ReadCtx, host: &PluginHost, known: i64) -> Result<(i64, Vec<Id>), Error> {
    let revision = publishers::revision(cx).await?;
    if revision == known {
        return Ok((revision, Vec::new()));
    }
    let keys = publishers::keys(cx).await?;
    let rows: Vec<(String, String, String)> = cx
        .db()
        .await?
        .query(
            // A system without an active version was emptied, and so has no previous version either.
            "SELECT digest, web_code, state FROM plugins WHERE state = 'active' OR (state = 'previous' \
             AND web_code IN (SELECT web_code FROM plugins WHERE state = 'active')) \
             ORDER BY CASE state WHEN 'previous' THEN 0 ELSE 1 END, sequence",
        )
        .all()
        .await?;
    for (slot, info) in host.slots() {
        // A withdrawn version stops even if its successor does not load.
        if !rows.iter().any(|(digest, web_code, _)| *web_code == slot && *digest == info.digest) {
            host.deactivate(&slot);
        }
    }
    let mut broken = Vec::new();
    for (digest, web_code, state) in rows {
        let active = host.active(&web_code).map(|info| info.digest);
        let needless = if state == "active" { active.as_ref() == Some(&digest) } else { active.is_some() };
        if needless {
            continue;
        }
        let query = cx.db().await?.query("SELECT bundle FROM plugins").push(" WHERE digest = ", digest.clone());
        let (bundle,): (Vec<u8>,) = query.one().await?;
        let trust = Trust { keys: keys.clone(), digest: Some(digest.clone()), sequence_floor: None };
        match host.load(bundle, trust).await {
            Ok(loaded) => {
                host.activate(&web_code, &loaded);
            }
            Err(error) => {
                tracing::error!(web_code, digest, %error, "an installed plugin does not load");
                broken.push(Id::from_text(digest));
            }
        }
    }
    Ok((revision, broken))
}

impl From<InstallError> for Error {
    fn from(error: InstallError) -> Self {
        match error {
            InstallError::Kernel(error) => error,
            refused @ InstallError::Refused(_) => Self::new(Code::Invalid).source(refused),
        }
    }
}
