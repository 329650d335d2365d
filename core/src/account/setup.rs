//! The set-up of the first administrator: a link that works once, while the platform has no administrator.
//!
//! The key in the link is a sealed token with its expiry; the database stores nothing until it is used. There is no
//! default password.

use axum::extract::{Query, State};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::{Deserialize, Serialize};

use crate::authentication::model::{Nothing, SetUp};
use crate::authentication::{Sessions, proof};
use crate::kernel::clock::Time;
use crate::kernel::ctx::{Ctx, ReadCtx, Who};
use crate::kernel::error::{Code, Error, Text};
use crate::kernel::http::{Envelope, Json};
use crate::kernel::{Kernel, once, pages, settings};
use crate::resources::roles::{self, NewRole, RoleType};
use crate::resources::users::{self, NewPassword, UserInput, accounts};

/// The purpose of sealed tokens, and the prefix of their ids in `consumed`.
const PURPOSE: &str = "setup-key";
/// The lifetime of a link, in seconds; the next start prints another.
const LIFE: i64 = 24 * 3600;
/// The longest accepted key, in octets; those of this server are shorter.
const MAX_KEY: usize = 512;

#[derive(Deserialize, Serialize)]
struct Token {
    id: String,
    expires_at: Time,
}

fn open(kernel: &Kernel, key: &str) -> Option<Token> {
    let sealed = (key.len() <= MAX_KEY).then(|| URL_SAFE_NO_PAD.decode(key).ok()).flatten()?;
    let token: Token = serde_json::from_slice(&kernel.unseal(PURPOSE, &sealed).ok()?).ok()?;
    (token.expires_at > kernel.now()).then_some(token)
}

fn spent() -> Error {
    let text = Text::new("初始化链接无效或已使用", "This set-up link is not valid or was used before");
    Error::new(Code::Forbidden).message(text)
}

impl Sessions {
    /// The address for making the first administrator, valid once within a day; `None` once the platform has an
    /// administrator. Show it only to the operator.
    pub async fn setup_link(&self) -> Result<Option<String>, Error> {
        let kernel = self.kernel();
        let mut tx = kernel.db().begin_read().await?;
        if accounts::has_administrator(&mut tx).await? {
            return Ok(None);
        }
        tx.end().await?;
        let token = Token { id: kernel.token(), expires_at: kernel.now().plus_seconds(LIFE) };
        let key = URL_SAFE_NO_PAD.encode(kernel.seal(PURPOSE, &serde_json::to_vec(&token)?)?);
        Ok(Some(pages::with_key(self.public_url(), pages::SET_UP, &key)))
    }
}

/// The key of a set-up link to check.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct SetUpQuery {
    /// The key of the set-up link.
    #[serde(default)]
    key: String,
}

/// Whether the set-up can begin.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct SetUpState {
    /// Whether the key is valid.
    valid: bool,
}

/// Whether the key is valid: made by this server, not spent, not expired, and the platform has no administrator.
async fn works(cx: &mut ReadCtx, key: &str) -> Result<bool, Error> {
    let Some(token) = open(cx.kernel(), key) else { return Ok(false) };
    let hash = cx.kernel().hash(PURPOSE, &token.id);
    let tx = cx.db().await?;
    Ok(!accounts::has_administrator(tx).await? && !once::is_spent(tx, PURPOSE, &hash).await?)
}

/// Checks a set-up key.
#[utoipa::path(get, path = "/api/sys/setup", operation_id = "setupState", tag = "set-up", params(SetUpQuery),
    responses((status = 200, body = Envelope<SetUpState>)))]
pub(crate) async fn state(mut cx: ReadCtx, Query(query): Query<SetUpQuery>) -> Result<Envelope<SetUpState>, Error> {
    let valid = works(&mut cx, &query.key).await?;
    Ok(Envelope::ok(SetUpState { valid }))
}

/// Makes the first administrator.
#[utoipa::path(post, path = "/api/sys/setup", operation_id = "setup", tag = "set-up",
    request_body = SetUp, responses((status = 200, body = Envelope<Nothing>)))]
pub(crate) async fn complete(
    State(sessions): State<Sessions>,
    mut cx: Ctx,
    Json(body): Json<SetUp>,
) -> Result<Envelope<Nothing>, Error> {
    // An early check before anything costly; the check in the transaction below decides.
    let mut early = cx.new_transaction();
    let possible = works(&mut early, &body.key).await?;
    early.commit().await?;
    if !possible {
        return Err(spent());
    }
    body.check(&cx)?;
    let permit = sessions.hasher().enter(&cx)?;
    let opened = sessions.open_password(&permit, &body.password).await?;
    sessions.rules().check(opened.password.expose(), &body.user_name).map_err(|text| Error::field("password", text))?;
    let password_hash = sessions.hasher().hash_in(&permit, &opened.password).await?;

    let token = open(cx.kernel(), &body.key).ok_or_else(spent)?;
    let hash = cx.kernel().hash(PURPOSE, &token.id);
    let tx = cx.db().await?;
    // Of two keys at once, the second waits here and then finds the administrator that the first made.
    settings::hold(tx).await?;
    if accounts::has_administrator(tx).await? || !once::first(tx, PURPOSE, &hash, token.expires_at).await? {
        return Err(spent());
    }
    proof::spend(&sessions, tx, &opened).await?;
    create(&mut cx, &body, password_hash).await?;
    cx.commit().await?;
    Ok(Envelope::ok(Nothing))
}

/// Makes the account. The key was the authority: from here on the actor is the server.
async fn create(cx: &mut Ctx, body: &SetUp, hash: String) -> Result<(), Error> {
    cx.who = Who::System("set-up");
    let role = if let Some(role) = roles::administrator(cx.db().await?).await? {
        role
    } else {
        // All of them were removed before anybody had one.
        let role = NewRole {
            name: "平台管理员".to_owned(),
            description: String::new(),
            role_type: RoleType::System,
            super_admin: true,
            menus: Vec::new(),
        };
        roles::create_named(cx, role, "Platform administrator").await?.id
    };
    let input = UserInput { role_id: Some(Some(role)), language: Some(cx.locale().tag().to_owned()), ..body.input() };
    users::create(cx, &input, Some(NewPassword { hash, must_change: false })).await.map(|_| ())
}
