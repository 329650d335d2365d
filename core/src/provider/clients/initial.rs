//! Initial access tokens (RFC 7591, section 1.2): the holder may register a limited number of clients until the token
//! expires. An administrator makes them; they are shown once.

use axum::Json as Answer;
use axum::extract::{FromRequestParts, Path, State};
use axum::http::request::Parts;
use serde::{Deserialize, Serialize};

use self::model::InitialAccessToken;
use super::settings::Pkce;
use crate::kernel::ctx::{Act, Ctx, Permission, ReadCtx, Who};
use crate::kernel::error::{Code, Error, Problems};
use crate::kernel::http::{Created, Json};
use crate::kernel::id::Id;
use crate::kernel::openapi::{OpenApiRouter, routes};
use crate::kernel::page::{List, ListQuery, Listing, Page};
use crate::provider::step_up::{Proof, StepUpState};

mod model;
mod store;

/// The purpose of their keyed hash.
const TOKEN: &str = "initial_access_token";
/// Default life, in seconds.
const LIFE: i64 = 86_400;
/// Longest life, in seconds.
const MAX_LIFE: i64 = 366 * 86_400;

/// An initial access token to make.
#[derive(Clone, Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct NewInitialAccessToken {
    /// The holder or the purpose of the token.
    pub note: Option<String>,
    /// Number of registrations that it allows: 1 to 1000, 1 by default.
    pub uses: Option<i64>,
    /// Seconds until it expires: 60 to 31622400 (366 days), 86400 by default.
    pub expires_in_seconds: Option<i64>,
    /// Whether the clients registered with it need PKCE; required by default.
    pub pkce: Option<Pkce>,
}

impl NewInitialAccessToken {
    fn parse(self, cx: &ReadCtx) -> Result<InitialAccessToken, Error> {
        let mut problems = Problems::default();
        let note = self.note.unwrap_or_default().trim().to_owned();
        let short = note.chars().count() <= 200 && !note.chars().any(char::is_control);
        problems.check(short, "note", "最多 200 个字符", "must have at most 200 characters");
        let uses = self.uses.unwrap_or(1);
        problems.check((1..=1000).contains(&uses), "uses", "须为 1 至 1000", "must be 1 to 1000");
        let life = self.expires_in_seconds.unwrap_or(LIFE);
        let fits = (60..=MAX_LIFE).contains(&life);
        problems.check(fits, "expiresInSeconds", "须为 1 分钟至 366 天", "must be a minute to 366 days");
        problems.into_result()?;
        let created_by = match &cx.who {
            Who::Person(person) => Some(person.id.clone()),
            _ => None,
        };
        let now = cx.now();
        Ok(InitialAccessToken {
            id: cx.new_id(),
            version: 1,
            note,
            pkce: self.pkce.unwrap_or_default(),
            uses,
            used: 0,
            created_by,
            created_at: now,
            expires_at: now.plus_seconds(life),
            revoked_at: None,
        })
    }
}

/// A new initial access token, with its value.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
struct Made {
    #[serde(flatten)]
    record: InitialAccessToken,
    /// The token, shown only in this answer.
    initial_access_token: String,
}

/// The operations on initial access tokens.
pub(super) fn router() -> OpenApiRouter<StepUpState> {
    OpenApiRouter::new().routes(routes!(list, create)).routes(routes!(revoke))
}

/// The initial access tokens, without their values.
#[utoipa::path(get, path = "/api/admin/initial-access-tokens", operation_id = "getInitialAccessTokens",
    tag = "clients", params(ListQuery), responses((status = 200, body = Vec<InitialAccessToken>)))]
async fn list(Listing(mut cx): Listing, list: List<store::Filter>) -> Result<Page<InitialAccessToken>, Error> {
    cx.require(Permission::Clients, Act::View)?;
    store::page(&mut cx, &list).await
}

/// Makes an initial access token. It is shown only in this answer. Needs a recent proof.
#[utoipa::path(post, path = "/api/admin/initial-access-tokens", operation_id = "saveInitialAccessToken",
    tag = "clients", request_body = NewInitialAccessToken, responses((status = 201, body = Made)))]
async fn create(
    State(proof): State<Proof>,
    mut cx: Ctx,
    Json(new): Json<NewInitialAccessToken>,
) -> Result<Created<Made>, Error> {
    cx.require(Permission::Clients, Act::Edit)?;
    let record = new.parse(&cx)?;
    proof.require(&mut cx).await?;
    let token = cx.kernel().token();
    let hash = cx.kernel().hash(TOKEN, &token);
    store::insert(&mut cx, &record, hash).await?;
    cx.audit("initial_access_token.created", &record)?;
    cx.commit().await?;
    Ok(Created(Made { record, initial_access_token: token }))
}

/// Revokes an initial access token. The clients registered with it stay.
#[utoipa::path(delete, path = "/api/admin/initial-access-tokens/{id}", operation_id = "revokeInitialAccessToken",
    tag = "clients", params(("id" = String, Path)), responses((status = 200, body = InitialAccessToken)))]
async fn revoke(mut cx: Ctx, TokenId(id): TokenId) -> Result<Answer<InitialAccessToken>, Error> {
    cx.require(Permission::Clients, Act::Edit)?;
    let revoked = store::revoke(&mut cx, &id).await?.ok_or(Code::NotFound)?;
    cx.audit("initial_access_token.revoked", &revoked)?;
    cx.commit().await?;
    Ok(Answer(revoked))
}

/// The id in an address. An invalid id names no token: 404.
struct TokenId(Id);

impl<S: Send + Sync> FromRequestParts<S> for TokenId {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Error> {
        let Path(text) = Path::<String>::from_request_parts(parts, state).await.map_err(|_| Code::NotFound)?;
        Id::try_from(text).map(Self).map_err(|_| Code::NotFound.into())
    }
}

/// Counts a registration with the token: one conditional write decides, so that concurrent registrations cannot
/// exceed the token's number. The caller registers in the same transaction.
pub(super) async fn use_up(cx: &mut Ctx, token: &str) -> Result<Option<InitialAccessToken>, Error> {
    let hash = cx.kernel().hash(TOKEN, token);
    store::use_up(cx, &hash).await
}

/// The PKCE policy of a valid token, without counting a registration: a caller without a token must not make the
/// server read or fetch anything.
pub(super) async fn policy(cx: &mut ReadCtx, token: &str) -> Result<Option<Pkce>, Error> {
    let hash = cx.kernel().hash(TOKEN, token);
    store::policy(cx, &hash).await
}
