//! What every answer about sales begins with: the right, the rows that there are, the period, and
//! what it is compared with.

use crate::auth::Proof;
use crate::auth::permission::SalesRead;
use crate::db::RolledUpDb;
use crate::features::assistant::desk::Desk;
use crate::features::assistant::facts::{FactId, FactSheet};
use crate::features::assistant::finding::Finding;
use crate::features::assistant::periods::{DateRange as Days, Period};
use crate::features::assistant::registry::{Args, Compare};
use crate::features::purchasing::summary::DateRange;
use crate::features::sales::{SalesExtent, read_sales_extent};
use crate::http::ApiError;
use chrono::NaiveDate;

/// The period that is covered where none was given and the plan set none.
const USUAL: Period = Period::Last12Months;

/// An answer about sales on its way.
pub(in super::super) struct Opening {
    pub(in super::super) db: RolledUpDb,
    pub(in super::super) right: Proof<SalesRead>,
    pub(in super::super) extent: SalesExtent,
    pub(in super::super) period: Period,
    pub(in super::super) days: Days,
    pub(in super::super) dates: DateRange,
    /// The period in words.
    pub(in super::super) words: FactId,
    as_of: NaiveDate,
}

/// An earlier stretch of time.
pub(in super::super) struct Base {
    pub(in super::super) dates: DateRange,
    /// The stretch in words.
    pub(in super::super) words: FactId,
    /// Whether the rows reach back over all of it.
    pub(in super::super) whole: bool,
}

/// Begins an answer; none where there is nothing to answer from, which has been said then.
pub(in super::super) async fn opened(
    desk: &Desk<'_>,
    args: &Args,
    sheet: &mut FactSheet,
    found: &mut Finding,
) -> Result<Option<Opening>, ApiError> {
    let right = desk.require(SalesRead)?;
    let db = desk.rolled_up_db().await?;
    let as_of = desk.as_of();
    let Some(extent) = read_sales_extent(&db, as_of, &right).await? else {
        found.nothing(
            "There is no data on sales yet. Connect a source and run a data sync, then ask again.",
        );
        found.link("Data Sync", "/data-sync");
        return Ok(None);
    };
    let period = args.period.unwrap_or(USUAL);
    let days = period.range(as_of);
    let words = sheet.period("Period", &period.words());
    if days.from > as_of {
        found.nothing(format!(
            "The period {words} has not begun, so there are no sales in it to tell of."
        ));
        return Ok(None);
    }
    Ok(Some(Opening {
        db,
        right,
        extent,
        period,
        days,
        dates: counted(days, as_of),
        words,
        as_of,
    }))
}

impl Opening {
    /// What the period is compared with: the stretch before it, unless the same days a year before
    /// are asked for.
    pub(in super::super) fn base(&self, compare: Option<Compare>, sheet: &mut FactSheet) -> Base {
        let days = match compare {
            Some(Compare::PreviousYear) => self.period.year_before(self.as_of),
            Some(Compare::PreviousPeriod) | None => self.period.previous_range(self.as_of),
        };
        let words = sheet.period("Compared with", &Period::Days(days).words());
        Base {
            dates: counted(days, self.as_of),
            words,
            whole: self.extent.first_day <= days.from,
        }
    }

    /// Owns up to an earlier stretch that the rows reach into only in part.
    pub(in super::super) fn own_up(&self, base: &Base, sheet: &mut FactSheet, found: &mut Finding) {
        if !base.whole {
            let first = sheet.date("First sale on record", self.extent.first_day, Vec::new());
            found.say(format!(
                "The first sale on record is of {first}, so the period compared \
                with is covered in part only."
            ));
        }
    }

    /// Says that nothing was sold, which is a figure too.
    pub(in super::super) fn no_sales(
        &self,
        what: &str,
        sheet: &mut FactSheet,
        found: &mut Finding,
    ) {
        let lines = sheet.count("Sale lines", 0, "sale", "sales", Vec::new());
        let last = sheet.date("Last sale on record", self.extent.last_day, Vec::new());
        found.say(format!(
            "There were {lines}{what} in this period ({}). The last sale on record is of {last}.",
            self.words
        ));
    }
}

/// Days as the rows are counted; what is dated after today does not count.
fn counted(days: Days, as_of: NaiveDate) -> DateRange {
    DateRange {
        after: days.from.pred_opt().unwrap_or(NaiveDate::MIN),
        through: days.to.min(as_of),
    }
}

/// Owns up to amounts in other currencies.
pub(in super::super) fn left_out(excluded: u64, sheet: &mut FactSheet, found: &mut Finding) {
    if excluded > 0 {
        let lines = sheet.count(
            "Sale lines in other currencies",
            excluded,
            "sale line",
            "sale lines",
            Vec::new(),
        );
        found.say(format!("Left out: {lines} in other currencies."));
    }
}
