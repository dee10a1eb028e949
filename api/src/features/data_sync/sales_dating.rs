//! What the dates of the organization's sales are: its setting, or what the sales themselves show.

use super::DataSync;
use super::wire::{SalesDating, SalesDatingInput};
use crate::auth::Proof;
use crate::auth::permission::{SourcesManage, SyncRead};
use crate::db::{
    Access, AuditAction, DbError, NewAuditEntry, RolledUpDb, SUM_RADIX, TenantDb, TenantSql,
};
use crate::decimal::ExactSum;
use crate::packed_parser::PackedParser;
use chrono::{Days, NaiveDate};
use entities::sales_dating_setting::{ActiveModel, Entity};
use purchase_planning::{DatingEvidence, DatingReason, SaleDelivery};
use sea_orm::{DbErr, FromQueryResult, Set};
use serde_json::json;

/// Days before the newest sale after which a promised line should be delivered.
const OVERDUE_DAYS: u64 = 365;

/// The setting, and what the sales show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SalesDatingReport {
    /// None: the proposal.
    pub setting: Option<SalesDating>,
    /// What the dates probably are.
    pub proposed: SalesDating,
    /// Why.
    pub reason: DatingReason,
    /// The lines behind it.
    pub evidence: DatingEvidence,
}

/// Sales with the same date that were delivered on the same other day, or not yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MovedSales {
    /// The date of the lines.
    pub dated: NaiveDate,
    /// When the goods left.
    pub delivery: SaleDelivery<NaiveDate>,
    /// Number of lines.
    pub lines: u64,
    /// Sales less returns.
    pub quantity: ExactSum,
}

/// The moved sales of an item in a unit at a location.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MovedSeries {
    /// Id of the item.
    pub item_id: String,
    /// Unit of the quantities.
    pub unit: String,
    /// Empty if the lines name no location.
    pub location: String,
    /// In any order.
    pub sales: Vec<MovedSales>,
}

#[derive(FromQueryResult)]
struct MovedRow {
    item_id: String,
    unit: String,
    location: String,
    history: String,
}

const MOVED_SALES_SQL: TenantSql = TenantSql::new(
    r"
        select item_id, unit, location, string_agg(history, '/') as history
        from rollup_sale_delivery
        where tenant_id = $1
        group by item_id, unit, location
    ",
);

#[derive(FromQueryResult)]
struct SaleLinesRow {
    lines: i64,
    newest: Option<NaiveDate>,
}

const SALE_LINES_SQL: TenantSql = TenantSql::new(
    r"
        select cast(coalesce(sum(lines - returned_lines), 0) as bigint) as lines,
          max(day) as newest
        from rollup_line_day
        where tenant_id = $1 and direction = 'sale'
    ",
);

impl MovedSales {
    fn parse_entry(text: &mut PackedParser<'_>) -> Option<Self> {
        let dated = text.parse_day()?;
        text.expect_byte(b' ')?;
        let delivered = text.parse_day()?;
        let lines = u64::try_from(text.parse_next_number()?).ok()?;
        let (high, low) = (text.parse_next_number()?, text.parse_next_number()?);
        Some(Self {
            dated,
            delivery: if Some(delivered) == NaiveDate::from_ymd_opt(9999, 12, 31) {
                SaleDelivery::Outstanding
            } else {
                SaleDelivery::On(delivered)
            },
            lines,
            quantity: ExactSum::from_parts(high, low, SUM_RADIX),
        })
    }
}

impl MovedSeries {
    /// Calls `each` for the series of every item, unit and location with moved sales.
    pub async fn for_each(
        db: &RolledUpDb,
        mut each: impl FnMut(Self) + Send,
    ) -> Result<(), DbError> {
        db.for_each_row::<MovedRow>(MOVED_SALES_SQL, Vec::new(), |row| {
            let sales = parse_moved_sales(&row.history).ok_or_else(|| {
                DbError::Failed(DbErr::Custom(format!(
                    "cannot parse the delivered sales of {}",
                    row.item_id
                )))
            })?;
            each(Self {
                item_id: row.item_id,
                unit: row.unit,
                location: row.location,
                sales,
            });
            Ok(())
        })
        .await
    }
}

fn parse_moved_sales(text: &str) -> Option<Vec<MovedSales>> {
    let mut all = Vec::new();
    PackedParser::parse_entries(text, |text| {
        all.push(MovedSales::parse_entry(text)?);
        Some(())
    })?;
    Some(all)
}

/// What the dates of the sales are: the setting, or else the proposal.
pub async fn read_sales_dating(db: &RolledUpDb) -> Result<SalesDating, DbError> {
    match read_setting(db).await? {
        Some(dating) => Ok(dating),
        None => Ok(read_evidence(db).await?.propose().0.into()),
    }
}

