//! The rotation of keys, and its times.
//!
//! Every change of keys raises their revision first. That takes a lock until the commit, so the facts of the decision
//! still hold when it is written, on any number of nodes.

use zeroize::Zeroizing;

use super::model::{KeyPolicy, KeyState, SEALED, SigningKey};
use super::store::{self, NewKey};
use crate::kernel::Kernel;
use crate::kernel::clock::Time;
use crate::kernel::ctx::{Ctx, ReadCtx};
use crate::kernel::error::Error;
use crate::provider::jose::{Alg, Jwk, Signer};

/// Shortest time in seconds for which a key is published before it signs: by then every node has it in its JWK set.
pub const SETTLE: i64 = 5;

/// A step of rotation that is due.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Due {
    /// Make the first key of an algorithm.
    First(Alg),
    /// Publish the key after the current one.
    Publish(Alg),
    /// Make the waiting key the current one.
    Promote(Alg),
    /// Remove this key from the JWK set.
    Remove(String),
}

/// The steps that are due, from all published keys.
pub fn due(keys: &[SigningKey], policy: KeyPolicy, now: Time) -> Vec<Due> {
    let mut due = Vec::new();
    for alg in Alg::ALL {
        let find = |state| keys.iter().find(|key| key.alg == *alg && key.state == state);
        let (current, next) = (find(KeyState::Current), find(KeyState::Next));
        let Some(current) = current else {
            due.push(Due::First(*alg));
            continue;
        };
        if next.and_then(|next| next.promote_at).is_some_and(|at| now >= at) {
            due.push(Due::Promote(*alg));
            continue;
        }
        let Some(rotation) = policy.rotation else { continue };
        let over = current.current_at.unwrap_or(current.published_at).plus_seconds(rotation);
        match next {
            None if now >= over.plus_seconds(-policy.publish_ahead) => due.push(Due::Publish(*alg)),
            Some(next) if now >= over && now >= next.published_at.plus_seconds(policy.publish_ahead) => {
                due.push(Due::Promote(*alg));
            }
            _ => {}
        }
    }
    let gone = |key: &&SigningKey| {
        let until = key.remove_at.or(key.retired_at.map(|at| at.plus_seconds(policy.retention)));
        key.state == KeyState::Retired && until.is_some_and(|until| now >= until)
    };
    due.extend(keys.iter().filter(gone).map(|key| Due::Remove(key.id.clone())));
    due
}

/// Takes the steps that are due; returns whether there were any.
pub async fn step(kernel: &Kernel, policy: KeyPolicy) -> Result<bool, Error> {
    let known = store::records(&mut ReadCtx::system(kernel).autocommit()).await?;
    let due = due(&known, policy, kernel.now());
    for one in &due {
        // Made before the lock is taken: RSA takes a while.
        let fresh = match one {
            Due::First(alg) | Due::Publish(alg) => Some(generate(kernel, *alg).await?),
            Due::Promote(_) | Due::Remove(_) => None,
        };
        carry_out(kernel, one, fresh, policy).await?;
    }
    Ok(!due.is_empty())
}

/// Takes one step, unless another node took it already.
async fn carry_out(kernel: &Kernel, one: &Due, fresh: Option<NewKey>, policy: KeyPolicy) -> Result<(), Error> {
    let mut cx = Ctx::system(kernel, "oidc");
    store::raise_revision(&mut cx).await?;
    let keys = store::records(&mut cx).await?;
    if !due(&keys, policy, cx.now()).contains(one) {
        return Ok(());
    }
    match (one, fresh) {
        (Due::First(_), Some(fresh)) => insert(&mut cx, fresh, KeyState::Current).await?,
        (Due::Publish(_), Some(fresh)) => insert(&mut cx, fresh, KeyState::Next).await?,
        (Due::Promote(alg), _) => {
            retire(&mut cx, &keys, *alg, policy).await?;
            promote(&mut cx, &keys, *alg).await?;
        }
        (Due::Remove(kid), _) => {
            let before = record(&keys, |key| key.id == *kid)?;
            store::remove(&mut cx, kid).await?;
            let after = SigningKey { state: KeyState::Removed, removed_at: Some(cx.now()), ..before.clone() };
            cx.audit_change("signing_key.removed", before, &after)?;
        }
        (Due::First(_) | Due::Publish(_), None) => return Err(Error::internal("no key was made")),
    }
    cx.commit().await
}

/// Makes the first key of an algorithm if there is none.
pub async fn ensure(kernel: &Kernel, alg: Alg) -> Result<(), Error> {
    let there = |keys: &[SigningKey]| keys.iter().any(|key| key.alg == alg && key.state == KeyState::Current);
    if there(&store::records(&mut ReadCtx::system(kernel).autocommit()).await?) {
        return Ok(());
    }
    let fresh = generate(kernel, alg).await?;
    let mut cx = Ctx::system(kernel, "oidc");
    store::raise_revision(&mut cx).await?;
    if there(&store::records(&mut cx).await?) {
        return Ok(());
    }
    insert(&mut cx, fresh, KeyState::Current).await?;
    cx.commit().await
}

