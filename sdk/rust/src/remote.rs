//! The documented calls of a trial system: the choices of a study, and saving people's authorisation.
//!
//! Every answer is wrapped as `{"code": "200", "data": ...}`; one with another code is a failure. Paths begin with the
//! study's code:
//!
//! | Call | Endpoint | Carries |
//! |---|---|---|
//! | `GET <study>/getAuthRemoteList?studyUrlId=` | role API | the choices, in the language of `Accept-Language` |
//! | `GET <study>/getProjectUserByAllowed?studyUrlId=&ids=` or `&after=` | role API | what people have |
//! | `POST <study>/<save call>` | callback API | one person's authorisation, with an `Idempotency-Key` |
//! | `POST <study>/cancelProjectAllowUser` | callback API | `isSite` and `ids`: takes the person out of the study |
//! | `POST initSoftware` | callback API | prepares the system for a tenant |

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::http::{self, Endpoint, HttpError, Method, Request, Response};
use crate::{
    Batch, Choice, Ctx, CtxExt, Failure, Fault, Grant, Holding, Holdings, Item, Message, Outcome, Page, Query, Reason,
    Success, Tenant, Whom, cache,
};

/// The code of a successful answer.
const SUCCESS: &str = "200";
/// Choices of one page.
const PAGE: usize = 50;
/// Seconds for which the choices of a study are kept for saving.
const KEPT_S: u32 = 300;
/// The longest text of a trial system that is passed on, in characters.
const MAX_DETAIL: usize = 200;

#[derive(Deserialize)]
struct Answer<T> {
    code: String,
    message: Option<String>,
    data: Option<T>,
}

/// The lists of a save call's answer.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Saved {
    success: Vec<String>,
    failure: Vec<String>,
}

/// The study's code, which identifies the study at the trial system.
///
/// # Errors
/// [`Fault::BadConfig`] when the study has none.
pub fn study_code(ctx: &Ctx) -> Result<&str, Fault> {
    if ctx.study.code.is_empty() {
        return Err(Fault::BadConfig(Message::new("sdk.study.code_missing", "The study has no code.")));
    }
    Ok(&ctx.study.code)
}

/// The id of the connection between study and system, which the documented calls name `studyUrlId`.
pub fn study_url_id(ctx: &Ctx) -> &str {
    ctx.setting("study.url_id").unwrap_or(&ctx.study.id)
}

/// The study's choices, as the trial system has them now.
///
/// # Errors
/// [`Fault::Downstream`] when the trial system does not answer properly.
pub fn listing<T: DeserializeOwned>(ctx: &Ctx) -> Result<T, Fault> {
    let path = http::path(&[study_code(ctx)?, "getAuthRemoteList"]);
    let request = Request::get(Endpoint::RoleApi, path)
        .header("accept", "application/json")
        .header("accept-language", &ctx.locale)
        .query("studyUrlId", study_url_id(ctx));
    let response = http::send(request)?;
    let list = data(&response)?;
    cache::put(&kept_under(ctx), &response.body, KEPT_S);
    Ok(list)
}

/// The study's choices as they were read a short time ago, or now: for naming what was selected, not for offering it.
///
/// # Errors
/// As [`listing`].
pub fn known_listing<T: DeserializeOwned>(ctx: &Ctx) -> Result<T, Fault> {
    let kept = cache::get(&kept_under(ctx)).and_then(|body| {
        let answer: Answer<T> = serde_json::from_slice(&body).ok()?;
        answer.data
    });
    kept.map_or_else(|| listing(ctx), Ok)
}

fn kept_under(ctx: &Ctx) -> String {
    format!("getAuthRemoteList:{}", ctx.locale)
}

/// The data of an answer.
fn data<T: DeserializeOwned>(response: &Response) -> Result<T, Fault> {
    let answer: Answer<T> = response.json()?;
    match answer.data {
        Some(data) if answer.code == SUCCESS => Ok(data),
        _ => Err(Fault::Downstream(refusal(answer.message))),
    }
}

/// The refusal in the trial system's own words.
fn refusal(detail: Option<String>) -> Message {
    let detail: String = detail.unwrap_or_default().chars().take(MAX_DETAIL).collect();
    Message::new("sdk.remote.refused", "The trial system refused: {detail}").arg("detail", detail)
}

/// People in one page of a survey.
const SURVEYED: usize = 100;

/// What the trial system holds of somebody; `T` is its own description of their access.
#[derive(Debug, Deserialize)]
pub struct Held<T> {
    id: String,
    login: String,
    name: String,
    #[serde(flatten)]
    access: T,
}

#[derive(Deserialize)]
struct HeldPage<T> {
    list: Vec<Held<T>>,
    next: Option<String>,
}

