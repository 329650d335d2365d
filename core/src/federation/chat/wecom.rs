//! WeCom, 企业微信: a code is exchanged with the corporation's own access token (`gettoken`, then
//! `auth/getuserinfo`).
//!
//! The access token is the corporation's and lasts two hours, and WeCom limits how often one is fetched; so it is
//! cached until shortly before it expires.

use futures::future::BoxFuture;
use serde::Deserialize;
use tokio::sync::Mutex;
use url::Url;

use super::client::{address, base, get};
use crate::config::Chat;
use crate::federation::model::{Stranger, Trouble};
use crate::federation::service::{Arrival, Departure, Service};
use crate::kernel::clock::Time;
use crate::kernel::error::Error;
use crate::kernel::outbound::Client;
use crate::kernel::secret::Secret;

const API: &str = "https://qyapi.weixin.qq.com";
/// The address where people scan a QR code with their phone.
const SCAN: &str = "https://login.work.weixin.qq.com";
/// The address where WeCom's own browser authorises silently.
const INSIDE: &str = "https://open.weixin.qq.com";
/// Part of the `User-Agent` of WeCom's own browser.
const BROWSER: &str = "wxwork";
/// Seconds before its expiry from which an access token is not used any more.
const MARGIN: i64 = 300;
/// `errcode`s of an invalid access token, whatever its expiry: 40014, 41001, 42001.
const TOKEN_OVER: &[i64] = &[40014, 41001, 42001];
/// `errcode` of an invalid code.
const BAD_CODE: i64 = 40029;

/// A corporation's WeCom.
#[derive(Debug)]
pub struct WeCom {
    client: Client,
    api: Url,
    scan: Url,
    inside: Url,
    corporation: String,
    agent: String,
    secret: Secret,
    token: Mutex<Option<Token>>,
}

#[derive(Clone, Debug)]
struct Token {
    value: Secret,
    expires_at: Time,
}

#[derive(Deserialize)]
struct TokenAnswer {
    #[serde(default)]
    errcode: i64,
    #[serde(default)]
    access_token: Secret,
    #[serde(default)]
    expires_in: i64,
}

#[derive(Deserialize)]
struct UserAnswer {
    #[serde(default)]
    errcode: i64,
    /// Present for members of the corporation only.
    userid: Option<String>,
}

impl WeCom {
    pub fn new(chat: &Chat, client: &Client) -> Result<Self, Error> {
        Ok(Self {
            client: client.clone(),
            api: base(chat, API)?,
            scan: base(chat, SCAN)?,
            inside: base(chat, INSIDE)?,
            corporation: chat.corporation.clone(),
            agent: chat.client_id.clone(),
            secret: chat.client_secret.clone(),
            token: Mutex::default(),
        })
    }

    /// The corporation's access token. One request at a time fetches it, the others wait for it.
    async fn token(&self, now: Time, not: Option<&Secret>) -> Result<Secret, Trouble> {
        let mut kept = self.token.lock().await;
        if let Some(token) = kept.as_ref().filter(|t| t.expires_at > now && Some(&t.value) != not) {
            return Ok(token.value.clone());
        }
        let query = [("corpid", self.corporation.as_str()), ("corpsecret", self.secret.expose())];
        let answer: TokenAnswer = get(&self.client, &address(&self.api, "/cgi-bin/gettoken", &query), &[]).await?;
        if answer.errcode != 0 || answer.access_token.is_empty() {
            return Err(Trouble::Unavailable(format!("gettoken: errcode {}", answer.errcode)));
        }
        let expires_at = now.plus_seconds(answer.expires_in - MARGIN);
        *kept = Some(Token { value: answer.access_token.clone(), expires_at });
        Ok(answer.access_token)
    }

    async fn user(&self, token: &Secret, code: &str) -> Result<UserAnswer, Trouble> {
        let query = [("access_token", token.expose()), ("code", code)];
        get(&self.client, &address(&self.api, "/cgi-bin/auth/getuserinfo", &query), &[]).await
    }
}

impl Service for WeCom {
    fn depart<'a>(&'a self, departure: Departure<'a>, redirect_uri: &'a Url) -> BoxFuture<'a, Result<Url, Trouble>> {
        let state = departure.flow.state.as_str();
        let url = if departure.user_agent.to_ascii_lowercase().contains(BROWSER) {
            let query = [
                ("appid", self.corporation.as_str()),
                ("redirect_uri", redirect_uri.as_str()),
                ("response_type", "code"),
                ("scope", "snsapi_base"),
                ("state", state),
                ("agentid", &self.agent),
            ];
            let mut url = address(&self.inside, "/connect/oauth2/authorize", &query);
            url.set_fragment(Some("wechat_redirect"));
            url
        } else {
            let query = [
                ("login_type", "CorpApp"),
                ("appid", self.corporation.as_str()),
                ("agentid", &self.agent),
                ("redirect_uri", redirect_uri.as_str()),
                ("state", state),
            ];
            address(&self.scan, "/wwlogin/sso/login", &query)
        };
        Box::pin(async move { Ok(url) })
    }

    fn arrive<'a>(&'a self, arrival: Arrival<'a>, _: &'a Url) -> BoxFuture<'a, Result<Stranger, Trouble>> {
        Box::pin(async move {
            let token = self.token(arrival.now, None).await?;
            let mut answer = self.user(&token, arrival.ticket).await?;
            if TOKEN_OVER.contains(&answer.errcode) {
                let fresh = self.token(arrival.now, Some(&token)).await?;
                answer = self.user(&fresh, arrival.ticket).await?;
            }
            match answer {
                UserAnswer { errcode: 0, userid: Some(user) } => {
                    let authority = format!("wecom:{}", self.corporation);
                    Stranger::new(authority, &user, &user, Vec::new())
                }
                UserAnswer { errcode: 0, userid: None } => Err(Trouble::Refused("not a member of the corporation")),
                UserAnswer { errcode: BAD_CODE, .. } => Err(Trouble::Refused("WeCom does not know the code")),
                UserAnswer { errcode, .. } => Err(Trouble::Unavailable(format!("getuserinfo: errcode {errcode}"))),
            }
        })
    }
}
