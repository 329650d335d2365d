//! Finds the client of a change, and checks who may make the change.

use super::model::Client;
use super::store;
use crate::kernel::ctx::{Allowed, ReadCtx, Who};
use crate::kernel::error::{Code, Error, Text};

/// A client as registered.
///
/// Errors: [`Code::NotFound`].
pub async fn there(cx: &mut ReadCtx, client_id: &str) -> Result<Client, Error> {
    let row = store::find(cx, client_id).await?.filter(|row| !row.is_deleted());
    row.map(store::Row::into_client).ok_or(Code::NotFound.into())
}

/// Refuses callers without full administrator permissions where the client may sign in anyone: setting up such a
/// client, choosing its keys or knowing its secret would allow them to impersonate every person. Commands and
/// programs are bound in other ways.
pub(super) fn beyond(cx: &ReadCtx, client: &Client) -> Result<(), Error> {
    let limited = matches!(&cx.who, Who::Person(person) if person.system != Allowed::Everything);
    if !(limited && client.settings.cardea_sso_code) {
        return Ok(());
    }
    let text = Text::new(
        "只有超级管理员可以设置可签发登录码的客户端",
        "Only a super administrator may set up a client that issues sign-in codes",
    );
    Err(Error::new(Code::Forbidden).message(text))
}

/// The client with this id, if any. The id of a deleted client is never given out again.
pub(super) async fn known(cx: &mut ReadCtx, client_id: &str) -> Result<Option<Client>, Error> {
    match store::find(cx, client_id).await? {
        Some(row) if row.is_deleted() => {
            let text =
                Text::new("该 client_id 已被删除，不可再用", "this client_id was deleted and is not given out again");
            Err(Error::new(Code::Conflict).message(text))
        }
        row => Ok(row.map(store::Row::into_client)),
    }
}
