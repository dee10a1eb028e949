//! Counts the runs of this process for Prometheus.

use prometheus_text::{CounterVec, MetricsPage};
use std::sync::Arc;

/// The counts. Clones share them.
#[derive(Clone, Debug)]
pub struct SyncCounters(Arc<Counts>);

#[derive(Debug)]
struct Counts {
    runs: CounterVec<1>,
    rows: CounterVec<1>,
}

impl Default for SyncCounters {
    fn default() -> Self {
        Self(Arc::new(Counts {
            runs: CounterVec::new("sprout_sync_runs_total", "Ended runs.", ["state"], 3),
            rows: CounterVec::new(
                "sprout_sync_rows_total",
                "Rows read by synced tables.",
                ["table"],
                32,
            ),
        }))
    }
}

impl SyncCounters {
    /// Counts a run that ended in this state.
    pub(super) fn add_run(&self, state: &str) {
        self.0.runs.add([state], 1);
    }

    /// Counts the rows of a synced table.
    pub(super) fn add_rows(&self, table: &str, rows: u64) {
        self.0.rows.add([table], rows);
    }

    /// Writes the families.
    pub fn write_to(&self, page: &mut MetricsPage) {
        self.0.runs.write_to(page);
        self.0.rows.write_to(page);
    }
}
