//! Recovery codes, in case the application and the passkeys are lost: ten, shown once, each valid once.

use super::store;
use crate::kernel::Kernel;
use crate::kernel::ctx::Ctx;
use crate::kernel::error::Error;
use crate::kernel::id::Id;

/// Codes of a list.
const CODES: usize = 10;
/// Characters of a code: 50 bits, in two groups for reading.
const LENGTH: usize = 10;
/// Characters that look distinct. There are 32, so that a random octet picks each equally often.
const ALPHABET: &[u8; 32] = b"23456789ABCDEFGHJKLMNPQRSTUVWXYZ";
const PURPOSE: &str = "recovery-code";

fn hash(kernel: &Kernel, user: &Id, code: &str) -> String {
    kernel.hash(PURPOSE, &format!("{user} {code}"))
}

/// The typed code in normal form: upper case, without the dash; `None` where it cannot be one.
fn normal(typed: &str) -> Option<String> {
    let code: String =
        typed.chars().filter(|c| !c.is_whitespace() && *c != '-').map(|c| c.to_ascii_uppercase()).collect();
    (code.len() == LENGTH && code.bytes().all(|b| ALPHABET.contains(&b))).then_some(code)
}

/// Spends a code, in the caller's transaction; false where the person has no such unused code.
pub async fn take(cx: &mut Ctx, user: &Id, typed: &str) -> Result<bool, Error> {
    let now = cx.now();
    let Some(code) = normal(typed) else { return Ok(false) };
    let hash = hash(cx.kernel(), user, &code);
    Ok(store::take_recovery(cx.db().await?, user, &hash, now).await?)
}

/// Replaces the list by a new one. The codes are shown once and stored only as hashes.
pub async fn renew(cx: &mut Ctx, user: &Id) -> Result<Vec<String>, Error> {
    let (kernel, now) = (cx.kernel().clone(), cx.now());
    let tx = cx.db().await?;
    store::delete_recovery(tx, user).await?;
    let mut shown = Vec::with_capacity(CODES);
    for _ in 0..CODES {
        let letters = kernel.random::<LENGTH>();
        let code: String = letters.iter().map(|b| char::from(ALPHABET[usize::from(b % 32)])).collect();
        store::insert_recovery(tx, user, hash(&kernel, user, &code), now).await?;
        shown.push(format!("{}-{}", &code[..LENGTH / 2], &code[LENGTH / 2..]));
    }
    Ok(shown)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_read_as_people_type_it() {
        assert_eq!(normal(" abcde-23456 ").as_deref(), Some("ABCDE23456"));
        assert_eq!(normal("ABCDE 23456").as_deref(), Some("ABCDE23456"));
        for other in ["", "ABCDE-2345", "ABCDE-234567", "ABCDE-2345O", "ABCDE-2345é"] {
            assert_eq!(normal(other), None, "{other}");
        }
    }
}
