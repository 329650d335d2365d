//! Notices to account owners about changes by administrators.

use crate::authentication::{Sessions, codes};
use crate::kernel::ctx::Ctx;
use crate::kernel::error::{Error, Locale};
use crate::kernel::fold::fold;
use crate::kernel::{mailaddr, phone};
use crate::notify::{self, Kind, Message, Notice};
use crate::resources::users::User;

/// How long the notice may still be sent, in seconds.
const TELL: i64 = 24 * 3600;

impl Sessions {
    /// Notifies the owner of an account after an administrator changed its login name or contacts: at the old and the
    /// new address, by each available channel. Invalidates recovery codes sent to the previous phone; links are bound
    /// to their address anyway.
    pub async fn tell_contact_changed(&self, cx: &mut Ctx, before: &User, after: &User) -> Result<(), Error> {
        codes::withdraw(cx, codes::CodePurpose::Recovery, &fold(&before.user_name)).await?;
        let mut to = Vec::new();
        if self.has_email() {
            let differ = mailaddr::key(&before.email) != mailaddr::key(&after.email);
            to.push((Kind::Email, &before.email));
            to.extend(differ.then_some((Kind::Email, &after.email)));
        }
        if self.has_sms() {
            let differ = phone::key(&before.phone) != phone::key(&after.phone);
            to.push((Kind::Sms, &before.phone));
            to.extend(differ.then_some((Kind::Sms, &after.phone)));
        }
        let reaches = |(kind, address): &(Kind, &String)| *kind == Kind::Email || phone::key(address).is_some();
        for (kind, address) in to.into_iter().filter(reaches) {
            let message = Message {
                kind,
                address: address.clone(),
                notice: Notice::ContactChanged { user_name: after.user_name.clone() },
                locale: Locale::of(&after.language),
                user: Some(after.id.clone()),
                tenant: None,
                software: None,
                life: TELL,
            };
            notify::send(cx, message).await?;
        }
        Ok(())
    }
}