async fn read_report(db: &RolledUpDb) -> Result<SalesDatingReport, DbError> {
    let setting = read_setting(db).await?;
    let evidence = read_evidence(db).await?;
    let (proposed, reason) = evidence.propose();
    Ok(SalesDatingReport {
        setting,
        proposed: proposed.into(),
        reason,
        evidence,
    })
}

async fn read_setting(db: &TenantDb) -> Result<Option<SalesDating>, DbError> {
    let row = db.find::<Entity>().one().await?;
    Ok(row.and_then(|row| SalesDating::from_name(&row.dating)))
}

async fn read_evidence(db: &RolledUpDb) -> Result<DatingEvidence, DbError> {
    let rows = db
        .query_rows::<SaleLinesRow>(SALE_LINES_SQL, Vec::new())
        .await?;
    let Some(SaleLinesRow {
        lines,
        newest: Some(newest),
    }) = rows.into_iter().next()
    else {
        return Ok(DatingEvidence::default());
    };
    let overdue_before = newest
        .checked_sub_days(Days::new(OVERDUE_DAYS))
        .unwrap_or(NaiveDate::MIN);
    let mut evidence = DatingEvidence {
        lines: u64::try_from(lines).unwrap_or_default(),
        ..DatingEvidence::default()
    };
    MovedSeries::for_each(db, |series| {
        for sale in series.sales {
            match sale.delivery {
                SaleDelivery::On(_) => evidence.other_day_lines += sale.lines,
                SaleDelivery::Outstanding if sale.dated < overdue_before => {
                    evidence.overdue_lines += sale.lines;
                }
                SaleDelivery::Outstanding | SaleDelivery::AtOnce => {}
            }
        }
    })
    .await?;
    Ok(evidence)
}

impl DataSync {
    /// The setting, and what the sales show.
    pub(super) async fn read_sales_dating(
        &self,
        access: &Access,
        _permission: &Proof<SyncRead>,
    ) -> Result<SalesDatingReport, DbError> {
        read_report(&self.database.begin_rolled_up_read(access).await?).await
    }

    /// Sets what the dates are; without a dating, the proposal counts. Invalidates all figures.
    pub(super) async fn set_sales_dating(
        &self,
        access: &Access,
        _permission: &Proof<SourcesManage>,
        input: SalesDatingInput,
    ) -> Result<SalesDatingReport, DbError> {
        let report = read_report(&self.database.begin_rolled_up_read(access).await?).await?;
        let db = self.database.begin_write(access).await?;
        // First, because concurrent requests wait here.
        db.increment_data_version().await?;
        let before = read_setting(&db).await?;
        db.delete::<Entity>().exec().await?;
        if let Some(dating) = input.dating {
            db.insert(ActiveModel {
                dating: Set(dating.name().to_owned()),
                ..ActiveModel::default()
            })
            .await?;
        }
        let name = |dating: Option<SalesDating>| json!({ "dating": dating.map(SalesDating::name) });
        let entry = NewAuditEntry::new(AuditAction::SalesDatingUpdated)
            .with_before(&name(before))
            .with_after(&name(input.dating));
        db.append_audit_entry(self.clock.now(), entry).await?;
        db.commit().await?;
        if let Some(authority) = &self.authority {
            authority.clear_lookups();
        }
        Ok(SalesDatingReport {
            setting: input.dating,
            ..report
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decimal::Decimal4;

    #[test]
    fn parses_moved_sales() {
        let day = |text: &str| text.parse::<NaiveDate>().unwrap();
        let sold = |dated, delivery, lines, quantity| MovedSales {
            dated,
            delivery,
            lines,
            quantity: ExactSum::from(Decimal4::parse(quantity).unwrap()),
        };
        assert_eq!(
            parse_moved_sales("2025-12-31 2026-04-09 2 1 -50000/2026-01-05 9999-12-31 1 0 30000"),
            Some(vec![
                sold(
                    day("2025-12-31"),
                    SaleDelivery::On(day("2026-04-09")),
                    2,
                    "995"
                ),
                sold(day("2026-01-05"), SaleDelivery::Outstanding, 1, "3"),
            ])
        );
    }

    #[test]
    fn rejects_malformed_text() {
        for text in [
            "",
            "2025-12-31 2026-04-09",
            "2025-12-31 2026-04-09 2 1",
            "2025-12-31 2026-04-09 -2 0 1",
            "2025-12-31 2026-04-09 2 0 1;",
        ] {
            assert_eq!(parse_moved_sales(text), None, "{text}");
        }
    }
}
