//! RSA keys for tests, made once for the process, as making one takes long.

use std::sync::OnceLock;

use super::model::KeyState;
use super::{rotation, store};
use crate::kernel::ctx::Ctx;
use crate::provider::jose::{Alg, Signer};
use crate::provider::state::Provider;

/// Gives the provider its RS256 and PS256 keys.
pub async fn with_rsa(provider: &Provider) {
    static MADE: OnceLock<[Signer; 2]> = OnceLock::new();
    let made = MADE.get_or_init(|| [Alg::Rs256, Alg::Ps256].map(|alg| Signer::generate(alg).unwrap()));
    let mut cx = Ctx::system(provider.kernel(), "test");
    store::raise_revision(&mut cx).await.unwrap();
    for signer in made {
        let key = rotation::seal(provider.kernel(), signer).unwrap();
        store::insert(&mut cx, key, KeyState::Current).await.unwrap();
    }
    cx.commit().await.unwrap();
    provider.keys().prepare().await.unwrap();
}
