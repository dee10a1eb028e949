//! Counters and histograms by label values.

use crate::page::{MetricKind, MetricsPage, format_value};
use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Stands for all label values beyond the maximum number of series.
pub const OVERFLOW_LABEL: &str = "other";

type Key<const N: usize> = [String; N];

/// Values by label values, at most `max_series` of them and one for the rest.
#[derive(Debug)]
struct SeriesMap<const N: usize, V> {
    max_series: usize,
    series: Mutex<HashMap<Key<N>, V>>,
}

impl<const N: usize, V> SeriesMap<N, V> {
    fn new(max_series: usize) -> Self {
        Self {
            max_series,
            series: Mutex::default(),
        }
    }

    fn update(&self, labels: [&str; N], new: impl FnOnce() -> V, change: impl FnOnce(&mut V)) {
        let mut series = self.lock();
        let key = labels.map(str::to_owned);
        let key = if series.len() < self.max_series || series.contains_key(&key) {
            key
        } else {
            labels.map(|_| OVERFLOW_LABEL.to_owned())
        };
        change(series.entry(key).or_insert_with(new));
    }

    fn sorted(&self) -> Vec<(Key<N>, V)>
    where
        V: Clone,
    {
        let mut series: Vec<_> = self
            .lock()
            .iter()
            .map(|(key, value)| (key.clone(), value.clone()))
            .collect();
        series.sort_by(|(left, _), (right, _)| left.cmp(right));
        series
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<Key<N>, V>> {
        self.series.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A counter for each combination of label values.
#[derive(Debug)]
pub struct CounterVec<const N: usize> {
    name: &'static str,
    help: &'static str,
    labels: [&'static str; N],
    counts: SeriesMap<N, u64>,
}

impl<const N: usize> CounterVec<N> {
    /// Creates a family without series.
    pub fn new(
        name: &'static str,
        help: &'static str,
        labels: [&'static str; N],
        max_series: usize,
    ) -> Self {
        Self {
            name,
            help,
            labels,
            counts: SeriesMap::new(max_series),
        }
    }

    /// Adds to the counter of these label values.
    pub fn add(&self, labels: [&str; N], amount: u64) {
        self.counts
            .update(labels, || 0, |count| *count = count.saturating_add(amount));
    }

    /// Writes the family.
    pub fn write_to(&self, page: &mut MetricsPage) {
        page.begin_family(self.name, self.help, MetricKind::Counter);
        for (values, count) in self.counts.sorted() {
            let labels: Vec<(&str, &str)> = self
                .labels
                .iter()
                .copied()
                .zip(values.iter().map(String::as_str))
                .collect();
            page.add_sample(self.name, &labels, to_f64(count));
        }
    }
}

/// A histogram for each combination of label values.
#[derive(Debug)]
pub struct HistogramVec<const N: usize> {
    name: &'static str,
    help: &'static str,
    labels: [&'static str; N],
    /// Upper bounds in ascending order, without infinity.
    bounds: &'static [f64],
    histograms: SeriesMap<N, Histogram>,
}

#[derive(Clone, Debug)]
struct Histogram {
    /// Values up to each bound, not cumulative.
    buckets: Vec<u64>,
    count: u64,
    sum: f64,
}

impl<const N: usize> HistogramVec<N> {
    /// Creates a family without series.
    pub fn new(
        name: &'static str,
        help: &'static str,
        labels: [&'static str; N],
        bounds: &'static [f64],
        max_series: usize,
    ) -> Self {
        Self {
            name,
            help,
            labels,
            bounds,
            histograms: SeriesMap::new(max_series),
        }
    }

    /// Adds a value to the histogram of these label values.
    pub fn observe(&self, labels: [&str; N], value: f64) {
        let new = || Histogram {
            buckets: vec![0; self.bounds.len()],
            count: 0,
            sum: 0.0,
        };
        self.histograms.update(labels, new, |histogram| {
            histogram.count += 1;
            histogram.sum += value;
            let bucket = self.bounds.iter().position(|bound| value <= *bound);
            if let Some(bucket) = bucket.and_then(|at| histogram.buckets.get_mut(at)) {
                *bucket += 1;
            }
        });
    }

    /// Writes the family.
    pub fn write_to(&self, page: &mut MetricsPage) {
        page.begin_family(self.name, self.help, MetricKind::Histogram);
        let [bucket_name, sum_name, count_name] =
            ["bucket", "sum", "count"].map(|part| format!("{}_{part}", self.name));
        for (values, histogram) in self.histograms.sorted() {
            let labels: Vec<(&str, &str)> = self
                .labels
                .iter()
                .copied()
                .zip(values.iter().map(String::as_str))
                .collect();
            let mut add_bucket = |bound: &str, count: u64| {
                let labels = [labels.as_slice(), &[("le", bound)]].concat();
                page.add_sample(&bucket_name, &labels, to_f64(count));
            };
            let mut up_to = 0;
            for (bound, count) in self.bounds.iter().zip(&histogram.buckets) {
                up_to += count;
                add_bucket(&format_value(*bound), up_to);
            }
            add_bucket("+Inf", histogram.count);
            page.add_sample(&sum_name, &labels, histogram.sum);
            page.add_sample(&count_name, &labels, to_f64(histogram.count));
        }
    }
}

/// Exact up to 2^53, which no counter of a process reaches.
#[expect(
    clippy::cast_precision_loss,
    reason = "Prometheus has no other number type"
)]
fn to_f64(count: u64) -> f64 {
    count as f64
}