/// What the trial system holds, by `getProjectUserByAllowed`; `grants` makes selections of its description.
///
/// # Errors
/// [`Fault::Downstream`] when the trial system does not answer properly.
pub fn survey<T: DeserializeOwned>(
    ctx: &Ctx,
    whom: &Whom,
    grants: impl Fn(T) -> Vec<Grant>,
) -> Result<Holdings, Fault> {
    let path = http::path(&[study_code(ctx)?, "getProjectUserByAllowed"]);
    let request = Request::get(Endpoint::RoleApi, path)
        .header("accept", "application/json")
        .query("studyUrlId", study_url_id(ctx))
        .query("limit", SURVEYED.to_string());
    let pages = match whom {
        Whom::People(ids) => ids.chunks(SURVEYED).map(|some| request.clone().query("ids", some.join(","))).collect(),
        Whom::Everybody(None) => vec![request],
        Whom::Everybody(Some(after)) => vec![request.query("after", after)],
    };
    let mut all = Holdings { holdings: Vec::new(), next: None };
    for response in http::send_all(pages) {
        let page: HeldPage<T> = data(&response?)?;
        let holding = |held: Held<T>| Holding {
            person: held.id,
            login: held.login,
            display_name: held.name,
            grants: grants(held.access),
        };
        all.holdings.extend(page.list.into_iter().map(holding));
        all.next = page.next.filter(|_| matches!(whom, Whom::Everybody(_)));
    }
    Ok(all)
}

/// The page of `choices` that a query asks for: those with the searched text in their id or label, from the cursor
/// on. For systems that return a whole list at once.
///
/// ```
/// use cardea_plugin_sdk::prelude::*;
///
/// let choices = (1..=60).map(|n| Choice::new(format!("r{n}"), format!("Role {n}"))).collect();
/// let page = remote::page(choices, &testing::query("role")).unwrap();
/// assert_eq!((page.choices.len(), page.next.as_deref()), (50, Some("50")));
/// ```
///
/// # Errors
/// [`Fault::Rejected`] when the cursor is not one that this function gave.
pub fn page(choices: Vec<Choice>, query: &Query) -> Result<Page, Fault> {
    let start: usize = match &query.cursor {
        None => 0,
        Some(cursor) => cursor.parse().map_err(|_| {
            Fault::Rejected(Message::new("sdk.cursor.unknown", "The list has changed. Please load it again."))
        })?,
    };
    let wanted = query.search.to_lowercase();
    let found =
        |choice: &Choice| choice.id.to_lowercase().contains(&wanted) || choice.label.to_lowercase().contains(&wanted);
    let mut rest = choices.into_iter().filter(found).skip(start);
    let choices: Vec<_> = rest.by_ref().take(PAGE).collect();
    let next = rest.next().map(|_| (start + PAGE).to_string());
    Ok(Page { choices, next })
}

