//! What every answer over HTTP has in common: one envelope, one error body, one set of headers.

mod allow;
mod answer;
mod body_limit;
mod csv;
mod envelope;
mod error;
mod exact_text;
mod failures;
mod file_answer;
mod paging;
mod path_template;
mod request_id;
mod security_headers;
mod spa;
mod tag;
mod told_path;

pub use allow::AllowedMethods;
pub use answer::{Answer, KeptAnswer, has_already};
pub use body_limit::BodyLimit;
pub use csv::csv_line;
pub use envelope::{Done, Envelope, Meta};
pub use error::{ApiError, Detail, Failure, Suspicion};
pub use exact_text::{ExactText, HoldToText};
pub use failures::{Refused, panic_answer, refuse, shape_failure};
pub use file_answer::FileAnswer;
pub use paging::{id_behind, page_size};
pub use path_template::PathTemplate;
pub use request_id::{RequestId, RequestIds};
pub use security_headers::{SecurityHeaders, policy_of_page};
pub use spa::Spa;
pub use tag::Tag;
pub use told_path::told_path;
