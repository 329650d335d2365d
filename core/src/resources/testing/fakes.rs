//! Fakes of the modules above this one, for the modules' tests.

use std::collections::BTreeMap;

use futures::future::BoxFuture;
use serde_json::json;

use crate::kernel::clock::Time;
use crate::kernel::ctx::{Ctx, Event, ReadCtx};
use crate::kernel::error::{Code, Error};
use crate::kernel::id::Id;
use crate::kernel::secret::Secret;
use crate::kernel::step_up::StepUp;
use crate::resources::domains::FollowDomain;
use crate::resources::users::{
    Account, EndSessions, PasswordHasher, SignInLocks, TellOwner, User, UserCentre, VerifyEmail, Whose,
};

/// A fake hasher that only marks a password: other tests cover hashing.
pub struct Marker;

impl PasswordHasher for Marker {
    fn hash<'a>(&'a self, password: &'a Secret) -> BoxFuture<'a, Result<String, Error>> {
        Box::pin(async move { Ok(format!("marked:{}", password.expose().len())) })
    }
}

/// Ends sessions in the table, in the given transaction.
pub struct Ender;

impl EndSessions for Ender {
    fn end_all<'a>(&'a self, cx: &'a mut Ctx, user: &'a Id, reason: &'static str) -> BoxFuture<'a, Result<(), Error>> {
        Box::pin(async move {
            let now = cx.now();
            let query = cx.db().await?.write("UPDATE sessions SET").push(" ended_at = ", now);
            query.push(", end_reason = ", reason).push(" WHERE user_id = ", user.clone()).execute().await?;
            Ok(())
        })
    }

    fn left<'a>(&'a self, cx: &'a mut Ctx, user: &'a Id, tenant: &'a Id) -> BoxFuture<'a, Result<(), Error>> {
        Box::pin(async move {
            let now = cx.now();
            let query = cx.db().await?.write("UPDATE sessions SET").push(" ended_at = ", now);
            let query = query.push(" WHERE user_id = ", user.clone()).push(" AND tenant_id = ", tenant.clone());
            query.execute().await?;
            Ok(())
        })
    }
}

/// Records the people that it would notify: other tests cover the messages.
pub struct Teller;

impl TellOwner for Teller {
    fn contact_changed<'a>(
        &'a self,
        cx: &'a mut Ctx,
        before: &'a User,
        after: &'a User,
    ) -> BoxFuture<'a, Result<(), Error>> {
        Box::pin(async move {
            cx.audit_event(Event {
                action: "test.told",
                resource: "told",
                record: after.id.to_string(),
                before: Some(json!([before.email, before.phone])),
                after: Some(json!([after.email, after.phone])),
                ..Event::default()
            });
            Ok(())
        })
    }
}

/// Has one locked name until the lock is lifted: a row of the settings.
pub struct Locks;

impl SignInLocks for Locks {
    fn until<'a>(
        &'a self,
        cx: &'a mut ReadCtx,
        user_names: Vec<String>,
    ) -> BoxFuture<'a, Result<BTreeMap<String, Time>, Error>> {
        Box::pin(async move {
            let query = cx.db().await?.query("SELECT name, created_at FROM settings");
            Ok(query.push_in(" WHERE name", user_names).all::<(String, Time)>().await?.into_iter().collect())
        })
    }

    fn lift<'a>(&'a self, cx: &'a mut Ctx, user_name: &'a str) -> BoxFuture<'a, Result<bool, Error>> {
        Box::pin(async move {
            let query = cx.db().await?.write("DELETE FROM settings").push(" WHERE name = ", user_name.to_owned());
            Ok(query.execute().await? > 0)
        })
    }
}

/// Sends nothing: other tests cover the mails.
pub struct Silent;

impl VerifyEmail for Silent {
    fn send<'a>(&'a self, cx: &'a mut Ctx, _user: &'a User) -> BoxFuture<'a, Result<Id, Error>> {
        Box::pin(async move { cx.db().await.map(|_| Id::from("message")) })
    }
}

/// Accepts ten minutes from the sign-in: other tests cover the ways to prove it again.
pub struct Recently;

impl StepUp for Recently {
    fn require<'a>(&'a self, cx: &'a mut ReadCtx) -> BoxFuture<'a, Result<(), Error>> {
        Box::pin(async move {
            let age = cx.now().0 - cx.person()?.auth_time.0;
            if age <= 600_000 { Ok(()) } else { Err(Error::new(Code::RecentProof)) }
        })
    }

    fn ask_names<'a>(&'a self, cx: &'a mut ReadCtx, _names: usize) -> BoxFuture<'a, Result<(), Error>> {
        Box::pin(async move { cx.person().map(|_| ()) })
    }
}

/// Follows no domain: other tests cover the clients.
#[derive(Debug)]
pub struct Alone;

impl FollowDomain for Alone {
    fn domain_changed<'a>(&'a self, cx: &'a mut Ctx, _domain: &'a Id) -> BoxFuture<'a, Result<(), Error>> {
        Box::pin(async move { cx.db().await.map(|_| ()) })
    }
}

/// A user centre with one person; for a phone of zeros it is unreachable.
pub struct Centre;

impl UserCentre for Centre {
    fn find<'a>(&'a self, whose: &'a Whose) -> BoxFuture<'a, Result<Option<Account>, Error>> {
        Box::pin(async move {
            let known = Account {
                uc_id: Id::from("uc-7"),
                full_name: "Chen Jing".into(),
                user_name: "chen.jing".into(),
                email: "chen@centre.example".into(),
                phone: "13700000007".into(),
            };
            match whose {
                Whose::Phone(phone) if phone == "00000000" => Err(Error::new(Code::DownstreamUnavailable)),
                Whose::Email(email) if *email == known.email => Ok(Some(known)),
                Whose::Phone(phone) if *phone == known.phone => Ok(Some(known)),
                _ => Ok(None),
            }
        })
    }
}
