//! Proposes mappings for tables of a source whose names are not Sprout's.

use super::check::read_sample_rows;
use super::connectors::SourceContents;
use imports::answers::Answers;
use imports::{SampledTable, TableProposal, propose_mapping};
use sources::{Layouts, SourceTable, TablePresence, TableSample, Warehouse};
use std::time::Duration;

/// A test does not wait longer for samples. Tables that were not reached are not proposed.
const SAMPLING_TIMEOUT: Duration = Duration::from_secs(15);
/// Tables of the source that are proposed for one of Sprout's.
const MAX_PROPOSALS_PER_TABLE: usize = 3;
/// A table is proposed beside the best one if it fits this well, compared to it.
const RIVAL_SHARE: f64 = 0.8;

/// A table of the source and how it can be read.
#[derive(Debug)]
pub(super) struct ProposedTable {
    /// Name in the source.
    pub(super) source_name: String,
    pub(super) proposal: TableProposal,
}

/// Proposes tables of the source for those of Sprout's that it lacks or that cannot be read. The best
/// come first.
pub(super) async fn propose_tables(
    warehouse: &dyn Warehouse,
    contents: &SourceContents,
    layouts: &Layouts,
    answers: &Answers,
) -> Vec<ProposedTable> {
    let is_wanted = |found: &&TablePresence| found.files == 0 || found.problem.is_some();
    let wanted: Vec<SourceTable> = contents
        .tables
        .iter()
        .filter(is_wanted)
        .map(|found| found.table)
        .collect();
    let unread = contents
        .tables
        .iter()
        .filter(|found| found.problem.is_some());
    let names = unread
        .map(|found| layouts.for_table(found.table).table_name().to_owned())
        .chain(contents.other_tables.iter().cloned());
    let mut proposed = Vec::new();
    let sampling = async {
        for name in names {
            // A table that cannot be read is not one to propose.
            if let Ok(Some(sample)) = warehouse.sample_table(&name).await
                && let Some(proposal) = propose_table(&name, &sample, answers)
            {
                proposed.push(ProposedTable {
                    source_name: name,
                    proposal,
                });
            }
        }
    };
    if tokio::time::timeout(SAMPLING_TIMEOUT, sampling)
        .await
        .is_err()
    {
        tracing::info!("a source has more tables than a test can sample");
    }
    wanted
        .into_iter()
        .flat_map(|table| choose_best(&mut proposed, table))
        .collect()
}

fn propose_table(name: &str, sample: &TableSample, answers: &Answers) -> Option<TableProposal> {
    let rows = sample
        .rows
        .as_ref()
        .map(|rows| read_sample_rows(rows, sample.columns.len()))
        .unwrap_or_default();
    let sampled = SampledTable {
        name,
        columns: &sample.columns,
        rows: &rows,
    };
    propose_mapping(&sampled, answers)
}

/// Takes the proposals for a table that are nearly as good as the best one.
fn choose_best(proposed: &mut Vec<ProposedTable>, table: SourceTable) -> Vec<ProposedTable> {
    let mut found: Vec<ProposedTable> = proposed
        .extract_if(.., |one| one.proposal.table == table.id())
        .collect();
    found.sort_by(|one, other| {
        let by_confidence = other
            .proposal
            .confidence
            .total_cmp(&one.proposal.confidence);
        by_confidence.then_with(|| one.source_name.cmp(&other.source_name))
    });
    let best = found.first().map_or(0.0, |one| one.proposal.confidence);
    found.retain(|one| one.proposal.confidence >= best * RIVAL_SHARE);
    found.truncate(MAX_PROPOSALS_PER_TABLE);
    found
}
