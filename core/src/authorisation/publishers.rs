//! The trusted publishers of plugins, and the systems that each may serve.

use serde_json::json;

use super::error::InstallError;
use crate::host::{PublicKey, TrustedKeys};
use crate::kernel::ctx::{Ctx, Event, ReadCtx};
use crate::kernel::error::{Code, Error, Problems, Text};
use crate::kernel::id::Id;
use crate::resources::domains;

/// A publisher to enrol.
#[derive(Clone, Copy, Debug)]
pub struct Enrolment<'a> {
    /// Name, for people.
    pub name: &'a str,
    /// The key that verifies its signatures.
    pub key: PublicKey,
    /// The systems that its plugins may serve: 2 to 8 digits each. At least one.
    pub web_codes: &'a [String],
    /// Whether it is the publisher of this server's own build.
    pub shipped: bool,
}

static REVOKED: Text = Text::new("该发布者已被撤销", "this publisher was revoked");

/// Trusts a publisher's key from now on, for the given systems and those that it had before. Enrolling it again for
/// the same systems changes nothing.
///
/// Errors: [`Code::Invalid`]; [`Code::Conflict`] for a revoked publisher.
pub async fn enrol(cx: &mut Ctx, new: Enrolment<'_>) -> Result<String, InstallError> {
    let mut p = Problems::default();
    let sound = |code: &String| (2..=8).contains(&code.len()) && code.bytes().all(|b| b.is_ascii_digit());
    let named = !new.web_codes.is_empty() && new.web_codes.iter().all(sound);
    p.check(named, "webCodes", "请填写2至8位数字的系统代码", "name the systems by web codes of 2 to 8 digits");
    p.into_result()?;
    let id = new.key.id().to_string();
    let now = cx.now();
    let insert = "INSERT INTO publishers (id, public_key, name, created_at, shipped) VALUES ($1, $2, $3, $4, $5) \
         ON CONFLICT (id) DO UPDATE SET shipped = publishers.shipped OR excluded.shipped \
         WHERE publishers.revoked_at IS NULL";
    let query = cx.db().await?.write(insert).bind(id.clone()).bind(new.key.to_string()).bind(new.name.to_owned());
    if query.bind(now).bind(new.shipped).execute().await.map_err(Error::from)? == 0 {
        return Err(Error::new(Code::Conflict).message(REVOKED.clone()).into());
    }
    let mut added = Vec::new();
    for code in new.web_codes {
        let query = cx.db().await?.write(
            "INSERT INTO publisher_web_codes (publisher_id, web_code, created_at) VALUES ($1, $2, $3) \
             ON CONFLICT (publisher_id, web_code) DO NOTHING",
        );
        if query.bind(id.clone()).bind(code.clone()).bind(now).execute().await.map_err(Error::from)? == 1 {
            added.push(code);
        }
    }
    if !added.is_empty() {
        cx.audit_event(Event {
            action: "publisher.enrolled",
            resource: "publishers",
            record: id.clone(),
            after: Some(json!({ "name": new.name, "webCodes": added })),
            ..Event::default()
        });
    }
    Ok(id)
}

/// Revokes a publisher. Its plugins are deactivated, on every node within seconds; calls in flight finish.
///
/// Errors: [`Code::NotFound`] where no trusted publisher has this id.
pub async fn revoke(cx: &mut Ctx, id: &str) -> Result<(), Error> {
    changed(cx).await?;
    let now = cx.now();
    let query = cx.db().await?.write("UPDATE publishers SET").push(" revoked_at = ", now);
    if query.push(" WHERE revoked_at IS NULL AND id = ", id.to_owned()).execute().await? == 0 {
        return Err(Error::new(Code::NotFound));
    }
    // The publisher is remembered, so that the next plugin counts as a change of publisher.
    for (from, to) in [("active", "withdrawn"), ("previous", "retired")] {
        let query = cx.db().await?.write("UPDATE plugins SET").push(" state = ", to).push(", updated_at = ", now);
        let query = query.push(" WHERE publisher_id = ", id.to_owned()).push(" AND state = ", from);
        query.execute().await?;
    }
    tell_domains(cx).await?;
    cx.audit_event(Event {
        action: "publisher.revoked",
        resource: "publishers",
        record: id.to_owned(),
        ..Event::default()
    });
    Ok(())
}

/// Raises the revision of the installed plugins, and makes other changes wait until the transaction ends.
pub(super) async fn changed(cx: &mut Ctx) -> Result<(), Error> {
    cx.db().await?.write("UPDATE plugins_head SET revision = revision + 1 WHERE id = 1").execute().await?;
    Ok(())
}

/// Tells the domains which systems can be initialised, after every change of the active plugins.
pub(super) async fn tell_domains(cx: &mut Ctx) -> Result<(), Error> {
    let query = cx.db().await?.query("SELECT DISTINCT web_code FROM plugins WHERE state = 'active'");
    let rows: Vec<(String,)> = query.push(" AND initialises = ", true).all().await?;
    let codes: Vec<String> = rows.into_iter().map(|(code,)| code).collect();
    domains::keep_initialising(cx, &codes).await
}

/// The revision: the number of the latest change.
pub async fn revision(cx: &mut ReadCtx) -> Result<i64, Error> {
    Ok(cx.db().await?.query("SELECT revision FROM plugins_head WHERE id = 1").one::<(i64,)>().await?.0)
}

/// The keys of all trusted publishers.
pub(super) async fn keys(cx: &mut ReadCtx) -> Result<TrustedKeys, Error> {
    let rows: Vec<(String,)> =
        cx.db().await?.query("SELECT public_key FROM publishers WHERE revoked_at IS NULL").all().await?;
    rows.iter().map(|(text,)| text.parse::<PublicKey>().map_err(Error::internal)).collect()
}

/// Whether a publisher may serve a system.
pub(super) async fn may_serve(cx: &mut ReadCtx, publisher: &str, web_code: &str) -> Result<bool, Error> {
    let query = cx.db().await?.query(
        "SELECT 1 FROM publisher_web_codes c JOIN publishers p ON p.id = c.publisher_id WHERE p.revoked_at IS NULL",
    );
    let query = query.push(" AND c.publisher_id = ", publisher.to_owned());
    Ok(query.push(" AND c.web_code = ", web_code.to_owned()).optional::<(i32,)>().await?.is_some())
}

/// The publisher whose plugin serves a system, or served it until the publisher was revoked.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct InstalledPlugin {
    /// The publisher's id.
    pub publisher_id: String,
    /// Whether it is the publisher of this server's own build.
    pub shipped: bool,
    /// The version's digest.
    pub digest: Id,
    /// The version's number.
    pub sequence: i64,
}

/// See [`InstalledPlugin`].
pub async fn installed_plugin(cx: &mut ReadCtx, web_code: &str) -> Result<Option<InstalledPlugin>, Error> {
    let query = cx.db().await?.query(
        "SELECT p.publisher_id, u.shipped, p.digest, p.sequence FROM plugins p JOIN publishers u \
         ON u.id = p.publisher_id WHERE p.state IN ('active', 'withdrawn')",
    );
    let query = query.push(" AND p.web_code = ", web_code.to_owned());
    Ok(query.sql(" ORDER BY CASE p.state WHEN 'active' THEN 0 ELSE 1 END LIMIT 1").optional().await?)
}
