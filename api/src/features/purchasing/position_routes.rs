//! Operations on the season position.

use std::collections::HashSet;

use chrono::{Days, NaiveDate};
use poem_openapi::OpenApi;
use poem_openapi::param::{Path, Query};
use poem_openapi::payload::Json;
use sea_orm::prelude::Uuid;

use super::affected_customers::{self, AffectedCustomers};
use super::drafts::read_draft;
use super::position_list::{DEFAULT_WEEKS, PositionGroup, PositionQuery, SORT_KEYS, WeekRange};
use super::season_position::{MAX_WEEKS, METHOD};
use super::season_position_store::{SeasonPositions, read_customer_names, read_term_names};
use super::wire::affected_customer_types::AffectedCustomersPage;
use super::wire::position_types::{SeasonPositionPage, SeasonPositionTerms};
use crate::auth::permission::{CustomersRead, InventoryRead, PurchasingRead, SalesRead};
use crate::auth::{Proof, Scope, Signed};
use crate::exclusion::{ExclusionReason, Exclusions};
use crate::http::{
    ApiError, Envelope, ErrorDetail, ErrorDetailCode, Meta, Tag, default_page_size, parse_cursor,
    parse_sort,
};
use crate::row_page::{PageBounds, list_names};

/// Stock, arrivals, bookings and forecast by week.
pub struct SeasonPositionApi {
    /// Positions that several pages use.
    pub positions: SeasonPositions,
}

/// Permissions that the position and the plan require.
pub(super) type PositionProofs = (
    Proof<PurchasingRead>,
    Proof<InventoryRead>,
    Proof<SalesRead>,
);

