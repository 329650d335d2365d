//! Feishu, 飞书: a code is exchanged for the person's own access token (`authen/v2/oauth/token`, with PKCE), which
//! reads the person and their corporation (`authen/v1/user_info`).

use futures::future::BoxFuture;
use oauth2::{PkceCodeChallenge, PkceCodeVerifier};
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

const API: &str = "https://open.feishu.cn";
const ACCOUNTS: &str = "https://accounts.feishu.cn";

/// A corporation's Feishu.
#[derive(Debug)]
pub struct Feishu {
    client: Client,
    api: Url,
    accounts: Url,
    corporation: String,
    client_id: String,
    secret: Secret,
}

#[derive(Deserialize)]
struct TokenAnswer {
    code: i64,
    #[serde(default)]
    access_token: Secret,
}

#[derive(Deserialize)]
struct UserAnswer {
    code: i64,
    data: Option<User>,
}

#[derive(Deserialize)]
struct User {
    #[serde(default)]
    name: String,
    union_id: String,
    tenant_key: String,
}

impl Feishu {
    pub fn new(chat: &Chat, client: &Client) -> Result<Self, Error> {
        Ok(Self {
            client: client.clone(),
            api: base(chat, API)?,
            accounts: base(chat, ACCOUNTS)?,
            corporation: chat.corporation.clone(),
            client_id: chat.client_id.clone(),
            secret: chat.client_secret.clone(),
        })
    }
}

impl Service for Feishu {
    fn depart<'a>(&'a self, departure: Departure<'a>, redirect_uri: &'a Url) -> BoxFuture<'a, Result<Url, Trouble>> {
        let verifier = PkceCodeVerifier::new(departure.flow.verifier.clone());
        let challenge = PkceCodeChallenge::from_code_verifier_sha256(&verifier);
        let endpoint = address(&self.accounts, "/open-apis/authen/v1/authorize", &[]);
        let url = authorization(endpoint, &self.client_id, redirect_uri, &departure.flow.state, |request| {
            request.set_pkce_challenge(challenge)
        });
        Box::pin(async move { Ok(url) })
    }

    fn arrive<'a>(&'a self, arrival: Arrival<'a>, redirect_uri: &'a Url) -> BoxFuture<'a, Result<Stranger, Trouble>> {
        Box::pin(async move {
            let mut body = json!({ "grant_type": "authorization_code", "client_id": self.client_id,
                "client_secret": self.secret.expose(), "code": arrival.ticket });
            // A ticket from Feishu's own client was requested without either.
            if let Some(flow) = arrival.flow {
                body["redirect_uri"] = json!(redirect_uri);
                body["code_verifier"] = json!(flow.verifier);
            }
            let url = address(&self.api, "/open-apis/authen/v2/oauth/token", &[]);
            let token: TokenAnswer = post(&self.client, &url, &body).await?;
            if token.code != 0 || token.access_token.is_empty() {
                return Err(Trouble::Unsound(format!("oauth/token: code {}", token.code)));
            }
            let bearer = format!("Bearer {}", token.access_token.expose());
            let url = address(&self.api, "/open-apis/authen/v1/user_info", &[]);
            let answer: UserAnswer = get(&self.client, &url, &[("authorization", &bearer)]).await?;
            let (0, Some(user)) = (answer.code, answer.data) else {
                return Err(Trouble::Unavailable(format!("user_info: code {}", answer.code)));
            };
            if user.tenant_key != self.corporation {
                return Err(Trouble::Refused("a member of another corporation"));
            }
            let authority = format!("feishu:{}", self.corporation);
            Stranger::new(authority, &user.union_id, &user.name, Vec::new())
        })
    }
}