/// Rotates the key of an algorithm, and commits. A waiting key that all nodes know signs at once; otherwise a key is
/// published that signs in [`SETTLE`] seconds. Calling again before that changes nothing.
pub async fn rotate(mut cx: Ctx, alg: Alg, policy: KeyPolicy) -> Result<SigningKey, Error> {
    // A spare key, in case none waits: it has to be made before the lock is taken.
    let spare = generate(cx.kernel(), alg).await?;
    store::raise_revision(&mut cx).await?;
    let keys = store::records(&mut cx).await?;
    let find = |state| keys.iter().find(|key| key.alg == alg && key.state == state);
    let kid = match (find(KeyState::Next), find(KeyState::Current)) {
        (Some(next), Some(_)) if cx.now() >= next.published_at.plus_seconds(SETTLE) => {
            retire(&mut cx, &keys, alg, policy).await?;
            promote(&mut cx, &keys, alg).await?;
            next.id.clone()
        }
        (Some(next), _) => {
            hurry(&mut cx, next).await?;
            next.id.clone()
        }
        (None, Some(_)) => {
            let kid = spare.kid.clone();
            insert(&mut cx, spare, KeyState::Next).await?;
            let keys = store::records(&mut cx).await?;
            hurry(&mut cx, record(&keys, |key| key.id == kid)?).await?;
            kid
        }
        (None, None) => {
            let kid = spare.kid.clone();
            insert(&mut cx, spare, KeyState::Current).await?;
            kid
        }
    };
    let keys = store::records(&mut cx).await?;
    let key = record(&keys, |key| key.id == kid)?.clone();
    cx.commit().await?;
    Ok(key)
}

/// Makes a waiting key sign as soon as every node knows it.
async fn hurry(cx: &mut Ctx, next: &SigningKey) -> Result<(), Error> {
    if next.promote_at.is_some() {
        return Ok(());
    }
    let at = next.published_at.plus_seconds(SETTLE);
    store::promote_at(cx, &next.id, at).await?;
    let after = SigningKey { promote_at: Some(at), ..next.clone() };
    cx.audit_change("signing_key.hurried", next, &after)
}

async fn insert(cx: &mut Ctx, key: NewKey, state: KeyState) -> Result<(), Error> {
    let kid = key.kid.clone();
    store::insert(cx, key, state).await?;
    let keys = store::records(cx).await?;
    cx.audit("signing_key.published", record(&keys, |key| key.id == kid)?)
}

async fn retire(cx: &mut Ctx, keys: &[SigningKey], alg: Alg, policy: KeyPolicy) -> Result<(), Error> {
    let before = record(keys, |key| key.alg == alg && key.state == KeyState::Current)?;
    let now = cx.now();
    let until = now.plus_seconds(policy.retention);
    store::retire(cx, &before.id, until).await?;
    let after =
        SigningKey { state: KeyState::Retired, retired_at: Some(now), remove_at: Some(until), ..before.clone() };
    cx.audit_change("signing_key.retired", before, &after)
}

async fn promote(cx: &mut Ctx, keys: &[SigningKey], alg: Alg) -> Result<(), Error> {
    let before = record(keys, |key| key.alg == alg && key.state == KeyState::Next)?;
    store::promote(cx, &before.id).await?;
    let after = SigningKey { state: KeyState::Current, current_at: Some(cx.now()), ..before.clone() };
    cx.audit_change("signing_key.promoted", before, &after)
}

fn record(keys: &[SigningKey], is: impl Fn(&SigningKey) -> bool) -> Result<&SigningKey, Error> {
    keys.iter().find(|key| is(key)).ok_or_else(|| Error::internal("a signing key that is not there"))
}

/// Makes a new key, off the async threads.
async fn generate(kernel: &Kernel, alg: Alg) -> Result<NewKey, Error> {
    let signer = tokio::task::spawn_blocking(move || Signer::generate(alg)).await.map_err(Error::internal)??;
    seal(kernel, &signer)
}

/// A key as stored: sealed, with its thumbprint as `kid`.
pub fn seal(kernel: &Kernel, signer: &Signer) -> Result<NewKey, Error> {
    let mut public = signer.public_members()?;
    let kid = Jwk::parse(&public).map_err(Error::internal)?.thumbprint();
    public.insert("kid".into(), kid.as_str().into());
    let pkcs8: Zeroizing<Vec<u8>> = signer.to_pkcs8()?;
    let private_key = kernel.seal_at(&SEALED, &kid, &pkcs8)?;
    Ok(NewKey { kid, alg: signer.alg(), private_key, public_jwk: public })
}
