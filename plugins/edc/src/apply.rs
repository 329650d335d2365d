//! Provisioning on EDC's callback API: a user is written as a whole, or removed.

use cardea_plugin_sdk::http::{HttpError, Method, Request, Response};
use cardea_plugin_sdk::prelude::*;
use serde::{Deserialize, Serialize};

use crate::{column, study_code};

/// Longest detail of a refusal that is passed on, in characters.
const MAX_DETAIL: usize = 200;

#[derive(Serialize)]
struct User<'a> {
    login: &'a str,
    email: &'a str,
    name: &'a str,
    grants: Vec<UserGrant<'a>>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct UserGrant<'a> {
    sites: Vec<&'a str>,
    module_roles: &'a [String],
    roles: Vec<UserRole<'a>>,
}

#[derive(Serialize)]
struct UserRole<'a> {
    role: &'a str,
    environment: &'a str,
}

#[derive(Deserialize)]
struct Provisioned {
    #[serde(rename = "ref")]
    reference: Option<String>,
}

#[derive(Deserialize)]
struct Refusal {
    message: String,
}

pub fn apply(ctx: &Ctx, batch: &Batch) -> Result<Outcome, Fault> {
    let study = study_code(ctx)?;
    let mut outcome = Outcome { succeeded: Vec::new(), failed: Vec::new() };
    let mut sent = Vec::new();
    let mut requests = Vec::new();
    for item in &batch.items {
        match request(ctx, study, &batch.batch_id, item)? {
            Ok(request) => {
                requests.push(request);
                sent.push(item);
            }
            Err(failure) => outcome.failed.push(failure),
        }
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

/// The request for one user, or the failure if none can be made.
fn request(ctx: &Ctx, study: &str, batch_id: &str, item: &Item) -> Result<Result<Request, Failure>, Fault> {
    let path = http::path(&[study, "users", &item.person.id]);
    let revoked = item.after.is_empty();
    let method = if revoked { Method::Delete } else { Method::Put };
    // Without the attempt: a repeated batch must get its earlier answers.
    let request =
        Request::new(method, Endpoint::CallbackApi, path).idempotency_key(format!("{batch_id}:{}", item.item_id));
    if revoked {
        return Ok(Ok(request));
    }
    let mut grants = Vec::with_capacity(item.after.len());
    for grant in &item.after {
        let Some(sites) = site_codes(ctx, grant) else {
            let message = Message::new("sites.unknown", "A site does not belong to the project");
            return Ok(Err(Failure::new(&item.item_id, Reason::Rejected, message)));
        };
        let pairs = grant.pairs(column::ROLE_ENVIRONMENT).iter();
        let roles = pairs.map(|pair| UserRole { role: &pair.role, environment: &pair.environment });
        grants.push(UserGrant { sites, module_roles: grant.picks(column::MODULE_ROLES), roles: roles.collect() });
    }
    let person = &item.person;
    let user = User { login: &person.login, email: &person.email, name: &person.display_name, grants };
    request.json(&user).map(Ok)
}

fn site_codes<'a>(ctx: &'a Ctx, grant: &Grant) -> Option<Vec<&'a str>> {
    grant.picks(column::SITES).iter().map(|id| ctx.site_code(id)).collect()
}

fn settle(item: &Item, answer: Result<Response, HttpError>) -> Result<Success, Failure> {
    let revoked = item.after.is_empty();
    match answer {
        Ok(response) if revoked => {
            let _ = response;
            Ok(Success::new(&item.item_id, None))
        }
        Ok(response) => match response.json::<Provisioned>() {
            Ok(user) => Ok(Success::new(&item.item_id, user.reference)),
            Err(error) => Err(failure(item, &error)),
        },
        // Removed already, as requested.
        Err(HttpError::Status { status: 404 | 410, .. }) if revoked => Ok(Success::new(&item.item_id, None)),
        Err(error) => Err(failure(item, &error)),
    }
}

fn failure(item: &Item, error: &HttpError) -> Failure {
    let reason = error.reason();
    let message = match error {
        HttpError::Status { body, .. } if reason == Reason::Rejected => refusal(body),
        _ => None,
    };
    Failure {
        item_id: item.item_id.clone(),
        reason,
        retry_after_ms: error.retry_after_ms(),
        message: message.unwrap_or_else(|| error.message()),
    }
}

/// EDC's own message, if it sent one.
fn refusal(body: &[u8]) -> Option<Message> {
    let refusal: Refusal = serde_json::from_slice(body).ok()?;
    let detail: String = refusal.message.chars().take(MAX_DETAIL).collect();
    Some(Message::new("apply.refused", "EDC refused the user: {detail}").arg("detail", detail))
}
