//! The user centre: looks a person up by e-mail or phone (docs/user-centre.md). It signs no answers, so their trust
//! rests on TLS and on the secret; its answers are bounded and checked like a form.

use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use bytes::Bytes;
use http::{StatusCode, header};
use serde::Deserialize;
use serde_json::json;
use url::Url;

use super::model::Trouble;
use crate::config::UserCentre as Settings;
use crate::kernel::error::Error;
use crate::kernel::id::Id;
use crate::kernel::outbound::Client;
use crate::kernel::secret::Secret;
use crate::kernel::{mailaddr, phone};
use crate::resources::users::{Account, Whose};

/// Most characters of a text in its answers.
const LINE: usize = 200;

/// A user centre.
#[derive(Debug)]
pub struct Centre {
    client: Client,
    url: Url,
    /// The `Authorization` header.
    proof: Secret,
    timeout: Duration,
}

/// The centre's answer about a person.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[derive(Default)]
struct Said {
    uc_id: Option<String>,
    full_name: Option<String>,
    user_name: Option<String>,
    email: Option<String>,
    phone: Option<String>,
}

impl Centre {
    /// The user centre of the settings, if any.
    pub fn open(settings: &Settings, client: &Client) -> Result<Option<Self>, Error> {
        if settings.url.is_empty() {
            return Ok(None);
        }
        let pair = format!("{}:{}", settings.client_id, settings.client_secret.expose());
        Ok(Some(Self {
            client: client.clone(),
            url: Url::parse(&settings.url).map_err(Error::internal)?,
            proof: Secret::new(format!("Basic {}", STANDARD.encode(pair))),
            timeout: Duration::from_secs(settings.timeout_seconds),
        }))
    }

    pub async fn ask(&self, whose: &Whose) -> Result<Option<Account>, Trouble> {
        let question = match whose {
            Whose::Email(email) => json!({ "email": email }),
            Whose::Phone(phone) => json!({ "phone": phone }),
        };
        let request = http::Request::post(self.url.as_str())
            .header(header::CONTENT_TYPE, "application/json")
            .header(header::ACCEPT, "application/json")
            .header(header::AUTHORIZATION, self.proof.expose())
            .body(Bytes::from(question.to_string()))
            .map_err(|_| Trouble::Unavailable("the request cannot be made".into()))?;
        let answer = self.client.send(request, Some(self.timeout)).await?;
        match answer.status() {
            StatusCode::OK => {}
            StatusCode::NOT_FOUND => return Ok(None),
            status => return Err(Trouble::Unavailable(format!("status {status}"))),
        }
        // The text of the answer stays out of the log: it names people.
        let said: Said = serde_json::from_slice(answer.body())
            .map_err(|error| Trouble::Unavailable(format!("no such JSON, in column {}", error.column())))?;
        account(said, whose)
    }
}

/// The account in an answer; an error where it is not the person asked for, or a value is not valid.
fn account(said: Said, whose: &Whose) -> Result<Option<Account>, Trouble> {
    let Some(uc_id) = said.uc_id.filter(|id| !id.is_empty()) else { return Ok(None) };
    let unusable = |what: &str| Trouble::Unavailable(format!("{what} of its answer cannot be used"));
    let uc_id = Id::try_from(uc_id).map_err(|_| unusable("ucId"))?;
    let line = |text: Option<String>, field: &str| {
        let text = text.unwrap_or_default().trim().to_owned();
        let fine = text.chars().count() <= LINE && !text.chars().any(char::is_control);
        if fine { Ok(text) } else { Err(unusable(field)) }
    };
    let account = Account {
        uc_id,
        full_name: line(said.full_name, "fullName")?,
        user_name: line(said.user_name, "userName")?,
        email: line(said.email, "email")?,
        phone: line(said.phone, "phone")?,
    };
    let asked_for = match whose {
        Whose::Email(email) => mailaddr::key(email) == mailaddr::key(&account.email),
        Whose::Phone(number) => phone::key(number) == phone::key(&account.phone),
    };
    if asked_for { Ok(Some(account)) } else { Err(Trouble::Unavailable("it answers with somebody else".into())) }
}
