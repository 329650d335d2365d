//! HTTP of files: `/api/admin/files`.

use std::sync::Arc;

use axum::Json as Answer;
use axum::body::Body;
use axum::extract::{FromRef, Path, Query, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use serde::Deserialize;

use super::keeping::Files;
use super::model::{Filter, ListedFile, Purpose};
use super::range::{Part, asked};
use super::store;
use crate::kernel::Kernel;
use crate::kernel::ctx::{Act, Permission, ReadCtx};
use crate::kernel::error::{Code, Error};
use crate::kernel::id::Id;
use crate::kernel::openapi::{OpenApiRouter, routes};
use crate::kernel::page::{List, ListQuery, Listing, Page};
use crate::kernel::step_up::StepUp;

/// What the operations need.
#[derive(Clone)]
struct Downloads {
    files: Files,
    step_up: Arc<dyn StepUp>,
}

impl FromRef<Downloads> for Kernel {
    fn from_ref(state: &Downloads) -> Self {
        state.files.kernel().clone()
    }
}

/// The operations on files. Downloads of what people are told in need a recent proof, as exports do.
pub fn router(files: Files, step_up: Arc<dyn StepUp>) -> OpenApiRouter {
    OpenApiRouter::new()
        .routes(routes!(list))
        .routes(routes!(download))
        .routes(routes!(read))
        .with_state(Downloads { files, step_up })
}

/// The files that are kept, the newest first.
#[utoipa::path(get, path = "/api/admin/files", operation_id = "getFileList", tag = "files",
    params(ListQuery), responses((status = 200, body = Vec<ListedFile>)))]
async fn list(Listing(mut cx): Listing, list: List<Filter>) -> Result<Page<ListedFile>, Error> {
    cx.require(Permission::Files, Act::View)?;
    Ok(store::page(&mut cx, &list.or_descending("createTime")).await?.map(ListedFile::from))
}

/// One file.
#[utoipa::path(get, path = "/api/admin/files/{id}", operation_id = "getFile", tag = "files",
    params(("id" = String, Path)), responses((status = 200, body = ListedFile)))]
async fn read(mut cx: ReadCtx, Path(id): Path<String>) -> Result<Answer<ListedFile>, Error> {
    cx.require(Permission::Files, Act::View)?;
    let id = Id::try_from(id).map_err(|_| Error::new(Code::NotFound))?;
    let file = store::get(&mut cx, &id).await?.ok_or_else(|| Error::new(Code::NotFound))?;
    Ok(Answer(file.into()))
}

/// The file that is downloaded.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(rename_all = "camelCase")]
struct Wanted {
    /// Its id.
    #[serde(default)]
    #[param(required = true)]
    node_id: String,
    /// Its name, as the list has it.
    #[serde(default)]
    #[param(required = true)]
    file_name: String,
}

/// The content of a file, or a part of it (`Range`). What it shows is shown in a menu of the console as well: the caller
/// must be allowed to view that one too, for the file's tenant or, where it is of none, for the platform. A file that tells
/// of people needs a recent proof. Each download is in the audit.
#[utoipa::path(get, path = "/api/admin/files/download", operation_id = "downloadFile", tag = "files", params(Wanted),
    responses(
        (status = 200, description = "The file", content_type = "application/octet-stream"),
        (status = 206, description = "A part of it", content_type = "application/octet-stream"),
        (status = 304, description = "The caller has it already"),
        (status = 416, description = "It has no such part"),
    ))]
async fn download(
    State(state): State<Downloads>,
    mut cx: ReadCtx,
    headers: HeaderMap,
    Query(wanted): Query<Wanted>,
) -> Result<Response, Error> {
    cx.require(Permission::Files, Act::View)?;
    let id = Id::try_from(wanted.node_id).map_err(|_| Error::new(Code::NotFound))?;
    let file = store::get(&mut cx, &id).await?.filter(|file| file.file_name == wanted.file_name);
    let file = ListedFile::from(file.ok_or_else(|| Error::new(Code::NotFound))?);
    let shown = Permission::from_url(&file.file.permission).ok_or_else(|| Error::new(Code::Forbidden))?;
    match &file.file.tenant_id {
        Some(tenant) => cx.require_in(shown, Act::View, tenant)?,
        None => cx.require(shown, Act::View)?,
    }
    if file.file.purpose != Purpose::Plugin {
        state.step_up.require(&mut cx).await?;
    }
    let (size, tag) = (u64::try_from(file.file.size).unwrap_or_default(), format!("\"{}\"", file.file.sha256));
    if headers.get(header::IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes()) {
        return Ok((StatusCode::NOT_MODIFIED, [(header::ETAG, tag)]).into_response());
    }
    let part = asked(&headers, size, &tag);
    if part == Part::None {
        let range = format!("bytes */{size}");
        return Ok((StatusCode::RANGE_NOT_SATISFIABLE, [(header::CONTENT_RANGE, range)]).into_response());
    }
    let mut writing = cx.new_transaction();
    drop(cx);
    writing.audit("file.downloaded", &file)?;
    writing.commit().await?;

    let (status, length, range) = match part {
        Part::Of(first, last) => (StatusCode::PARTIAL_CONTENT, last - first + 1, Some(first..last + 1)),
        _ => (StatusCode::OK, size, None),
    };
    // Nothing was stored of an empty file.
    let body = if size == 0 { Body::empty() } else { Body::from_stream(state.files.read(&id, range.clone()).await?) };
    let mut response = (status, body).into_response();
    let said = response.headers_mut();
    let name = utf8_percent_encode(&file.file.file_name, NON_ALPHANUMERIC);
    let value = |text: String| HeaderValue::try_from(text).map_err(Error::internal);
    said.insert(header::CONTENT_DISPOSITION, value(format!("attachment; filename*=UTF-8''{name}"))?);
    // It came from outside: no browser takes it for a page.
    said.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/octet-stream"));
    said.insert(header::CONTENT_LENGTH, HeaderValue::from(length));
    said.insert(header::ETAG, value(tag)?);
    said.insert(header::ACCEPT_RANGES, HeaderValue::from_static("bytes"));
    said.insert(header::CACHE_CONTROL, HeaderValue::from_static("private, no-cache"));
    said.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    said.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static("sandbox; default-src 'none'"));
    if let Some(range) = range {
        said.insert(header::CONTENT_RANGE, value(format!("bytes {}-{}/{size}", range.start, range.end - 1))?);
    }
    Ok(response)
}
