//! Measures of commodity quotes.

use super::dimensions::{COMMODITY, MARKET, UNIT};
use super::{Access, Aggregate, Condition, Dataset, Field, Formula, Kind, Measure, Split};

const LAST: Formula = Formula::Value(Aggregate::Newest(Field::Price, Condition::Always));
const FIRST: Formula = Formula::Value(Aggregate::Oldest(Field::Price));
const PRICE_SUM: Formula = Formula::Value(Aggregate::Sum(Field::Price, Condition::Always));
const QUOTES: Formula = Formula::Value(Aggregate::Count(Condition::Always));

const fn quote(
    id: &'static str,
    label: &'static str,
    texts: [&'static str; 2],
    formula: Formula,
) -> Measure {
    Measure::new(id, label, Kind::Number, texts, formula)
        .split_by(Split::Quote)
        .readable_with(&[Access::Market])
}

pub(super) const PRICES: Dataset = Dataset {
    id: "prices",
    label: "Commodity prices",
    has_days: true,
    dimensions: &[&COMMODITY, &MARKET, &UNIT],
    measures: &[
        quote(
            "last_quote",
            "Last quote",
            ["The newest quote.", "price of the last day"],
            LAST,
        ),
        quote(
            "avg_quote",
            "Average quote",
            ["Mean of the quotes.", "sum of prices / number of quotes"],
            Formula::Ratio(&PRICE_SUM, &QUOTES),
        ),
        Measure {
            kind: Kind::Percent,
            ..quote(
                "change_percent",
                "Price change",
                [
                    "Change from the oldest to the newest quote.",
                    "100 x (last quote - first quote) / first quote",
                ],
                Formula::Percent(&Formula::Minus(&LAST, &FIRST), &FIRST),
            )
        },
        quote(
            "low",
            "Low",
            ["The lowest quote.", "minimum of prices"],
            Formula::Value(Aggregate::Min(Field::Price, Condition::Always)),
        ),
        quote(
            "high",
            "High",
            ["The highest quote.", "maximum of prices"],
            Formula::Value(Aggregate::Max(Field::Price, Condition::Always)),
        ),
        quote(
            "volume",
            "Volume",
            ["Traded volume.", "sum of volumes"],
            Formula::Value(Aggregate::Sum(Field::Volume, Condition::Always)),
        )
        .additive(),
    ],
};
