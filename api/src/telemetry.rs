//! Logging: one line per event to standard error, as text or JSON. Traces, if a collector receives
//! them.

mod line_sanitizer;
mod traces;

use clap::ValueEnum;
use line_sanitizer::LineSanitizer;
use std::io::IsTerminal;
use tracing::Subscriber;
use tracing::subscriber::set_global_default;
use tracing_subscriber::EnvFilter;
use tracing_subscriber::fmt::MakeWriter;

pub use traces::{
    TraceExporter, TraceSampler, TracingSetupError, in_current_trace, record_organization,
};

/// The format of log lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum LogFormat {
    /// Human-readable text.
    Text,
    /// JSON.
    Json,
}

/// Initializes logging. `filter` has `tracing` syntax, such as `info,sqlx=warn`.
pub fn init_logging(format: LogFormat, filter: &str) {
    let log = build_subscriber(
        format,
        filter,
        std::io::stderr().is_terminal(),
        std::io::stderr,
    );
    // Fails if logging is already initialized, which keeps the first subscriber.
    let _ = set_global_default(log);
}

/// Creates the subscriber that writes log lines. `colors` is whether the writer is a terminal.
pub fn build_subscriber<W>(
    format: LogFormat,
    filter: &str,
    colors: bool,
    writer: W,
) -> Box<dyn Subscriber + Send + Sync>
where
    W: for<'w> MakeWriter<'w> + Send + Sync + 'static,
{
    let filter = EnvFilter::try_new(filter).unwrap_or_else(|_| EnvFilter::new("info"));
    let log = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(LineSanitizer::new(writer, colors))
        .with_ansi(colors);
    match format {
        LogFormat::Text => Box::new(log.with_target(false).finish()),
        LogFormat::Json => Box::new(log.json().finish()),
    }
}
