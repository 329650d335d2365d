//! Implements [`UserCentre`] for the resources: looks up accounts that do not exist here.

use futures::future::BoxFuture;

use super::state::Federation;
use crate::kernel::error::{Code, Error, Text};
use crate::resources::users::{Account, UserCentre, Whose};

impl UserCentre for Federation {
    fn find<'a>(&'a self, whose: &'a Whose) -> BoxFuture<'a, Result<Option<Account>, Error>> {
        Box::pin(async move {
            let Some(centre) = self.centre() else { return Ok(None) };
            let _call = self.call()?;
            centre.ask(whose).await.map_err(|trouble| {
                let text = Text::new(
                    "暂时无法连接用户中心，请稍后再试",
                    "The user centre cannot be reached at the moment, please try again later",
                );
                Error::new(Code::DownstreamUnavailable).message(text).source(trouble)
            })
        })
    }
}
