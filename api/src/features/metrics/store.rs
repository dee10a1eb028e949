//! Runs metric queries.

use crate::auth::permission::{
    CustomersRead, InventoryRead, MarketRead, Permission, Permissions, PurchasingRead, SalesRead,
};
use crate::auth::{PermissionError, Scope};
use crate::db::{DbError, MetricTables, RolledUpDb};
use metrics::{
    Access, Answer, Calendar, ExplainedChange, Explanation, MemberList, MembersOfLines, Plan,
    Query, QueryError, ResultRows, RowList, RowPage,
};

/// Why a metric query has no answer.
#[derive(Debug, thiserror::Error)]
pub enum MetricError {
    /// The query is invalid.
    #[error(transparent)]
    Query(#[from] QueryError),
    /// The caller may not read what the query needs.
    #[error("the caller may not read the measures")]
    Permission(PermissionError),
    /// The database failed.
    #[error(transparent)]
    Db(#[from] DbError),
}

/// The calendar of the organization's queries.
pub fn query_calendar(scope: &Scope) -> Calendar {
    let settings = scope.access().organization().calendar;
    Calendar {
        today: scope.as_of(),
        week_start: settings.week_start.into(),
        fiscal_year_start: settings.fiscal_year_start.into(),
    }
}

/// Proof that the caller may read everything that a query needs.
#[derive(Clone, Copy, Debug)]
pub struct QueryAccess(());

impl QueryAccess {
    /// Checks the permission of each measure and filter.
    pub fn require(scope: &Scope, query: &Query) -> Result<Self, PermissionError> {
        Self::require_all(scope, [query])
    }

    /// Checks the permissions of several queries.
    pub fn require_all<'a>(
        scope: &Scope,
        queries: impl IntoIterator<Item = &'a Query>,
    ) -> Result<Self, PermissionError> {
        for access in queries.into_iter().flat_map(Query::required_access) {
            require_access(scope, access)?;
        }
        Ok(Self(()))
    }
}

/// The permission that an access needs.
pub(super) fn access_permission(access: Access) -> Permission {
    match access {
        Access::Sales => Permission::SalesRead,
        Access::Purchasing => Permission::PurchasingRead,
        Access::Inventory => Permission::InventoryRead,
        Access::Customers => Permission::CustomersRead,
        Access::Market => Permission::MarketRead,
    }
}

/// The permissions that a query needs.
pub fn required_permissions(query: &Query) -> Permissions {
    let needed: Vec<Permission> = query
        .required_access()
        .into_iter()
        .map(access_permission)
        .collect();
    Permissions::from_permissions(&needed)
}

/// Checks the permission that an access needs.
fn require_access(scope: &Scope, access: Access) -> Result<(), PermissionError> {
    match access {
        Access::Sales => scope.require(SalesRead).map(|_| ()),
        Access::Purchasing => scope.require(PurchasingRead).map(|_| ()),
        Access::Inventory => scope.require(InventoryRead).map(|_| ()),
        Access::Customers => scope.require(CustomersRead).map(|_| ()),
        Access::Market => scope.require(MarketRead).map(|_| ()),
    }
}

/// Answers a query from the rows of the tenant.
pub async fn answer_query(
    db: &RolledUpDb,
    query: Query,
    _right: QueryAccess,
) -> Result<Answer, MetricError> {
    let mut plan = Plan::new(query);
    let results = load_results(db, &mut plan).await?;
    Ok(plan.answer(results)?)
}

/// The rows of a plan's statements, from the organization's lines by column if they are there.
async fn load_results(db: &RolledUpDb, plan: &mut Plan) -> Result<Vec<ResultRows>, DbError> {
    if plan.reads_lines()
        && let Some(store) = db.column_store().await
    {
        let shared = plan.clone();
        // Millions of lines take longer than a thread of the server may be kept.
        let computed = tokio::task::spawn_blocking(move || shared.compute(&store)).await;
        if let Ok(Some(results)) = computed {
            return Ok(results);
        }
    }
    let tables = db.metric_tables();
    load_members(&tables, plan).await?;
    let mut results = Vec::new();
    for statement in plan.statements(&tables) {
        results.push(tables.load_rows(&statement).await?);
    }
    Ok(results)
}

/// Tells a plan the members whose names its statements compare.
async fn load_members(tables: &MetricTables<'_>, plan: &mut Plan) -> Result<(), DbError> {
    if plan.has_members() {
        return Ok(());
    }
    let mut members = Vec::new();
    for lookup in plan.lookups(tables) {
        members.push(tables.load_rows(&lookup).await?);
    }
    plan.set_members(&members);
    Ok(())
}

/// A page of the rows behind a figure.
pub(super) async fn list_rows(
    db: &RolledUpDb,
    mut list: RowList,
    _right: QueryAccess,
) -> Result<RowPage, MetricError> {
    let tables = db.metric_tables();
    let totals = load_results(db, list.plan_mut()).await?;
    load_members(&tables, list.plan_mut()).await?;
    let mut rows = Vec::new();
    for statement in list.statements(&tables) {
        rows.push(tables.load_rows(&statement).await?);
    }
    Ok(list.answer(totals, rows)?)
}

/// Why a figure changed.
pub async fn explain_change(
    db: &RolledUpDb,
    mut explanation: Explanation,
    _right: QueryAccess,
) -> Result<ExplainedChange, MetricError> {
    let mut results = Vec::new();
    for plan in explanation.plans_mut() {
        results.push(load_results(db, plan).await?);
    }
    Ok(explanation.answer(results)?)
}

/// All names of a dimension's members.
pub async fn load_member_names(scope: &Scope, dimension: &str) -> Result<Vec<String>, MetricError> {
    match MemberList::new(dimension) {
        Some(list) => list_members(scope, &list, "").await,
        None => Ok(Vec::new()),
    }
}

/// The names of a dimension's members that contain a text.
pub(super) async fn list_members(
    scope: &Scope,
    list: &MemberList,
    text: &str,
) -> Result<Vec<String>, MetricError> {
    require_access(scope, list.access()).map_err(MetricError::Permission)?;
    let db = scope.rollup_db().await?;
    let tables = db.metric_tables();
    let (mut names, mut lines) = (Vec::new(), MembersOfLines::Listed);
    if list.reads_lines()
        && let Some(store) = db.column_store().await
    {
        let list = list.clone();
        let found = tokio::task::spawn_blocking(move || list.find_in_lines(&store)).await;
        if let Ok(found) = found {
            (names, lines) = (found, MembersOfLines::LeftOut);
        }
    }
    if let Some(statement) = list.statement(&tables, lines) {
        let rows = tables.load_rows(&statement).await?;
        names.extend(MemberList::read_names(&rows).map(ToOwned::to_owned));
    }
    Ok(list.search(names, text))
}
