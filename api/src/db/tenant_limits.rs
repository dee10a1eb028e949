//! Limits and suspensions that operators set for an organization, read when they are enforced.

use super::{DbError, TenantDb};
use crate::ids::TenantId;
use chrono::{DateTime, Utc};
use chrono_tz::Tz;
use entities::{assistant_usage, organization};
use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, DatabaseTransaction, EntityTrait, ExprTrait, QueryFilter, Set};

/// The suspension of an organization.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Suspension {
    /// When it started.
    pub since: DateTime<Utc>,
    /// The reason, shown to members.
    pub reason: String,
}

/// The usage limits of an organization. `None` means no limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct UsageLimits {
    /// Members.
    pub max_members: Option<u64>,
    /// Rows of the source tables together.
    pub max_rows: Option<u64>,
    /// Questions to Sprout AI in a calendar month of the organization's time zone.
    pub max_monthly_questions: Option<u64>,
}

impl Suspension {
    pub(in crate::db) fn from_row(row: &organization::Model) -> Option<Self> {
        row.suspended_at.map(|since| Self {
            since,
            reason: row.suspended_reason.clone().unwrap_or_default(),
        })
    }
}

impl UsageLimits {
    pub(in crate::db) fn from_row(row: &organization::Model) -> Self {
        let limit = |most: Option<i64>| most.map(|most| u64::try_from(most).unwrap_or(0));
        Self {
            max_members: limit(row.max_members),
            max_rows: limit(row.max_rows),
            max_monthly_questions: limit(row.max_monthly_questions),
        }
    }
}

/// The calendar month of an instant in the zone, which questions count towards.
pub fn month_in_zone(at: DateTime<Utc>, zone: Tz) -> String {
    at.with_timezone(&zone).format("%Y-%m").to_string()
}

async fn load_organization(
    transaction: &DatabaseTransaction,
    tenant: TenantId,
) -> Result<Option<organization::Model>, DbError> {
    Ok(organization::Entity::find_by_id(tenant.0)
        .one(transaction)
        .await?)
}

impl TenantDb {
    /// The current limits of the organization.
    pub async fn load_limits(&self) -> Result<UsageLimits, DbError> {
        Ok(load_organization(self.raw_transaction(), self.tenant())
            .await?
            .map_or_else(UsageLimits::default, |row| UsageLimits::from_row(&row)))
    }

    /// The current suspension of the organization.
    pub async fn load_suspension(&self) -> Result<Option<Suspension>, DbError> {
        Ok(load_organization(self.raw_transaction(), self.tenant())
            .await?
            .as_ref()
            .and_then(Suspension::from_row))
    }

    /// Counts a question in the month unless `most` is reached, and returns whether it was counted.
    /// Correct for concurrent requests.
    pub async fn consume_question(&self, month: &str, most: Option<u64>) -> Result<bool, DbError> {
        if most == Some(0) {
            return Ok(false);
        }
        let first = assistant_usage::ActiveModel {
            month: Set(month.to_owned()),
            questions: Set(1),
            ..Default::default()
        };
        if self.increment_questions(month, most).await? || self.insert_if_absent(first).await? {
            return Ok(true);
        }
        // Another request created the month's row at the same time.
        self.increment_questions(month, most).await
    }

    async fn increment_questions(&self, month: &str, most: Option<u64>) -> Result<bool, DbError> {
        let mut of_month = self
            .update::<assistant_usage::Entity>()
            .increment(assistant_usage::Column::Questions)
            .filter(assistant_usage::Column::Month.eq(month));
        if let Some(most) = most {
            of_month = of_month.filter(
                assistant_usage::Column::Questions.lt(i64::try_from(most).unwrap_or(i64::MAX)),
            );
        }
        Ok(of_month.exec().await? == 1)
    }

    /// Uncounts a question that could not be answered.
    pub async fn refund_question(&self, month: &str) -> Result<(), DbError> {
        let less = assistant_usage::Entity::update_many()
            .col_expr(
                assistant_usage::Column::Questions,
                Expr::col(assistant_usage::Column::Questions).sub(1),
            )
            .filter(assistant_usage::Column::TenantId.eq(self.tenant().0))
            .filter(assistant_usage::Column::Month.eq(month))
            .filter(assistant_usage::Column::Questions.gt(0));
        less.exec(self.raw_transaction()).await?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_months_in_the_time_zone() {
        let at = "2026-07-01T04:30:00Z".parse().unwrap();
        assert_eq!(month_in_zone(at, chrono_tz::America::Chicago), "2026-06");
        assert_eq!(month_in_zone(at, chrono_tz::UTC), "2026-07");
    }
}
