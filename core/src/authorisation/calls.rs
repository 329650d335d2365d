//! The documented calls of this module: the systems and studies that people can open from the portal.

use std::sync::Arc;

use axum::extract::{FromRef, Query, State};
use futures::future::BoxFuture;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::chooser::{self, Reachable};
use crate::kernel::Kernel;
use crate::kernel::ctx::ReadCtx;
use crate::kernel::error::{Error, Text};
use crate::kernel::http::Envelope;
use crate::kernel::id::Id;
use crate::kernel::openapi::{OpenApiRouter, routes};

/// A system, or a study in it, to open.
#[derive(Clone, Debug)]
pub struct Place {
    /// The system.
    pub software_id: Id,
    /// The tenant.
    pub tenant_id: Id,
    /// The tenant's domain of the system, with its address for browsers.
    pub domain: Option<(Id, String)>,
    /// The code of the study to start in.
    pub study: Option<String>,
}

/// Knows the launch addresses. Implemented by `provider`, a layer above.
pub trait Launch: Send + Sync + std::fmt::Debug {
    /// The address of each place, in their order; `None` where there is none. `login_name` is the person who opens
    /// it.
    fn addresses<'a>(
        &'a self,
        login_name: &'a str,
        places: Vec<Place>,
    ) -> BoxFuture<'a, Result<Vec<Option<String>>, Error>>;
}

/// The state of these calls.
#[derive(Clone)]
struct Chooser {
    kernel: Kernel,
    launch: Arc<dyn Launch>,
}

impl FromRef<Chooser> for Kernel {
    fn from_ref(chooser: &Chooser) -> Self {
        chooser.kernel.clone()
    }
}

/// The documented calls. `launch` supplies the addresses of systems.
pub fn router(kernel: Kernel, launch: Arc<dyn Launch>) -> OpenApiRouter {
    OpenApiRouter::new()
        .routes(routes!(user_software))
        .routes(routes!(user_studies))
        .with_state(Chooser { kernel, launch })
}

/// A system that the caller can open.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct UserSoftware {
    /// The software's id.
    id: Id,
    /// Its name.
    software_name: String,
    /// Its web code.
    web_code: String,
    /// The tenant in which the caller is authorised.
    tenant_id: Id,
    /// Its name.
    tenant_name: String,
    /// The tenant's domain of the system; null where it has none.
    tenant_url_id: Option<Id>,
    /// That domain's name.
    url_name: Option<String>,
    /// The address for the browser, where the sign-in starts. Null if the tenant has no url configured.
    launch_url: Option<String>,
}

impl From<(Reachable, Option<String>)> for UserSoftware {
    fn from((at, launch_url): (Reachable, Option<String>)) -> Self {
        Self {
            id: at.software_id,
            software_name: at.software_name,
            web_code: at.web_code,
            tenant_id: at.tenant_id,
            tenant_name: at.tenant_name,
            tenant_url_id: at.domain_id,
            url_name: at.url_name,
            launch_url,
        }
    }
}

fn place(at: &Reachable, study: Option<String>) -> Place {
    let domain = at.domain_id.clone().zip(at.website_url.clone());
    Place { software_id: at.software_id.clone(), tenant_id: at.tenant_id.clone(), domain, study }
}

/// The systems that the caller is authorised in, through valid licences.
#[utoipa::path(get, path = "/api/sys/user/software", operation_id = "dtrialGetUserSoftwareList", tag = "sign-in",
    responses((status = 200, body = Envelope<Vec<UserSoftware>>)))]
async fn user_software(State(chooser): State<Chooser>, mut cx: ReadCtx) -> Result<Envelope<Vec<UserSoftware>>, Error> {
    let person = cx.person()?.clone();
    let found = chooser::reachable(&mut cx, &person.id).await?;
    cx.release();
    let places = found.iter().map(|at| place(at, None)).collect();
    let addresses = chooser.launch.addresses(&person.user_name, places).await?;
    Ok(Envelope::ok(found.into_iter().zip(addresses).map(UserSoftware::from).collect()))
}

/// `?webCode=`.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
struct OfSystem {
    /// Web code of the system, such as `030`.
    #[serde(rename = "webCode")]
    web_code: String,
}

/// A study that the caller can open in a system.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct UserStudy {
    /// The study's id.
    id: Id,
    /// Its code.
    study_code: String,
    /// Its name.
    study_name: String,
    /// The software's id.
    software_id: Id,
    /// Its name.
    software_name: String,
    /// Its web code.
    web_code: String,
    /// The study's tenant.
    tenant_id: Id,
    /// Its name.
    tenant_name: String,
    /// The address for the browser, where the sign-in starts. Null if the study has no url configured.
    launch_url: Option<String>,
}

/// The studies that the caller is authorised in, in one system, through valid licences.
#[utoipa::path(get, path = "/api/sys/user/studies", operation_id = "userStudies", params(OfSystem), tag = "sign-in",
    responses((status = 200, body = Envelope<Vec<UserStudy>>)))]
async fn user_studies(
    State(chooser): State<Chooser>,
    mut cx: ReadCtx,
    Query(of): Query<OfSystem>,
) -> Result<Envelope<Vec<UserStudy>>, Error> {
    let person = cx.person()?.clone();
    if !(1..=20).contains(&of.web_code.len()) || !of.web_code.bytes().all(|b| b.is_ascii_alphanumeric()) {
        return Err(Error::field("webCode", Text::new("系统编码不正确", "this is not a system's code")));
    }
    let found = chooser::studies(&mut cx, &person.id, &of.web_code).await?;
    cx.release();
    let places = found.iter().map(|row| place(&row.at, Some(row.study_code.clone()))).collect();
    let addresses = chooser.launch.addresses(&person.user_name, places).await?;
    let study = |(row, launch_url): (chooser::ReachableStudy, Option<String>)| UserStudy {
        id: row.study_id,
        study_code: row.study_code,
        study_name: row.study_name,
        software_id: row.at.software_id,
        software_name: row.at.software_name,
        web_code: row.at.web_code,
        tenant_id: row.at.tenant_id,
        tenant_name: row.at.tenant_name,
        launch_url,
    };
    Ok(Envelope::ok(found.into_iter().zip(addresses).map(study).collect()))
}
