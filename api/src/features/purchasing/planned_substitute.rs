//! What the plan advises to offer to customers for whom an item will be missing.

use chrono::{Days, NaiveDate};
use purchase_planning::SubstituteLine;
use serde::{Deserialize, Serialize};

use super::purchase_plan::{round_to_cents, round_to_days};
use crate::decimal::Decimal4;

/// Another item to offer, at the same location. The terms are in cents and add up.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlannedSubstitute {
    pub item_id: String,
    pub item: String,
    /// Units of the other item that can be spared.
    pub quantity: Decimal4,
    /// Units that are expected to be missing until an order of today arrives.
    pub missing: Decimal4,
    /// Units of the other item that customers are expected to take.
    pub taken: Decimal4,
    /// The day on which an order of today arrives.
    pub arrives_on: NaiveDate,
    /// Cost of as many missing units as customers take of the other item.
    pub saved_here: Decimal4,
    /// Margin by which the other item earns less on them.
    pub lower_margin: Decimal4,
    /// Expected cost that the row of the other item bears.
    pub lost_at_substitute: Decimal4,
    /// `saved_here - lower_margin - lost_at_substitute`
    pub saving: Decimal4,
}

impl PlannedSubstitute {
    /// None if a figure exceeds the range of quantities or amounts.
    pub(super) fn from_line(
        as_of: NaiveDate,
        line: &SubstituteLine,
        item_id: &str,
        item: &str,
    ) -> Option<Self> {
        let units = |scaled: i64| Decimal4::from_scaled(scaled).ok();
        let terms = line.terms;
        let saved_here = round_to_cents(terms.saved_here)?;
        let lower_margin = round_to_cents(terms.lower_margin)?;
        let lost_at_substitute = round_to_cents(terms.lost_at_substitute)?;
        let costs = lower_margin.checked_add(lost_at_substitute).ok()?;
        let days = round_to_days(line.arrives_in_days)?;
        Some(Self {
            item_id: item_id.to_owned(),
            item: item.to_owned(),
            quantity: units(line.quantity_e4)?,
            missing: units(line.missing_e4)?,
            taken: units(line.taken_e4)?,
            arrives_on: as_of.checked_add_days(Days::new(days))?,
            saved_here,
            lower_margin,
            lost_at_substitute,
            saving: saved_here.checked_sub(costs).ok()?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use purchase_planning::SubstituteTerms;

    #[test]
    fn terms_add_up_to_the_cent() {
        let line = SubstituteLine {
            row: 0,
            substitute: 1,
            quantity_e4: 400_000,
            missing_e4: 503_333,
            taken_e4: 250_000,
            arrives_in_days: 13.6,
            terms: SubstituteTerms {
                saved_here: 300.006,
                lower_margin: 20.004,
                lost_at_substitute: 9.996,
            },
        };
        let day = |day| NaiveDate::from_ymd_opt(2026, 3, day).unwrap();
        let planned = PlannedSubstitute::from_line(day(2), &line, "b", "Other").unwrap();
        let read = |text: &str| Decimal4::parse(text).unwrap();
        assert_eq!(
            (
                planned.saved_here,
                planned.lower_margin,
                planned.lost_at_substitute,
                planned.saving
            ),
            (read("300.01"), read("20"), read("10"), read("270.01"))
        );
        assert_eq!(planned.arrives_on, day(16));
        assert_eq!((planned.quantity, planned.taken), (read("40"), read("25")));
        let endless = SubstituteLine {
            quantity_e4: i64::MAX,
            ..line
        };
        let planned = PlannedSubstitute::from_line(day(2), &endless, "b", "Other");
        assert_eq!(planned, None);
    }
}
