//! Verifies PINs.

use super::code::TRIES;
use crate::authentication::Sessions;
use crate::authentication::bounds::{Bound, DAY, HOUR};
use crate::authentication::hasher::Verdict;
use crate::kernel::Kernel;
use crate::kernel::ctx::ReadCtx;
use crate::kernel::error::{Code, Error, Text};
use crate::kernel::fold::fold;
use crate::kernel::id::Id;
use crate::kernel::secret::Secret;
use crate::signing::store as sql;
use crate::signing::store::Tried;

/// The person who signs.
#[derive(Clone, Debug)]
pub struct PinSigner {
    /// The person.
    pub user: Id,
    /// Login name.
    pub user_name: String,
    /// The name for the signature.
    pub full_name: String,
    /// The tenant's name.
    pub tenant_name: String,
}

/// The most wrong PINs of a client within an hour, for all people.
const OF_CLIENT: i64 = 200;
/// The most wrong PINs of a person within a day, in all tenants and at all clients.
const OF_PERSON: i64 = 20;
/// The most wrong PINs in total within an hour.
const OVER_ALL: i64 = 2000;

/// A PIN that a program wants verified.
#[derive(Clone, Copy, Debug)]
pub struct PinAsked<'a> {
    /// The tenant in which they sign.
    pub tenant: &'a Id,
    /// Their login name.
    pub login_name: &'a str,
    /// The PIN.
    pub pin: &'a Secret,
    /// The program.
    pub client: &'a str,
    /// Whether the person is signed in to the program: otherwise the PIN is not tried.
    pub is_served: bool,
}

impl PinAsked<'_> {
    /// The limits that a wrong PIN counts against, from the narrow to the wide. A person's limit counts only PINs that
    /// were tried: a program to which they are not signed in cannot keep them from signing.
    fn bounds(&self, kernel: &Kernel) -> Vec<Bound> {
        let person = Bound::new(kernel, "pin-wrong-person", &fold(self.login_name), DAY, OF_PERSON);
        let client = Bound::new(kernel, "pin-wrong-client", self.client, HOUR, OF_CLIENT);
        let all = Bound::new(kernel, "pin-wrong-all", "", HOUR, OVER_ALL);
        Some(person).filter(|_| self.is_served).into_iter().chain([client, all]).collect()
    }
}

/// The one error for an unknown person, a PIN that is not set, and a wrong one.
fn wrong() -> Error {
    Error::new(Code::BadCredentials).message(Text::new("PIN码错误或未设置", "The PIN is wrong or not set"))
}

fn locked() -> Error {
    let text = Text::new(
        "PIN码错误次数过多已锁定，请重新设置",
        "The PIN was wrong too often and is locked; another is set with a new code",
    );
    Error::new(Code::Locked).message(text)
}

impl Sessions {
    /// Verifies the PIN that the person of a login name has in a tenant. Opens and commits transactions of its own. A
    /// person who is not signed in to the program gets the answer of a person without a PIN.
    ///
    /// Errors: [`Code::BadCredentials`]; [`Code::Locked`] after too many wrong tries; [`Code::TooMany`] beyond the
    /// limits of the person, of the client or in total; [`Code::Busy`].
    pub async fn verify_pin(&self, cx: &ReadCtx, asked: PinAsked<'_>) -> Result<PinSigner, Error> {
        let PinAsked { tenant, login_name, pin, .. } = asked;
        let permit = self.hasher().enter(cx)?;
        let mut separate = cx.new_transaction();
        let tx = separate.db().await?;
        for bound in asked.bounds(self.kernel()) {
            if bound.is_spent(tx, self.kernel()).await? {
                return Err(Error::new(Code::TooMany).retry_after(600));
            }
        }
        let found = sql::signer(tx, &fold(login_name), tenant).await?.filter(|_| asked.is_served);
        let tried = match &found {
            Some(signer) => sql::try_once(tx, tenant, &signer.user_id, TRIES).await?,
            None => None,
        };
        separate.commit().await?;
        // Without a hash it takes the same time.
        let verdict =
            self.hasher().verify_in(&permit, pin, tried.as_ref().map(|tried| tried.pin_hash.as_str())).await?;
        let (Some(signer), Some(Tried { pin_hash, failures })) = (&found, tried) else {
            self.count_wrong(cx, asked).await?;
            // There is a PIN, but it has no tries left.
            return Err(if found.is_some_and(|signer| signer.has_pin) { locked() } else { wrong() });
        };
        if verdict == Verdict::Wrong {
            self.count_wrong(cx, asked).await?;
            return Err(if failures >= TRIES { locked() } else { wrong() });
        }
        let mut separate = cx.new_transaction();
        sql::forgive(separate.db().await?, tenant, &signer.user_id, pin_hash).await?;
        separate.commit().await?;
        Ok(PinSigner {
            user: signer.user_id.clone(),
            user_name: signer.user_name.clone(),
            full_name: signer.full_name.clone(),
            tenant_name: signer.tenant_name.clone(),
        })
    }
    /// Counts a wrong PIN. Right ones are not counted: signing waits for no shared row.
    async fn count_wrong(&self, cx: &ReadCtx, asked: PinAsked<'_>) -> Result<(), Error> {
        let mut separate = cx.new_transaction();
        let tx = separate.db().await?;
        for bound in asked.bounds(self.kernel()) {
            bound.take(tx, self.kernel()).await?;
        }
        separate.commit().await
    }
}
