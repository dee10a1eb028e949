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
mod said;
mod source;
mod yields;

pub use books::{Books, Line, Profile, Quote, Stock};
pub use figure::{Compared, Figure, Figures, Told, compare};
pub use said::{Drafted, Harvest, Said, SaidOfStock};
pub use source::{SourceError, SourceNames, Unread};

use chrono::NaiveDate;

/// All figures as of a day.
pub fn figures(books: &Books, said: &Said, as_of: NaiveDate) -> Figures {
    let currency = books.currency(said.currency.as_deref());
    let mut told = Figures::default();
    books.rows(&mut told);
    cards::tell(books, currency.as_deref(), as_of, &mut told);
    orders::tell(books, said, currency.as_deref(), as_of, &mut told);
    let prices = prices::tell(books, currency.as_deref(), as_of, &mut told);
    yields::tell(books, said, &mut told);
    customers::tell(books, currency.as_deref(), &prices, as_of, &mut told);
    market::tell(books, as_of, &mut told);
    told
}
