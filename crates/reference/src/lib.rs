//! Independent reference implementation: computes every figure of the UI from the source files
//! alone, with its own parsing, sums and definitions, over all lines.
//!
//! It shares no code with the features that it verifies: it does not depend on them, and it
//! rounds, sums and compares prices itself. From `estimators` it uses only the fits of BG/NBD
//! (`estimators::bg_nbd`) and Gamma-Gamma (`estimators::gamma_gamma`) and the quantile of the
//! negative binomial distribution (`estimators::negative_binomial`), where a second implementation
//! would repeat the same published formula. Student's t of forecasts is its closed form, that of
//! savings comes from the `statrs` crate.

mod amounts;
mod cards;
mod customers;
mod dataset;
mod figure;
mod figure_day;
mod geks;
mod market;
mod month;
mod orders;
mod outlook;
mod position;
mod prices;
mod settings;
mod source_folder;
mod substitutes;
mod unusual_prices;
mod yields;

pub use dataset::{CustomerRecord, Dataset, OrderLine, PriceQuote, StockRow};
pub use figure::{Figure, FigureComparison, FigureValue, Figures, compare_figures};
pub use settings::{
    ConfirmedPrice, DraftLine, Harvest, OfferedSubstitute, OrgSettings, PlannedOrder, PlannedRow,
    PositionRow, PositionWeek, StockOverride,
};
pub use source_folder::{SourceColumn, SourceError, SourceNames, UnreadRows};

use chrono::NaiveDate;

/// All figures as they are on a day: those over order lines are for an earlier one if newer lines are
/// missing.
pub fn compute_figures(dataset: &Dataset, settings: &OrgSettings, today: NaiveDate) -> Figures {
    let as_of = figure_day::choose_figure_day(dataset, today);
    let settings = &settings.with_drafts_counting_on(as_of);
    let currency = dataset.choose_currency(settings.currency.as_deref());
    let mut figures = Figures::default();
    dataset.report_row_counts(&mut figures);
    cards::report_cards(dataset, currency.as_deref(), as_of, &mut figures);
    orders::report_orders(dataset, settings, currency.as_deref(), as_of, &mut figures);
    position::report_position(dataset, settings, &mut figures);
    substitutes::report_substitutes(dataset, settings, &mut figures);
    let unusual =
        unusual_prices::find_unusual_prices(dataset, currency.as_deref(), settings, as_of);
    let prices = prices::report_prices(dataset, currency.as_deref(), &unusual, as_of, &mut figures);
    yields::report_yields(dataset, settings, &mut figures);
    customers::report_customers(
        dataset,
        currency.as_deref(),
        (&prices, &unusual),
        as_of,
        &mut figures,
    );
    market::report_market(dataset, today, &mut figures);
    figures
}
