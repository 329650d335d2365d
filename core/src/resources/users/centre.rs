//! The user centre: it may have an account of a person who has none here yet (getPullUserInfo).

use futures::future::BoxFuture;

use super::model::User;
use super::store;
use crate::kernel::ctx::ReadCtx;
use crate::kernel::error::{Code, Error, Text};
use crate::kernel::id::Id;
use crate::kernel::{mailaddr, phone};

/// The contact by which to look for an account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Whose {
    /// Its e-mail.
    Email(String),
    /// Its phone.
    Phone(String),
}

/// An account in the user centre.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Account {
    /// Its id there.
    pub uc_id: Id,
    /// Full name.
    pub full_name: String,
    /// Login name.
    pub user_name: String,
    /// E-mail.
    pub email: String,
    /// Phone.
    pub phone: String,
}

/// A client of the user centre. `federation`, a layer above, implements it.
pub trait UserCentre: Send + Sync {
    /// The one account with this e-mail or phone; `None` where there is none, or no user centre.
    ///
    /// Errors: [`Code::DownstreamUnavailable`], [`Code::Busy`].
    fn find<'a>(&'a self, whose: &'a Whose) -> BoxFuture<'a, Result<Option<Account>, Error>>;
}

/// The error of an unknown person.
pub const NO_SUCH: Text = Text::new("用户信息不存在", "user info does not exist");

impl From<User> for Account {
    fn from(user: User) -> Self {
        let User { uc_id, full_name, user_name, email, phone, .. } = user;
        Self { uc_id: Id::from_text(uc_id), full_name, user_name, email, phone }
    }
}

/// The e-mail or the phone of the form.
///
/// Errors: [`Code::Invalid`] on the field.
pub fn whose(email: Option<&str>, phone: Option<&str>) -> Result<Whose, Error> {
    let given = |text: Option<&str>| text.map(str::trim).filter(|t| !t.is_empty()).map(str::to_owned);
    match (given(email), given(phone)) {
        (Some(email), None) if mailaddr::is_valid(&email) => Ok(Whose::Email(email)),
        (Some(_), None) => {
            let text = Text::new("邮箱格式错误，请重新输入", "email format error, please re-enter");
            Err(Error::field("email", text))
        }
        (None, Some(phone)) if phone::key(&phone).is_some() => Ok(Whose::Phone(phone)),
        (None, Some(_)) => Err(Error::field("phone", Text::new("电话格式不正确", "phone format incorrect"))),
        _ => {
            let text = Text::new("请输入邮箱或电话", "please enter the e-mail or the phone number");
            Err(Error::field("email", text))
        }
    }
}

fn nobody() -> Error {
    Error::new(Code::NotFound).message(NO_SUCH)
}

/// The account of an e-mail or a phone: one that exists here, which is returned as well, or else the user centre's.
///
/// Errors: 'user info does not exist' where there is none, or several have the phone.
pub async fn pull(cx: &mut ReadCtx, centre: &dyn UserCentre, whose: &Whose) -> Result<(Account, Option<User>), Error> {
    let mut here = match whose {
        Whose::Email(email) => store::by_email(cx, email).await?.into_iter().collect(),
        Whose::Phone(phone) => store::by_phone(cx, phone::key(phone).unwrap_or_default()).await?,
    };
    match here.pop() {
        Some(user) if here.is_empty() => return Ok((user.clone().into(), Some(user))),
        // It is ambiguous which of them is meant.
        Some(_) => return Err(nobody()),
        None => {}
    }
    // The user centre may be slow: release the database meanwhile.
    cx.release();
    let account = centre.find(whose).await?.ok_or_else(nobody)?;
    // A person with an account here under another address gets that account.
    let known = store::by_uc_id(cx, &account.uc_id).await?;
    Ok((known.clone().map_or(account, Account::from), known))
}

/// Checks that the user centre has this e-mail, or else this phone, under this id: the browser's claim is not trusted.
pub async fn vouches(centre: &dyn UserCentre, uc_id: &Id, user: &User) -> Result<(), Error> {
    for whose in [Whose::Email(user.email.clone()), Whose::Phone(user.phone.clone())] {
        if centre.find(&whose).await?.is_some_and(|account| account.uc_id == *uc_id) {
            return Ok(());
        }
    }
    Err(Error::field("ucId", NO_SUCH))
}
