//! Every figure of the screens a second time, from the source's files alone: own reading, own sums,
//! own definitions, over all lines.
//!
//! Nothing here is shared with the rooms whose figures it judges: it stands below them and cannot
//! import them, and it rounds, adds and compares prices itself. Borrowed are the fits alone, where
//! a second implementation would be the same published formula once more: the likelihood of BG/NBD
//! with its expected number of events (`stats::bg_nbd`), that of the Gamma-Gamma model
//! (`stats::gamma_gamma`), the quantile of the negative binomial for reorder points
//! (`stats::negative_binomial`), and that of Student's t for the range of savings.

mod amounts;
mod cards;
mod customers;
mod dataset;
mod figure;
mod geks;
mod market;
mod month;
mod orders;
mod outlook;
mod prices;
mod settings;
mod source_folder;
mod yields;

pub use dataset::{CustomerRecord, Dataset, OrderLine, PriceQuote, StockRow};
pub use figure::{Figure, FigureComparison, FigureValue, Figures, compare_figures};
pub use settings::{DraftLine, Harvest, OrgSettings, StockOverride};
pub use source_folder::{SourceError, SourceNames, UnreadRows};

use chrono::NaiveDate;

/// All figures as of a day.
pub fn compute_figures(books: &Dataset, said: &OrgSettings, as_of: NaiveDate) -> Figures {
    let currency = books.choose_currency(said.currency.as_deref());
    let mut told = Figures::default();
    books.report_row_counts(&mut told);
    cards::report_cards(books, currency.as_deref(), as_of, &mut told);
    orders::report_orders(books, said, currency.as_deref(), as_of, &mut told);
    let prices = prices::report_prices(books, currency.as_deref(), as_of, &mut told);
    yields::report_yields(books, said, &mut told);
    customers::report_customers(books, currency.as_deref(), &prices, as_of, &mut told);
    market::report_market(books, as_of, &mut told);
    told
}
