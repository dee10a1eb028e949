//! Reads natural-language questions as metric queries, without a language model: the same question
//! on the same names always has the same reading.
//!
//! 1. [`MemberCatalog`] indexes the organization's names.
//! 2. [`read_question`] splits the question into parts by the lexicon, the names and the calendar,
//!    collects what they say, and chooses a query of the catalogue of [`metrics`].
//! 3. The outcome names the parts that are not used and what was assumed.

mod lexicon;
mod measure_choice;
mod members;
mod name_tokens;
mod parts;
mod periods;
mod plan;
mod query_builder;
mod query_parts;
mod question;
mod sketch;
mod spelling;
mod words;

pub use members::{MemberCatalog, NAMED_DIMENSIONS};
pub use name_tokens::NameTokens;
pub use plan::{Explanation, Outcome, Reading};
pub use query_parts::{QueryPart, QueryPartKind};
pub use question::{Binding, BindingState, Interpretation, read_question, unused_by_call};
pub use sketch::Direction;
pub use spelling::is_common_word;
