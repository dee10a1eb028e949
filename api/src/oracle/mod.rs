//! Every figure of the screens a second time, from the source's files alone: own reading, own sums, own definitions, over all lines.
//!
//! Nothing here is shared with the rooms whose figures it judges: it stands below them and cannot import them, and it rounds, adds and compares prices itself.
//! Borrowed are the fits alone, where a second implementation would be the same published formula once more: the likelihood of BG/NBD with its expected
//! number of events (`stats::bg_nbd`), that of the Gamma-Gamma model (`stats::gamma_gamma`), and the quantile of Student's t for the range of savings.

mod amounts;
mod books;
mod cards;
mod customers;
mod figure;
mod geks;
mod market;
mod month;
mod orders;
mod outlook;
mod prices;
mod source;
mod yields;

pub use books::{Books, Line, Profile, Quote, Stock};
pub use figure::{Compared, Figure, Figures, Told, compare};
pub use source::{SourceError, SourceNames, Unread};

use chrono::NaiveDate;

/// All figures as of a day. `chosen` is the currency that the organization has set, if any.
pub fn figures(books: &Books, chosen: Option<&str>, as_of: NaiveDate) -> Figures {
    let currency = books.currency(chosen);
    let mut told = Figures::default();
    books.rows(&mut told);
    cards::tell(books, currency.as_deref(), as_of, &mut told);
    orders::tell(books, currency.as_deref(), as_of, &mut told);
    let prices = prices::tell(books, currency.as_deref(), as_of, &mut told);
    yields::tell(books, &mut told);
    customers::tell(books, currency.as_deref(), &prices, as_of, &mut told);
    market::tell(books, as_of, &mut told);
    told
}
