//! Which plugin serves which system: bundles, their publishers, and the versions kept.

use crate::host::{LoadError, PluginHost, PluginInfo, PublicKey, Trust, TrustedKeys};
use crate::kernel::ctx::{Audited, Ctx, Event, Outcome};
use crate::kernel::error::{Code, Error};
use crate::kernel::id::Id;

/// Why a plugin was not installed.
#[derive(Debug, thiserror::Error)]
pub enum InstallError {
    /// The bundle did not pass the load checks.
    #[error("the bundle is refused: {0}")]
    Refused(#[from] LoadError),
    /// The database.
    #[error("{0}")]
    Kernel(#[from] Error),
}

/// A version of a plugin, as the audit names it.
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

/// Trusts a publisher's key from now on. Enrolling it again changes nothing.
pub async fn enrol(cx: &mut Ctx, name: &str, key: PublicKey) -> Result<String, InstallError> {
    let id = key.id().to_string();
    let now = cx.now();
    cx.db()
        .await?
        .query(
            "INSERT INTO publishers (id, public_key, name, created_at) VALUES ($1, $2, $3, $4) ON CONFLICT (id) DO NOTHING",
        )
        .bind(id.clone())
        .bind(key.to_string())
        .bind(name.to_owned())
        .bind(now)
        .execute()
        .await
        .map_err(Error::from)?;
    Ok(id)
}

async fn trust(cx: &mut Ctx, floor_of: Option<&str>) -> Result<Trust, Error> {
    let rows: Vec<(String,)> =
        cx.db().await?.query("SELECT public_key FROM publishers WHERE revoked_at IS NULL").all().await?;
    let keys = rows
        .iter()
        .map(|(text,)| text.parse::<PublicKey>().map_err(Error::internal))
        .collect::<Result<TrustedKeys, Error>>()?;
    let floor = match floor_of {
        Some(web_code) => {
            let query = cx.db().await?.query("SELECT MAX(sequence) FROM plugins WHERE web_code = $1");
            query.bind(web_code.to_owned()).one::<(Option<i64>,)>().await?.0
        }
        None => None,
    };
    Ok(Trust { keys, digest: None, sequence_floor: floor.and_then(|n| u64::try_from(n).ok()) })
}

/// Checks a bundle, keeps it and makes it the active version of its system; the one before stays for a rollback.
///
/// A refusal is noted in the audit too, under the digest of the file.
pub async fn install(cx: Ctx, host: &PluginHost, bundle: Vec<u8>) -> Result<PluginInfo, InstallError> {
    let mut apart = cx.apart();
    let file = fingerprint(&bundle);
    let result = check_and_activate(cx, host, bundle).await;
    if let Err(InstallError::Refused(why)) = &result {
        apart.audit_event(Event {
            action: "plugin.refused",
            resource: Installed::RESOURCE,
            record: file,
            reason: Some(why.code().to_owned()),
            outcome: Some(Outcome::Refused),
            ..Event::default()
        });
        apart.commit().await?;
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

async fn check_and_activate(mut cx: Ctx, host: &PluginHost, bundle: Vec<u8>) -> Result<PluginInfo, InstallError> {
    let trust = trust(&mut cx, None).await?;
    // Compiling takes seconds; nothing is held meanwhile.
    cx.release();
    let loaded = host.load(bundle.clone(), trust).await?;
    let info = loaded.info().clone();
    let floor = self::trust(&mut cx, Some(&info.web_code)).await?.sequence_floor;
    if let Some(active) = floor.filter(|floor| info.sequence < *floor) {
        return Err(LoadError::Rollback { active, found: info.sequence }.into());
    }
    let now = cx.now();
    let tx = cx.db().await?;
    for (from, to) in [("previous", "retired"), ("active", "previous")] {
        tx.query("UPDATE plugins SET state = $1, updated_at = $2 WHERE web_code = $3 AND state = $4 AND digest <> $5")
            .bind(to)
            .bind(now)
            .bind(info.web_code.clone())
            .bind(from)
            .bind(info.digest.clone())
            .execute()
            .await
            .map_err(Error::from)?;
    }
    tx.query(
        "INSERT INTO plugins (digest, plugin_id, web_code, plugin_version, sequence, publisher_id, bundle, state, \
         created_at, updated_at) VALUES ($1, $2, $3, $4, $5, $6, $7, 'active', $8, $8) \
         ON CONFLICT (digest) DO UPDATE SET state = 'active', updated_at = excluded.updated_at",
    )
    .bind(info.digest.clone())
    .bind(info.id.clone())
    .bind(info.web_code.clone())
    .bind(info.version.clone())
    .bind(i64::try_from(info.sequence).unwrap_or(i64::MAX))
    .bind(info.publisher.clone())
    .bind(bundle)
    .bind(now)
    .execute()
    .await
    .map_err(Error::from)?;
    cx.audit("plugin.activated", &Installed { info: info.clone() })?;
    cx.commit().await?;
    host.activate(&info.web_code, &loaded);
    Ok(info)
}

/// At start: loads what is installed, the previous versions first. A plugin that does not load is reported and
/// left out; the server serves without it.
pub async fn load_all(cx: &mut Ctx, host: &PluginHost) -> Result<Vec<Id>, Error> {
    let trust_now = trust(cx, None).await?;
    let rows: Vec<(String, String, Vec<u8>)> = cx
        .db()
        .await?
        .query(
            "SELECT digest, web_code, bundle FROM plugins WHERE state IN ('previous', 'active') \
             ORDER BY CASE state WHEN 'previous' THEN 0 ELSE 1 END, sequence",
        )
        .all()
        .await?;
    let mut broken = Vec::new();
    for (digest, web_code, bundle) in rows {
        let trust = Trust { digest: Some(digest.clone()), ..trust_now.clone() };
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
    Ok(broken)
}

impl From<InstallError> for Error {
    fn from(error: InstallError) -> Self {
        match error {
            InstallError::Kernel(error) => error,
            refused @ InstallError::Refused(_) => Self::new(Code::Invalid).source(refused),
        }
    }
}
