//! The HTTP routes of a declared resource, and their OpenAPI description.

use axum::Json as Answer;
use axum::extract::{FromRef, State};
use axum::routing::{MethodRouter, delete, get, post, put};
use serde_json::{Value, json};
use utoipa::openapi::extensions::ExtensionsBuilder;
use utoipa::openapi::path::{
    HttpMethod, Operation as Described, OperationBuilder, Parameter, ParameterBuilder, ParameterIn, PathItem,
    PathsBuilder,
};
use utoipa::openapi::request_body::RequestBodyBuilder;
use utoipa::openapi::schema::{ArrayBuilder, Type};
use utoipa::openapi::{ContentBuilder, ObjectBuilder, Ref, RefOr, Required, ResponseBuilder, ResponsesBuilder, Schema};
use utoipa::{IntoParams as _, PartialSchema, ToSchema};

use super::declaration::{Kind, Operation, Resource};
use super::operations;
use super::rows::PathId;
use crate::kernel::Kernel;
use crate::kernel::ctx::{Ctx, ReadCtx};
use crate::kernel::error::Error;
use crate::kernel::http::{Created, Json};
use crate::kernel::openapi::{Call, OpenApiRouter};
use crate::kernel::page::{List, ListQuery, Listing, Page};

/// The routes of the resource's operations. Also declares the references of its records.
pub fn router<T: Resource>(state: T::State) -> OpenApiRouter
where
    Kernel: FromRef<T::State>,
{
    let kernel = Kernel::from_ref(&state);
    kernel.references().declare(T::REFERENCES);
    kernel.references().declare(T::OTHER_REFERENCES);
    kernel.readers().declare(T::RESOURCE, T::READERS);
    T::OPERATIONS
        .iter()
        .fold(OpenApiRouter::new(), |router, operation| router.routes(route::<T>(operation)))
        .with_state(state)
}

async fn list<T: Resource>(Listing(mut cx): Listing, list: List<T::Filter>) -> Result<Page<T>, Error> {
    operations::list(&mut cx, &list).await
}

async fn read<T: Resource>(cx: ReadCtx, PathId(id): PathId) -> Result<Answer<T>, Error> {
    Ok(Answer(operations::read(&mut cx.autocommit(), &id).await?))
}

async fn create<T: Resource>(
    State(state): State<T::State>,
    mut cx: Ctx,
    Json(form): Json<T::Form>,
) -> Result<Created<T>, Error> {
    let record = operations::create(&state, &mut cx, &form).await?;
    cx.commit().await?;
    Ok(Created(record))
}

async fn update<T: Resource>(
    State(state): State<T::State>,
    mut cx: Ctx,
    PathId(id): PathId,
    Json(form): Json<T::Form>,
) -> Result<Answer<T>, Error> {
    let record = operations::update(&state, &mut cx, &id, &form).await?;
    cx.commit().await?;
    Ok(Answer(record))
}

async fn remove<T: Resource>(
    State(state): State<T::State>,
    mut cx: Ctx,
    PathId(id): PathId,
) -> Result<Answer<T>, Error> {
    let record = operations::remove::<T>(&state, &mut cx, &id).await?;
    cx.commit().await?;
    Ok(Answer(record))
}

fn route<T: Resource>(operation: &'static Operation) -> Call<T::State>
where
    Kernel: FromRef<T::State>,
{
    let (method, handler): (HttpMethod, MethodRouter<T::State>) = match operation.kind {
        Kind::List => (HttpMethod::Get, get(list::<T>)),
        Kind::Read => (HttpMethod::Get, get(read::<T>)),
        Kind::Create => (HttpMethod::Post, post(create::<T>)),
        Kind::Update => (HttpMethod::Put, put(update::<T>)),
        Kind::Remove => (HttpMethod::Delete, delete(remove::<T>)),
    };
    Call::new(path::<T>(operation), handler, move || {
        let mut schemas = vec![(T::name().into_owned(), T::schema())];
        T::schemas(&mut schemas);
        if matches!(operation.kind, Kind::Create | Kind::Update) {
            schemas.push((T::Form::name().into_owned(), T::Form::schema()));
            T::Form::schemas(&mut schemas);
        }
        let item = PathItem::new(method, described::<T>(operation));
        (schemas, PathsBuilder::new().path(path::<T>(operation), item).build())
    })
}

fn path<T: Resource>(operation: &Operation) -> String {
    let one = if matches!(operation.kind, Kind::List | Kind::Create) { "" } else { "/{id}" };
    format!("/api/admin/{}{one}", T::NOUN)
}

/// The OpenAPI description of an operation.
fn described<T: Resource>(operation: &Operation) -> Described {
    let one = RefOr::Ref(Ref::from_schema_name(T::name()));
    let (status, body) = match operation.kind {
        Kind::List => ("200", RefOr::T(Schema::Array(ArrayBuilder::new().items(one).build()))),
        Kind::Create => ("201", one),
        Kind::Read | Kind::Update | Kind::Remove => ("200", one),
    };
    let content = ContentBuilder::new().schema(Some(body)).build();
    let answer = ResponseBuilder::new().content("application/json", content).build();
    let mut described = OperationBuilder::new()
        .tag(T::TAG)
        .operation_id(Some(operation.id))
        .summary(Some(operation.about))
        .responses(ResponsesBuilder::new().response(status, answer).build());
    if operation.kind == Kind::List {
        described = described.parameters(Some(ListQuery::into_params(|| None)));
    } else if operation.kind != Kind::Create {
        described = described.parameter(id());
    }
    if matches!(operation.kind, Kind::Create | Kind::Update) {
        let form = ContentBuilder::new().schema(Some(Ref::from_schema_name(T::Form::name()))).build();
        let body = RequestBodyBuilder::new().content("application/json", form).required(Some(Required::True)).build();
        described = described.request_body(Some(body));
    }
    let named = [("x-named-calls", operation.calls), ("x-part-of", operation.part_of)];
    let extensions = named.into_iter().filter(|(_, names)| !names.is_empty());
    let extensions = extensions.fold(None, |all: Option<ExtensionsBuilder>, (name, names)| {
        Some(all.unwrap_or_default().add(name, json!(names)))
    });
    let extensions = extensions.unwrap_or_default().add(ACCESS, access::<T>(operation)).build();
    described.extensions(Some(extensions)).build()
}

/// The access rule of an operation, for the tests, which try every operation by it. The published description omits it.
pub const ACCESS: &str = "x-access";

/// The menus of which one is needed, to view or to edit, and the records that the operation reaches.
fn access<T: Resource>(operation: &Operation) -> Value {
    let (permissions, act) = match operation.kind {
        Kind::List | Kind::Read => (T::READERS, "view"),
        Kind::Create | Kind::Update | Kind::Remove => (&[T::PERMISSION][..], "edit"),
    };
    let menus: Vec<&str> = permissions.iter().map(|permission| permission.url()).collect();
    let (reach, platform) = (T::REACH.name(), operation.platform);
    json!({ "menus": menus, "act": act, "kind": operation.kind, "reach": reach, "platform": platform, "sample": T::SAMPLE })
}

fn id() -> Parameter {
    let text = ObjectBuilder::new().schema_type(Type::String).build();
    let id = ParameterBuilder::new().name("id").parameter_in(ParameterIn::Path).required(Required::True);
    id.schema(Some(text)).build()
}
