//! Reads exported files of any usual form and turns them into the source tables. No network, no
//! database, no clock: the moment of the import is an argument.

pub mod answers;
mod canceled;
pub mod cell;
mod cell_fault;
mod conversion;
pub mod corrections;
mod evidence;
mod inspection;
mod item_units;
mod layout;
mod lexicon;
mod line_amounts;
mod locations;
mod lone_text;
mod lots;
mod mapping;
mod output;
mod price_columns;
mod price_terms;
mod profile;
mod proposal;
pub mod reading;
pub mod refusal;
pub mod results;
mod row_roles;
mod subtotals;
pub mod tables;
mod unit_evidence;
mod values;
pub mod vocabulary;

pub use cell_fault::CellFault;
pub use inspection::{ImportRequest, InspectError, Inspection, inspect, inspect_with_traces};
pub use item_units::{ItemUnits, KnownItems};
pub use proposal::{
    ProposalQuestion, ProposalQuestionCode, ProposedColumn, ProposedOrigin, SampledTable,
    TableProposal, propose_mapping,
};
