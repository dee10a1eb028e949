//! Overviews of organizations for operators, from stored counts. No source rows are read.

use super::{PlatformDb, to_organization};
use crate::db::tenant_limits::{UsageLimits, month_in_zone};
use crate::db::{DbError, Organization};
use crate::ids::TenantId;
use chrono::{DateTime, Utc};
use entities::{assistant_usage, membership, organization, sync_run, table_sync_state};
use sea_orm::prelude::Uuid;
use sea_orm::sea_query::{Expr, Func, LikeExpr};
use sea_orm::{
    ColumnTrait, Condition, ConnectionTrait, EntityTrait, ExprTrait, QueryFilter, QueryOrder,
    QuerySelect, Statement,
};
use std::collections::HashMap;

/// An organization and its usage.
#[derive(Clone, Debug)]
pub struct TenantOverview {
    /// The organization, including its suspension.
    pub organization: Organization,
    /// When it was registered.
    pub created_at: DateTime<Utc>,
    /// Its limits.
    pub limits: UsageLimits,
    /// The number of members.
    pub members: u64,
    /// The number of rows in its source tables at their last syncs.
    pub rows: u64,
    /// The number of questions to Sprout AI in the current month of its time zone.
    pub questions: u64,
    /// The last successful sync of a table. `None` before the first.
    pub synced_at: Option<DateTime<Utc>>,
    /// The last successful syncs of its tables.
    pub tables: Vec<table_sync_state::Model>,
    /// The last sync run, if there is one.
    pub last_run: Option<sync_run::Model>,
}

impl PlatformDb {
    /// Organizations whose name contains `named`, newest first, optionally after an id.
    pub async fn list_tenants(
        &self,
        named: Option<&str>,
        behind: Option<Uuid>,
        limit: u64,
        now: DateTime<Utc>,
    ) -> Result<Vec<TenantOverview>, DbError> {
        let named = named.map(|text| {
            Expr::expr(Func::lower(Expr::col(organization::Column::Name)))
                .like(contains_pattern(text))
        });
        let asked = Condition::all()
            .add_option(behind.map(|id| organization::Column::Id.lt(id)))
            .add_option(named);
        let found = organization::Entity::find()
            .filter(asked)
            .order_by_desc(organization::Column::Id)
            .limit(limit)
            .all(&self.connection)
            .await?;
        self.load_overviews(found, now).await
    }

    /// An organization.
    pub async fn find_tenant(
        &self,
        id: TenantId,
        now: DateTime<Utc>,
    ) -> Result<Option<TenantOverview>, DbError> {
        let found = organization::Entity::find_by_id(id.0)
            .all(&self.connection)
            .await?;
        Ok(self.load_overviews(found, now).await?.pop())
    }

    async fn load_overviews(
        &self,
        found: Vec<organization::Model>,
        now: DateTime<Utc>,
    ) -> Result<Vec<TenantOverview>, DbError> {
        if found.is_empty() {
            return Ok(Vec::new());
        }
        let ids: Vec<Uuid> = found.iter().map(|row| row.id).collect();
        let mut people = self.count_members(&ids).await?;
        let tables = table_sync_state::Entity::find()
            .filter(table_sync_state::Column::TenantId.is_in(ids.clone()))
            .all(&self.connection)
            .await?;
        let uses = assistant_usage::Entity::find()
            .filter(assistant_usage::Column::TenantId.is_in(ids.clone()));
        let months = found
            .iter()
            .map(|row| month_in_zone(now, to_organization(row.clone()).time_zone));
        let uses = uses
            .filter(assistant_usage::Column::Month.is_in(months))
            .all(&self.connection)
            .await?;
        let mut runs = self.load_last_runs(&ids).await?;
        Ok(found
            .into_iter()
            .map(|row| {
                let (created_at, plan, id) = (row.created_at, UsageLimits::from_row(&row), row.id);
                let organization = to_organization(row);
                let month = month_in_zone(now, organization.time_zone);
                let own = || tables.iter().filter(|table| table.tenant_id == id);
                let this_month = uses
                    .iter()
                    .find(|one| one.tenant_id == id && one.month == month);
                TenantOverview {
                    created_at,
                    limits: plan,
                    members: people.remove(&id).unwrap_or_default(),
                    rows: own().map(|table| table.live_rows.unsigned_abs()).sum(),
                    questions: this_month.map_or(0, |one| one.questions.unsigned_abs()),
                    synced_at: own().map(|table| table.synced_at).max(),
                    tables: own().cloned().collect(),
                    last_run: runs.remove(&id),
                    organization,
                }
            })
            .collect())
    }

    async fn count_members(&self, ids: &[Uuid]) -> Result<HashMap<Uuid, u64>, DbError> {
        let counted = membership::Entity::find()
            .filter(membership::Column::TenantId.is_in(ids.to_vec()))
            .select_only();
        let counted = counted
            .column(membership::Column::TenantId)
            .column_as(membership::Column::PersonId.count(), "people");
        let counted: Vec<(Uuid, i64)> = counted
            .group_by(membership::Column::TenantId)
            .into_tuple()
            .all(&self.connection)
            .await?;
        Ok(counted
            .into_iter()
            .map(|(id, people)| (id, people.unsigned_abs()))
            .collect())
    }

    /// One index lookup per organization, however many runs it has.
    async fn load_last_runs(
        &self,
        ids: &[Uuid],
    ) -> Result<HashMap<Uuid, sync_run::Model>, DbError> {
        let positions: Vec<String> = (1..=ids.len()).map(|place| format!("${place}")).collect();
        let sql = format!(
            r"
                select r.*
                from organization o
                join sync_run r on r.tenant_id = o.id
                  and r.id = (
                      select n.id
                      from sync_run n
                      where n.tenant_id = o.id
                      order by n.id desc
                      limit 1
                    )
                where o.id in ({})
            ",
            positions.join(", ")
        );
        let statement = Statement::from_sql_and_values(
            self.connection.get_database_backend(),
            sql,
            ids.iter().map(|id| (*id).into()),
        );
        let found = sync_run::Entity::find()
            .from_raw_sql(statement)
            .all(&self.connection)
            .await?;
        Ok(found.into_iter().map(|run| (run.tenant_id, run)).collect())
    }
}

/// A pattern that matches the text literally, anywhere.
fn contains_pattern(text: &str) -> LikeExpr {
    let mut pattern = String::with_capacity(text.len() + 2);
    pattern.push('%');
    for character in text.trim().to_lowercase().chars() {
        if matches!(character, '%' | '_' | '\\') {
            pattern.push('\\');
        }
        pattern.push(character);
    }
    pattern.push('%');
    LikeExpr::new(pattern).escape('\\')
}