/// The fields that every save call has, for one person.
#[derive(Debug)]
pub struct Common<'a> {
    /// The tenant.
    pub tenant_id: &'a str,
    /// Ids of the people.
    pub user_list: [&'a str; 1],
    /// E-mail addresses of people without an account: the platform turns addresses into people, so there are none.
    pub email_list: [&'a str; 0],
    /// The role given with the authorisation.
    pub user_role: &'a str,
    /// The user type.
    pub user_type_id: &'a str,
    /// The connection between study and system.
    pub study_url_id: &'a str,
}

impl<'a> Common<'a> {
    /// The fields of a call for this person.
    pub fn of(ctx: &'a Ctx, item: &'a Item) -> Self {
        Self {
            tenant_id: ctx.setting("tenant.id").unwrap_or_default(),
            user_list: [&item.person.id],
            email_list: [],
            user_role: ctx.setting("grant.user_role").unwrap_or_default(),
            user_type_id: ctx.setting("grant.user_type_id").unwrap_or_default(),
            study_url_id: study_url_id(ctx),
        }
    }
}

/// The platform's sites of a selection with their codes, for a system that does not know the platform's ids; `None`
/// when one of them is not a site of the study.
pub fn sites(ctx: &Ctx, ids: &[String]) -> Option<Vec<Value>> {
    ids.iter().map(|id| ctx.site_code(id).map(|code| json!({ "id": id, "code": code }))).collect()
}

/// Tells the trial system of every person of a batch, each by a call of their own, so that each succeeds or fails
/// alone: the save call `name` with what `body` makes of the person, or `cancelProjectAllowUser` for a person without
/// a selection. The call also says who the people are, in `users` (`id`, `login`, `email`, `name`).
///
/// # Errors
/// Only when nobody can be told: the study has no code, or `body` fails.
pub fn save(
    ctx: &Ctx,
    batch: &Batch,
    name: &str,
    mut body: impl FnMut(&Item) -> Result<Result<Value, Message>, Fault>,
) -> Result<Outcome, Fault> {
    let study = study_code(ctx)?;
    let mut outcome = Outcome { succeeded: Vec::new(), failed: Vec::new() };
    let (mut sent, mut requests) = (Vec::new(), Vec::new());
    for item in &batch.items {
        let (call, content) = if item.after.is_empty() {
            ("cancelProjectAllowUser", json!({ "isSite": false, "ids": [item.person.id] }))
        } else {
            match body(item)? {
                Ok(content) => (name, with_people(content, item)),
                Err(message) => {
                    outcome.failed.push(Failure::new(&item.item_id, Reason::Rejected, message));
                    continue;
                }
            }
        };
        // The key is without the attempt: a repeated batch must get its earlier answers.
        let request = Request::new(Method::Post, Endpoint::CallbackApi, http::path(&[study, call]))
            .header("accept-language", &ctx.locale)
            .idempotency_key(format!("{}:{}", batch.batch_id, item.item_id))
            .json(&content)?;
        requests.push(request);
        sent.push(item);
    }
    // The host sends them concurrently, within its own limits.
    for (item, answer) in sent.into_iter().zip(http::send_all(requests)) {
        match settle(item, answer) {
            Ok(success) => outcome.succeeded.push(success),
            Err(failure) => outcome.failed.push(failure),
        }
    }
    Ok(outcome)
}

fn with_people(mut content: Value, item: &Item) -> Value {
    let person = &item.person;
    content["users"] =
        json!([{ "id": person.id, "login": person.login, "email": person.email, "name": person.display_name }]);
    content
}

/// The result for one person.
fn settle(item: &Item, answer: Result<Response, HttpError>) -> Result<Success, Failure> {
    let done = || Success::new(&item.item_id, None);
    let saved = match answer {
        Ok(response) => response.json::<Answer<Saved>>(),
        // Removed already, as requested.
        Err(HttpError::Status { status: 404 | 410, .. }) if item.after.is_empty() => return Ok(done()),
        Err(error) => Err(error),
    };
    let rejected = |detail| Err(Failure::new(&item.item_id, Reason::Rejected, refusal(detail)));
    match saved {
        Ok(Answer { code, message, .. }) if code != SUCCESS => rejected(message),
        Ok(Answer { data, .. }) => {
            let Saved { success, failure } = data.unwrap_or_default();
            match failure.into_iter().next() {
                Some(reason) => {
                    let own = reason.strip_prefix(&item.person.id).map(|rest| rest.trim_start_matches([':', ' ']));
                    rejected(Some(own.map_or_else(|| reason.clone(), ToOwned::to_owned)))
                }
                None if success.contains(&item.person.id) => Ok(done()),
                // In neither list: the trial system does not say what became of it.
                None => Err(failed(item, &HttpError::Malformed("a person is in neither list".into()))),
            }
        }
        Err(error) => Err(failed(item, &error)),
    }
}

/// Asks the trial system to prepare itself for a tenant, by `initSoftware`; repeating it with the same key does nothing
/// more.
///
/// # Errors
/// [`Fault::Rejected`] when the trial system refuses, so that nothing was done; [`Fault::Downstream`] when it does not
/// say what it did.
pub fn init_software(ctx: &Ctx, tenant: &Tenant, key: &str) -> Result<(), Fault> {
    let content = json!({ "tenantId": tenant.id, "tenantName": tenant.name, "url": tenant.url });
    let request = Request::new(Method::Post, Endpoint::CallbackApi, "initSoftware")
        .header("accept-language", &ctx.locale)
        .idempotency_key(key)
        .json(&content)?;
    let refused = |message| Err(Fault::Rejected(refusal(message)));
    match http::send(request) {
        Ok(response) => match response.json::<Answer<Value>>()? {
            Answer { code, .. } if code == SUCCESS => Ok(()),
            Answer { message, .. } => refused(message),
        },
        Err(HttpError::Status { status, body, .. })
            if (400..500).contains(&status) && status != 408 && status != 429 =>
        {
            match serde_json::from_slice::<Answer<Value>>(&body) {
                Ok(answer) => refused(answer.message),
                Err(_) => Err(Fault::Rejected(HttpError::Status { status, retry_after_ms: None, body }.message())),
            }
        }
        Err(error) => Err(error.into()),
    }
}

fn failed(item: &Item, error: &HttpError) -> Failure {
    let reason = error.reason();
    let told = match error {
        HttpError::Status { body, .. } if reason == Reason::Rejected => {
            serde_json::from_slice::<Answer<Value>>(body).ok().and_then(|answer| answer.message)
        }
        _ => None,
    };
    Failure {
        item_id: item.item_id.clone(),
        reason,
        retry_after_ms: error.retry_after_ms(),
        message: told.map_or_else(|| error.message(), |detail| refusal(Some(detail))),
    }
}
