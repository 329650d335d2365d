//! Office-chat services. Each speaks HTTP of its own, somewhat like OAuth: see the files.
//!
//! None of them signs what it says, so everything rests on TLS and on the secret: a ticket is exchanged at the
//! service's own address, and who it is comes from there.

mod client;
mod dingtalk;
mod feishu;
mod wecom;

use super::service::Service;
use crate::config::{Chat, ChatKind};
use crate::kernel::error::Error;
use crate::kernel::outbound::Client;

/// The service that the settings describe.
pub fn open(chat: &Chat, client: &Client) -> Result<Box<dyn Service>, Error> {
    Ok(match chat.kind {
        ChatKind::Wecom => Box::new(wecom::WeCom::new(chat, client)?),
        ChatKind::Dingtalk => Box::new(dingtalk::DingTalk::new(chat, client)?),
        ChatKind::Feishu => Box::new(feishu::Feishu::new(chat, client)?),
    })
}
