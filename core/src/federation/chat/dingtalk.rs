//! DingTalk, 钉钉: a code is exchanged for the person's own access token (`oauth2/userAccessToken`), whose answer names
//! the corporation that they chose; the token then reads the person (`contact/users/me`).

use futures::future::BoxFuture;
use oauth2::Scope;
use serde::Deserialize;
use serde_json::json;
use url::Url;

use super::client::{address, authorization, base, get, post};
use crate::config::Chat;
use crate::federation::model::{Stranger, Trouble};
use crate::federation::service::{Arrival, Departure, Service};
use crate::kernel::error::Error;
use crate::kernel::outbound::Client;
use crate::kernel::secret::Secret;

const API: &str = "https://api.dingtalk.com";
const LOGIN: &str = "https://login.dingtalk.com";
/// The header of the access token.
const TOKEN_HEADER: &str = "x-acs-dingtalk-access-token";

/// A corporation's DingTalk.
#[derive(Debug)]
pub struct DingTalk {
    client: Client,
    api: Url,
    login: Url,
    corporation: String,
    client_id: String,
    secret: Secret,
}

/// A success, or a refusal with `code`.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct TokenAnswer {
    #[serde(default)]
    access_token: Secret,
    corp_id: Option<String>,
    code: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct UserAnswer {
    union_id: Option<String>,
    #[serde(default)]
    nick: String,
    code: Option<String>,
}

impl DingTalk {
    pub fn new(chat: &Chat, client: &Client) -> Result<Self, Error> {
        Ok(Self {
            client: client.clone(),
            api: base(chat, API)?,
            login: base(chat, LOGIN)?,
            corporation: chat.corporation.clone(),
            client_id: chat.client_id.clone(),
            secret: chat.client_secret.clone(),
        })
    }
}

impl Service for DingTalk {
    fn depart<'a>(&'a self, departure: Departure<'a>, redirect_uri: &'a Url) -> BoxFuture<'a, Result<Url, Trouble>> {
        let endpoint = address(&self.login, "/oauth2/auth", &[]);
        let url = authorization(endpoint, &self.client_id, redirect_uri, &departure.flow.state, |request| {
            // With `corpid`, the person chooses a corporation, which the token's answer names.
            let scopes = ["openid", "corpid"].map(|scope| Scope::new(scope.to_owned()));
            request.add_scopes(scopes).add_extra_param("prompt", "consent")
        });
        Box::pin(async move { Ok(url) })
    }

    fn arrive<'a>(&'a self, arrival: Arrival<'a>, _: &'a Url) -> BoxFuture<'a, Result<Stranger, Trouble>> {
        Box::pin(async move {
            let body = json!({ "clientId": self.client_id, "clientSecret": self.secret.expose(),
                "code": arrival.ticket, "grantType": "authorization_code" });
            let url = address(&self.api, "/v1.0/oauth2/userAccessToken", &[]);
            let token: TokenAnswer = post(&self.client, &url, &body).await?;
            if token.access_token.is_empty() {
                return Err(Trouble::Unsound(format!("userAccessToken: {}", token.code.unwrap_or_default())));
            }
            if token.corp_id.as_deref() != Some(self.corporation.as_str()) {
                return Err(Trouble::Refused("another corporation was chosen"));
            }
            let url = address(&self.api, "/v1.0/contact/users/me", &[]);
            let user: UserAnswer = get(&self.client, &url, &[(TOKEN_HEADER, token.access_token.expose())]).await?;
            let Some(union_id) = user.union_id else {
                return Err(Trouble::Unavailable(format!("users/me: {}", user.code.unwrap_or_default())));
            };
            let authority = format!("dingtalk:{}", self.corporation);
            Stranger::new(authority, &union_id, &user.nick, Vec::new())
        })
    }
}
