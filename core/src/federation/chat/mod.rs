//! Office-chat services. Each has its own HTTP interface, similar to OAuth: see the files.
//!
//! None of them signs its answers, so their trust rests on TLS and on the secret: a ticket is exchanged at the
//! service's own address, which returns the person.

mod client;
mod dingtalk;
mod feishu;
mod wecom;

use super::service::Service;
use crate::config::{Chat, ChatKind};
use crate::kernel::error::Error;
use crate::kernel::outbound::Client;

/// The service of these settings.
pub fn open(chat: &Chat, client: &Client) -> Result<Box<dyn Service>, Error> {
    Ok(match chat.kind {
        ChatKind::Wecom => Box::new(wecom::WeCom::new(chat, client)?),
        ChatKind::Dingtalk => Box::new(dingtalk::DingTalk::new(chat, client)?),
        ChatKind::Feishu => Box::new(feishu::Feishu::new(chat, client)?),
    })
}
