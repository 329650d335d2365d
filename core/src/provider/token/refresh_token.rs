//! The text of refresh tokens: made, and read.

use aws_lc_rs::constant_time::verify_slices_are_equal;

use super::store::Family;
use crate::kernel::Kernel;
use crate::kernel::clock::Time;
use crate::kernel::id::Id;

/// How refresh tokens begin.
const PREFIX: &str = "cardea_rt_";
/// What refresh tokens are hashed for.
const HASHED_FOR: &str = "refresh_token";
/// What the mark inside them is hashed for.
const MARK: &str = "refresh_token.mark";

/// A text that was a refresh token of this server once, and may be still.
#[derive(Debug)]
pub struct Presented<'a> {
    /// Its family.
    pub family: &'a str,
    pub(super) hash: String,
}

impl<'a> Presented<'a> {
    /// None for a text that never was one.
    #[must_use]
    pub fn read(kernel: &Kernel, text: &'a str) -> Option<Self> {
        let (body, mark) = text.strip_prefix(PREFIX)?.rsplit_once('.')?;
        let (family, _) = body.split_once('.')?;
        verify_slices_are_equal(kernel.hash(MARK, body).as_bytes(), mark.as_bytes()).ok()?;
        Some(Self { family, hash: kernel.hash(HASHED_FOR, text) })
    }

    /// Whether it is the one of its family that works.
    #[must_use]
    pub fn is_current(&self, family: &Family) -> bool {
        let kept = family.refresh_hash.as_deref().unwrap_or_default();
        verify_slices_are_equal(kept.as_bytes(), self.hash.as_bytes()).is_ok()
    }
}

/// A refresh token that was just made.
#[derive(Debug)]
pub struct Minted {
    /// The token, for the client alone.
    pub text: String,
    /// Its keyed hash.
    pub hash: String,
    /// The moment from which it is worth nothing if nobody uses it.
    pub expires_at: Time,
}

impl Minted {
    /// For a family. The family is named in it, so that an old token finds what it belonged to.
    #[must_use]
    pub fn new(kernel: &Kernel, family: &Id, expires_at: Time) -> Self {
        let body = format!("{family}.{}", kernel.token());
        let text = format!("{PREFIX}{body}.{}", kernel.hash(MARK, &body));
        let hash = kernel.hash(HASHED_FOR, &text);
        Self { text, hash, expires_at }
    }
}
