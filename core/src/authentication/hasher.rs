//! Password hashes: argon2id (RFC 9106), a bounded number at a time.

use argon2::password_hash::phc::PasswordHash;
use argon2::{ARGON2ID_IDENT, Algorithm, Argon2, Params, PasswordHasher as _, PasswordVerifier as _, Version};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD_NO_PAD;

use super::bounded::{Bounded, Place};
use super::rules::normal;
use crate::config::SignIn;
use crate::kernel::Kernel;
use crate::kernel::ctx::ReadCtx;
use crate::kernel::error::Error;
use crate::kernel::origin::Origin;
use crate::kernel::secret::Secret;

/// Octets of salt (RFC 9106, section 3.1).
const SALT: usize = 16;

/// The result of a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The password is wrong, or there is no such user.
    Wrong,
    /// The password is right.
    Right,
    /// The password is right, but its hash has outdated parameters: hash it again.
    Outdated,
}

/// Hashes and compares passwords. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Hasher {
    kernel: Kernel,
    bounded: Bounded,
    params: Params,
    /// The hash to compare with when there is no user, so that the time does not tell.
    nobody: String,
}

/// A place in the hasher's queue.
#[derive(Debug)]
pub(crate) struct HashPermit(Place);

impl HashPermit {
    /// Runs other heavy work of the same sign-in.
    pub async fn run<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Result<T, Error> {
        self.0.run(work).await
    }
}

fn failed(error: impl std::fmt::Display) -> Error {
    Error::internal(format!("argon2: {error}"))
}

/// The hash of no password: random octets where the result of a hash would be. Comparing with it takes as long as with any
/// other of these parameters.
fn of_nothing(kernel: &Kernel, params: &Params) -> String {
    let text = |octets: &[u8]| STANDARD_NO_PAD.encode(octets);
    let (salt, result) = (text(&kernel.random::<SALT>()), text(&kernel.random::<{ Params::DEFAULT_OUTPUT_LEN }>()));
    let (memory, passes, lanes) = (params.m_cost(), params.t_cost(), params.p_cost());
    format!("${ARGON2ID_IDENT}$v={}$m={memory},t={passes},p={lanes}${salt}${result}", u32::from(Version::V0x13))
}

impl Hasher {
    /// Opens it with the configured parameters.
    pub fn open(kernel: &Kernel, config: &SignIn) -> Result<Self, Error> {
        let params = Params::new(config.hash_memory_kib, config.hash_passes, 1, None).map_err(failed)?;
        let bounded = Bounded::new(config.hash_permits, config.hash_queue);
        let nobody = of_nothing(kernel, &params);
        Ok(Self { kernel: kernel.clone(), bounded, params, nobody })
    }

    /// Takes a place for one sign-in of this request; 503 at once when the queue, or its network's share of it, is
    /// full.
    pub(crate) fn enter(&self, cx: &ReadCtx) -> Result<HashPermit, Error> {
        let network = Origin::of_request(&cx.request).map(|origin| origin.network);
        self.bounded.enter(network).map(HashPermit)
    }

    /// Takes a place without a network, where there is no request.
    fn enter_alone(&self) -> Result<HashPermit, Error> {
        self.bounded.enter(None).map(HashPermit)
    }

