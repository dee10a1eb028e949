//! Operation on the season position.

use std::sync::Arc;

use chrono::NaiveDate;
use poem_openapi::OpenApi;
use poem_openapi::param::Query;
use poem_openapi::payload::Json;

use super::purchasing_settings::read_edition;
use super::season_position::{
    MAX_WEEKS, METHOD, PositionGroup, SeasonPosition, WeekRange, group_position,
};
use super::season_position_store::read_season_position;
use super::wire::position_types::SeasonPositionPage;
use crate::auth::Signed;
use crate::auth::permission::{InventoryRead, PurchasingRead, SalesRead};
use crate::cache::FigureCache;
use crate::exclusion::{ExclusionReason, Exclusions};
use crate::http::{ApiError, Envelope, ErrorDetail, Meta, Tag, default_page_size, parse_cursor};

/// Stock, arrivals, bookings and forecast by week.
pub struct SeasonPositionApi {
    /// Positions that several pages use.
    pub positions: FigureCache<SeasonPosition>,
}

#[OpenApi(tag = "Tag::Purchasing")]
impl SeasonPositionApi {
    /// Get the season position
    ///
    /// Stock, arrivals, bookings, forecast of what is not booked yet, and balance of each item and
    /// location by week, or their sums by category or location. The first week starts today.
    #[oai(
        path = "/api/purchasing/position",
        method = "get",
        operation_id = "getSeasonPosition"
    )]
    #[expect(clippy::too_many_arguments, reason = "one per query parameter")]
    async fn get_season_position(
        &self,
        signed: Signed,
        /// First day. The range starts with the week that contains it; by default today.
        from: Query<Option<NaiveDate>>,
        /// Number of weeks.
        #[oai(
            default = "default_weeks",
            validator(minimum(value = "1"), maximum(value = "26"))
        )]
        weeks: Query<u32>,
        /// What a line sums up.
        #[oai(name = "groupBy", default)]
        group_by: Query<PositionGroup>,
        /// Only this category.
        #[oai(validator(max_length = 1000))]
        category: Query<Option<String>>,
        /// Only this location.
        #[oai(validator(max_length = 1000))]
        location: Query<Option<String>>,
        /// Number of lines per page.
        #[oai(
            default = "default_page_size",
            validator(minimum(value = "1"), maximum(value = "200"))
        )]
        limit: Query<u32>,
        /// `nextCursor` of the previous page.
        #[oai(validator(max_length = 20))]
        cursor: Query<Option<String>>,
    ) -> Result<Json<Envelope<SeasonPositionPage>>, ApiError> {
        let scope = signed.scope();
        let (right, stock, sales) = (
            scope.require(PurchasingRead)?,
            scope.require(InventoryRead)?,
            scope.require(SalesRead)?,
        );
        let as_of = scope.as_of();
        let range = parse_range(from.0, weeks.0, as_of)?;
        let skip: usize = parse_cursor(cursor.0.as_deref())?.unwrap_or(0);
        let compute = || {
            Box::pin(async {
                let db = scope.rollup_db().await?;
                read_season_position(&db, as_of, (&right, &stock, &sales)).await
            })
        };
        let mut position = self
            .positions
            .get_or_compute(scope, as_of, compute())
            .await?;
        // The location mapping is part of no data version.
        if position.edition != read_edition(&scope.read_db().await?).await? {
            position = Arc::new(compute().await?);
        }
        let lines = group_position(&position, group_by.0, range, |row| {
            category
                .0
                .as_ref()
                .is_none_or(|wanted| *wanted == row.category)
                && location
                    .0
                    .as_ref()
                    .is_none_or(|wanted| *wanted == row.location)
        });
        let end = skip.saturating_add(limit.0 as usize);
        let meta = Meta {
            currency: position.currency.clone(),
            n: Some(lines.len() as u64),
            method: Some(METHOD.to_owned()),
            ..scope.meta()
        }
        .with_exclusions(&Exclusions::from_count(
            ExclusionReason::OtherUnit,
            position.unmatched_lines,
        ));
        let page = SeasonPositionPage {
            next_cursor: (end < lines.len()).then(|| end.to_string()),
            items: lines
                .into_iter()
                .skip(skip)
                .take(limit.0 as usize)
                .map(Into::into)
                .collect(),
            missing: position.missing.clone(),
        };
        Ok(Json(Envelope::with_meta(page, meta)))
    }
}

fn default_weeks() -> u32 {
    13
}

/// The weeks from the one that contains `from`; they end half a year from today at the latest.
fn parse_range(
    from: Option<NaiveDate>,
    weeks: u32,
    as_of: NaiveDate,
) -> Result<WeekRange, ApiError> {
    let days = from.map_or(0, |from| (from - as_of).num_days());
    let first = usize::try_from(days).map(|days| days / 7);
    match first {
        Ok(first) if first < MAX_WEEKS => Ok(WeekRange {
            first,
            count: (weeks as usize).min(MAX_WEEKS - first),
        }),
        _ => Err(ApiError::invalid_values(vec![ErrorDetail {
            path: "from".to_owned(),
            message: format!("Choose a day from {as_of} on, within {MAX_WEEKS} weeks."),
        }])),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn range_starts_with_the_week_of_its_first_day() {
        let day = |day: u32| NaiveDate::from_ymd_opt(2026, 3, day).unwrap();
        let range = |from, weeks| parse_range(from, weeks, day(2)).ok();
        assert_eq!(
            range(None, 13),
            Some(WeekRange {
                first: 0,
                count: 13
            })
        );
        assert_eq!(
            range(Some(day(15)), 4),
            Some(WeekRange { first: 1, count: 4 })
        );
        assert_eq!(
            range(Some(day(23)), 26),
            Some(WeekRange {
                first: 3,
                count: 23
            })
        );
        assert_eq!(range(Some(day(1)), 4), None);
        assert_eq!(range(NaiveDate::from_ymd_opt(2026, 9, 1), 4), None);
    }
}