#[OpenApi(tag = "Tag::Purchasing")]
impl SeasonPositionApi {
    /// Get the season position
    ///
    /// Stock, arrivals, bookings, forecast of what is not booked yet, and balance of each item and
    /// location by week, or their sums by item, category or location. The first week starts on
    /// `meta.asOf`.
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
        /// Part of the name or id of an item or supplier, of a category or of a location. Case does
        /// not matter.
        #[oai(validator(max_length = 200))]
        q: Query<Option<String>>,
        /// Only lines that run short within the weeks.
        #[oai(name = "onlyShort", default)]
        only_short: Query<bool>,
        /// `first_short_week`, `shortage_cost`, `item`, `category`, `location` or `supplier`; with a
        /// leading `-`, the largest first. Default: what runs short first, then the largest
        /// shortage.
        #[oai(validator(
            pattern = "^-?(first_short_week|shortage_cost|item|category|location|supplier)$"
        ))]
        sort: Query<Option<String>>,
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
        let rights = require_position(scope)?;
        let available = self
            .positions
            .load_available(scope, (&rights.0, &rights.1, &rights.2))
            .await?;
        let position = available.figures;
        let query = PositionQuery {
            group: group_by.0,
            range: parse_range(from.0, weeks.0, position.as_of)?,
            category: category.0,
            location: location.0,
            search: q.0,
            is_short: only_short.0,
            sort: parse_sort(sort.0.as_deref(), &SORT_KEYS)?,
            bounds: PageBounds {
                start: parse_cursor(cursor.0.as_deref())?.unwrap_or(0),
                limit: limit.0,
            },
        };
        let list = query.apply(&position);
        let exclusions =
            Exclusions::from_count(ExclusionReason::OtherUnit, position.unmatched_lines)
                .with(ExclusionReason::OtherCurrency, position.other_currency_rows);
        let meta = Meta {
            currency: position.currency.clone(),
            n: Some(position.rows.len() as u64),
            as_of: Some(position.as_of),
            data_through: position.data_through,
            is_updating: available.is_updating,
            method: Some(METHOD.to_owned()),
            ..scope.meta()
        }
        .with_exclusions(&exclusions);
        let page = SeasonPositionPage {
            items: list.lines.into_iter().map(Into::into).collect(),
            next_cursor: list.next_cursor,
            total: list.total as u64,
            short_lines: list.short_lines as u64,
            shortage_cost: list.shortage_cost.to_money(),
            categories: list_names(&position.rows, |row| &row.category),
            locations: list_names(&position.rows, |row| &row.location),
            missing: position.missing.clone(),
        };
        Ok(Json(Envelope::with_meta(page, meta)))
    }

    /// Explain a week of the season position
    ///
    /// The purchase orders, bookings and forecast that make the balance of an item at a location in
    /// a week. 404 if the item has no stock row at the location.
    #[oai(
        path = "/api/purchasing/position/week",
        method = "get",
        operation_id = "getSeasonPositionWeek"
    )]
    async fn get_season_position_week(
        &self,
        signed: Signed,
        /// Id of the item.
        #[oai(name = "itemId", default, validator(max_length = 1000))]
        item_id: Query<String>,
        /// The location of the stock.
        #[oai(default, validator(max_length = 1000))]
        location: Query<String>,
        /// A day of the week; by default today.
        day: Query<Option<NaiveDate>>,
    ) -> Result<Json<Envelope<SeasonPositionTerms>>, ApiError> {
        let scope = signed.scope();
        let rights = require_position(scope)?;
        let customers = scope.require(CustomersRead)?;
        let position = self
            .positions
            .load(scope, (&rights.0, &rights.1, &rights.2))
            .await?;
        let week = parse_week(day.0, position.as_of, "day")?;
        let terms = position
            .find_week(&item_id.0, &location.0, week)
            .ok_or_else(ApiError::not_found)?;
        let db = scope.rollup_db().await?;
        let names = read_term_names(&db, &terms, position.as_of, (&rights.0, &customers)).await?;
        let meta = Meta {
            as_of: Some(position.as_of),
            data_through: position.data_through,
            method: Some(METHOD.to_owned()),
            ..scope.meta()
        };
        Ok(Json(Envelope::with_meta(
            SeasonPositionTerms::new(&terms, &names),
            meta,
        )))
    }

    /// List affected customers of an order
    ///
    /// Open bookings that can no longer be met in time, because the supplier of a draft order
    /// delivers later or less than was ordered, or has not answered by the day of delivery. By
    /// delivery week. Compares the season position with that of the order as it was placed.
    #[oai(
        path = "/api/purchasing/drafts/:id/affected-customers",
        method = "get",
        operation_id = "listAffectedCustomers"
    )]
    async fn list_affected_customers(
        &self,
        signed: Signed,
        /// Id of the draft.
        id: Path<Uuid>,
        /// Number of bookings per page.
        #[oai(
            default = "default_page_size",
            validator(minimum(value = "1"), maximum(value = "200"))
        )]
        limit: Query<u32>,
        /// `nextCursor` of the previous page.
        #[oai(validator(max_length = 20))]
        cursor: Query<Option<String>>,
    ) -> Result<Json<Envelope<AffectedCustomersPage>>, ApiError> {
        let scope = signed.scope();
        let rights = require_position(scope)?;
        let customers = scope.require(CustomersRead)?;
        let bounds = PageBounds {
            start: parse_cursor(cursor.0.as_deref())?.unwrap_or(0),
            limit: limit.0,
        };
        let draft = read_draft(&scope.read_db().await?, id.0, &rights.0).await?;
        let position = self
            .positions
            .load(scope, (&rights.0, &rights.1, &rights.2))
            .await?;
        let as_ordered = position.as_ordered.get(&draft.row.id);
        let affected = as_ordered.map(|rows| AffectedCustomers::compare(&position, rows));
        let affected = affected.unwrap_or_default();
        let ordered: HashSet<(&str, &str)> = draft
            .lines
            .iter()
            .map(|line| (line.item_id.as_str(), line.location.as_str()))
            .collect();
        let open_bookings = position
            .count_bookings(|row| ordered.contains(&(row.item_id.as_str(), row.location.as_str())));
        let is_counted = draft.is_counted(position.as_of);
        let page = bounds.cut(affected.bookings.clone());
        let ids = page.items.iter();
        let ids = ids.map(|one| one.booking.customer_id.as_str()).collect();
        let db = scope.rollup_db().await?;
        let names = read_customer_names(&db, ids, &customers).await?;
        let meta = Meta {
            as_of: Some(position.as_of),
            data_through: position.data_through,
            method: Some(affected_customers::METHOD.to_owned()),
            ..scope.meta()
        };
        let content =
            AffectedCustomersPage::new(&affected, page, (open_bookings, is_counted), &names);
        Ok(Json(Envelope::with_meta(content, meta)))
    }
}

pub(super) fn require_position(scope: &Scope) -> Result<PositionProofs, ApiError> {
    Ok((
        scope.require(PurchasingRead)?,
        scope.require(InventoryRead)?,
        scope.require(SalesRead)?,
    ))
}

fn default_weeks() -> u32 {
    DEFAULT_WEEKS
}

/// The weeks from the one that contains `from`; they end half a year from today at the latest.
fn parse_range(
    from: Option<NaiveDate>,
    weeks: u32,
    as_of: NaiveDate,
) -> Result<WeekRange, ApiError> {
    let first = parse_week(from, as_of, "from")?;
    Ok(WeekRange {
        first,
        count: (weeks as usize).min(MAX_WEEKS - first),
    })
}

/// The week that contains a day; by default the first.
fn parse_week(
    day: Option<NaiveDate>,
    as_of: NaiveDate,
    parameter: &str,
) -> Result<usize, ApiError> {
    let days = day.map_or(0, |day| (day - as_of).num_days());
    match usize::try_from(days).map(|days| days / 7) {
        Ok(week) if week < MAX_WEEKS => Ok(week),
        _ => {
            let message = format!("Choose a day from {as_of} on, within {MAX_WEEKS} weeks.");
            let last = as_of + Days::new(7 * MAX_WEEKS as u64 - 1);
            Err(
                ErrorDetail::new(parameter, ErrorDetailCode::DayRange, message)
                    .at_least(as_of)
                    .at_most(last)
                    .into(),
            )
        }
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