    fn argon2(&self) -> Argon2<'static> {
        Argon2::new(Algorithm::Argon2id, Version::V0x13, self.params.clone())
    }

    /// Hashes a new password; a PHC string. [`crate::kernel::error::Code::Busy`] when the queue is full.
    pub async fn hash(&self, password: &Secret) -> Result<String, Error> {
        self.hash_in(&self.enter_alone()?, password).await
    }

    pub(crate) async fn hash_in(&self, permit: &HashPermit, password: &Secret) -> Result<String, Error> {
        let (argon2, password, salt) = (self.argon2(), password.clone(), self.kernel.random::<SALT>());
        permit
            .run(move || {
                argon2.hash_password_with_salt(normal(password.expose()).as_bytes(), &salt).map(|h| h.to_string())
            })
            .await?
            .map_err(failed)
    }

    /// Compares with a PHC string; without one it takes the same time.
    pub async fn verify(&self, password: &Secret, hash: Option<&str>) -> Result<Verdict, Error> {
        self.verify_in(&self.enter_alone()?, password, hash).await
    }

    pub(crate) async fn verify_in(
        &self,
        permit: &HashPermit,
        password: &Secret,
        hash: Option<&str>,
    ) -> Result<Verdict, Error> {
        let known = hash.is_some();
        let (argon2, password) = (self.argon2(), password.clone());
        let hash = hash.unwrap_or(&self.nobody).to_owned();
        let right = permit
            .run(move || {
                let parsed = PasswordHash::new(&hash)?;
                match argon2.verify_password(normal(password.expose()).as_bytes(), &parsed) {
                    Ok(()) => Ok(Some(hash)),
                    Err(argon2::password_hash::Error::PasswordInvalid) => Ok(None),
                    Err(error) => Err(error),
                }
            })
            .await?
            .map_err(failed)?;
        Ok(match right {
            Some(hash) if known => {
                if self.is_current(&hash) {
                    Verdict::Right
                } else {
                    Verdict::Outdated
                }
            }
            _ => Verdict::Wrong,
        })
    }

    /// Whether the hash was made with the configured parameters.
    fn is_current(&self, hash: &str) -> bool {
        PasswordHash::new(hash).is_ok_and(|parsed| {
            parsed.algorithm == ARGON2ID_IDENT
                && parsed.version == Some(Version::V0x13.into())
                && Params::try_from(&parsed).is_ok_and(|p| {
                    (p.m_cost(), p.t_cost(), p.p_cost())
                        == (self.params.m_cost(), self.params.t_cost(), self.params.p_cost())
                })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Engine;

    fn config(memory: u32, passes: u32) -> SignIn {
        SignIn { hash_memory_kib: memory, hash_passes: passes, ..SignIn::default() }
    }

    #[tokio::test]
    async fn only_the_password_is_right_and_nobody_is_always_wrong() {
        let t = Engine::Sqlite.kernel().await;
        let hasher = Hasher::open(&t.kernel, &config(8192, 1)).unwrap();
        let (password, other) = (Secret::new("Correct1horse"), Secret::new("Correct1Horse"));
        let hash = hasher.hash(&password).await.unwrap();
        assert!(hash.starts_with("$argon2id$v=19$m=8192,t=1,p=1$"), "{hash}");
        assert_eq!(hasher.verify(&password, Some(&hash)).await.unwrap(), Verdict::Right);
        assert_eq!(hasher.verify(&other, Some(&hash)).await.unwrap(), Verdict::Wrong);
        assert_eq!(hasher.verify(&password, None).await.unwrap(), Verdict::Wrong);
        assert_ne!(hasher.hash(&password).await.unwrap(), hash, "another salt");
        let form = |hash: &str| hash.split('$').map(str::len).collect::<Vec<_>>();
        assert_eq!(form(&hasher.nobody), form(&hash), "{}", hasher.nobody);
        assert!(hasher.is_current(&hasher.nobody), "comparing with it costs the same");
        assert!(hasher.verify(&password, Some("not a hash")).await.is_err());
    }

    #[tokio::test]
    async fn a_password_costs_19_mib_and_two_passes_unless_the_settings_say_otherwise() {
        let t = Engine::Sqlite.kernel().await;
        let hasher = Hasher::open(&t.kernel, &SignIn::default()).unwrap();
        let hash = hasher.hash(&Secret::new("Correct1horse")).await.unwrap();
        assert!(hash.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{hash}");
    }

    #[tokio::test]
    async fn a_hash_of_other_parameters_is_right_but_outdated() {
        let t = Engine::Sqlite.kernel().await;
        let old = Hasher::open(&t.kernel, &config(8192, 1)).unwrap();
        let new = Hasher::open(&t.kernel, &config(8192, 2)).unwrap();
        let password = Secret::new("Correct1horse");
        let hash = old.hash(&password).await.unwrap();
        assert_eq!(new.verify(&password, Some(&hash)).await.unwrap(), Verdict::Outdated);
        assert_eq!(new.verify(&Secret::new("x"), Some(&hash)).await.unwrap(), Verdict::Wrong);
    }

    #[tokio::test]
    async fn a_full_line_is_busy_before_anything_is_hashed() {
        let t = Engine::Sqlite.kernel().await;
        let config = SignIn { hash_permits: 1, hash_queue: 0, ..config(8192, 1) };
        let hasher = Hasher::open(&t.kernel, &config).unwrap();
        let _turn = hasher.enter_alone().unwrap();
        let error = hasher.verify(&Secret::new("x"), None).await.unwrap_err();
        assert_eq!(error.code, crate::kernel::error::Code::Busy);
    }
}
