//! The text of refresh tokens.

use aws_lc_rs::constant_time::verify_slices_are_equal;

use super::families::Family;
use crate::kernel::Kernel;
use crate::kernel::clock::Time;
use crate::kernel::id::Id;

/// Prefix of refresh tokens.
const PREFIX: &str = "cardea_rt_";
/// The purpose of the keyed hash of refresh tokens.
const HASHED_FOR: &str = "refresh_token";
/// The purpose of the mark inside them.
const MARK: &str = "refresh_token.mark";

/// A text that is or was a refresh token of this server.
#[derive(Debug)]
pub struct Presented<'a> {
    /// The token's family.
    pub family: &'a str,
    pub(super) hash: String,
}

impl<'a> Presented<'a> {
    /// `None` for a text that never was a refresh token.
    #[must_use]
    pub fn read(kernel: &Kernel, text: &'a str) -> Option<Self> {
        let (body, mark) = text.strip_prefix(PREFIX)?.rsplit_once('.')?;
        let (family, _) = body.split_once('.')?;
        verify_slices_are_equal(kernel.hash(MARK, body).as_bytes(), mark.as_bytes()).ok()?;
        Some(Self { family, hash: kernel.hash(HASHED_FOR, text) })
    }

    /// Whether it is the current token of its family.
    #[must_use]
    pub fn is_current(&self, family: &Family) -> bool {
        let kept = family.refresh_hash.as_deref().unwrap_or_default();
        verify_slices_are_equal(kept.as_bytes(), self.hash.as_bytes()).is_ok()
    }
}

/// A new refresh token.
#[derive(Debug)]
pub struct Minted {
    /// The token, for the client only.
    pub text: String,
    /// Its keyed hash.
    pub hash: String,
    /// When it expires if it is unused.
    pub expires_at: Time,
}

impl Minted {
    /// A token for a family, which it names, so that an old token leads to its family.
    #[must_use]
    pub fn new(kernel: &Kernel, family: &Id, expires_at: Time) -> Self {
        let body = format!("{family}.{}", kernel.token());
        let text = format!("{PREFIX}{body}.{}", kernel.hash(MARK, &body));
        let hash = kernel.hash(HASHED_FOR, &text);
        Self { text, hash, expires_at }
    }

    /// What the family's row has of it: its keyed hash, and when it expires.
    #[must_use]
    pub fn stored(&self) -> (String, Time) {
        (self.hash.clone(), self.expires_at)
    }
}
