//! The operators of a history, for the choice in its filter.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::kernel::ctx::{ReadCtx, Scope};
use crate::kernel::error::Error;
use crate::kernel::id::Id;
use crate::kernel::page::Term;

/// The most operators in an answer (specification, section 9).
const FIRST: i64 = 10;

/// Somebody who gave or took an authorisation.
#[derive(Debug, Serialize, sqlx::FromRow, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Operator {
    /// User id.
    pub id: Id,
    /// Login name.
    pub user_name: String,
    /// Full name.
    pub full_name: String,
}

/// `?q=`.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
pub struct Sought {
    /// The beginning of a name or a login name.
    #[serde(default)]
    #[param(value_type = Option<String>)]
    pub q: Term,
}

/// The first operators whose name or login name begins with the term, among those who did something in the tenants of
/// `scope`. Nobody else is named: who may read the history need not know every user.
pub async fn found(cx: &mut ReadCtx, term: &Term, scope: &Scope) -> Result<Vec<Operator>, Error> {
    let query = cx.db().await?.query("SELECT u.id, u.user_name, u.full_name FROM users u WHERE");
    let query = query.among(" u.id", |query| {
        let query = term.begun(query, "users", "user_name_key", |query| query);
        term.begun(query.sql(" UNION "), "users", "full_name_key", |query| query)
    });
    let query = query.sql(" AND EXISTS (SELECT 1 FROM grant_changes c WHERE c.operation <> 0 AND c.operator_id = u.id");
    let query = query.push_in_if(" AND c.tenant_id", scope.only());
    Ok(query.push(") ORDER BY u.user_name_key LIMIT ", FIRST).all().await?)
}
