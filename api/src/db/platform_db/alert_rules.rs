//! Alert rules that are due, across organizations.

use super::{PlatformDb, suspended_organization_ids};
use crate::db::{Access, DbError};
use chrono::{DateTime, Utc};
use entities::{alert_rule, organization, sync_run};
use sea_orm::sea_query::{Expr, ExprTrait as _, Query};
use sea_orm::{
    ColumnTrait, Condition, EntityTrait, QueryFilter, QueryOrder, QuerySelect, QueryTrait,
};

/// An alert rule that is due.
#[derive(Clone, Debug)]
pub struct DueAlertRule {
    /// Access to the organization for the server.
    pub access: Access,
    /// The rule.
    pub rule: alert_rule::Model,
}

impl PlatformDb {
    /// The alert rules that are due, longest overdue first, at most `limit`: those whose time has
    /// come and whose organization has rows that they have not seen. Rules of the kinds `unversioned`
    /// need no new rows. An organization with a sync in progress waits.
    pub async fn list_due_alert_rules(
        &self,
        now: DateTime<Utc>,
        unversioned: &[&str],
        limit: u64,
    ) -> Result<Vec<DueAlertRule>, DbError> {
        let changed = Query::select()
            .expr(Expr::val(1))
            .from(organization::Entity)
            .and_where(
                Expr::col((organization::Entity, organization::Column::Id))
                    .equals((alert_rule::Entity, alert_rule::Column::TenantId)),
            )
            .and_where(
                Expr::col((organization::Entity, organization::Column::DataVersion)).ne(Expr::col(
                    (alert_rule::Entity, alert_rule::Column::EvaluatedVersion),
                )),
            )
            .to_owned();
        let news = Condition::any()
            .add(alert_rule::Column::EvaluatedVersion.is_null())
            .add(alert_rule::Column::Kind.is_in(unversioned.iter().copied()))
            .add(Expr::exists(changed));
        let syncing = sync_run::Entity::find()
            .select_only()
            .column(sync_run::Column::TenantId)
            .filter(sync_run::Column::State.is_in(["queued", "running"]))
            .into_query();
        let due = alert_rule::Entity::find()
            .filter(alert_rule::Column::DueAt.lte(now))
            .filter(news)
            .filter(alert_rule::Column::TenantId.not_in_subquery(syncing))
            .filter(alert_rule::Column::TenantId.not_in_subquery(suspended_organization_ids()))
            .order_by_asc(alert_rule::Column::DueAt)
            .limit(limit)
            .all(&self.connection)
            .await?;
        let owners = self
            .load_server_access(due.iter().map(|rule| rule.tenant_id))
            .await?;
        let due = due.into_iter().filter_map(|rule| {
            Some(DueAlertRule {
                access: owners.get(&rule.tenant_id)?.clone(),
                rule,
            })
        });
        Ok(due.collect())
    }
}
