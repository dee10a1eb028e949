//! Logging: one line an event, to standard error, as text or JSON.

mod line_sanitizer;

use clap::ValueEnum;
use line_sanitizer::LineSanitizer;
use std::io::IsTerminal;
use tracing::Subscriber;
use tracing::subscriber::set_global_default;
use tracing_subscriber::EnvFilter;
use tracing_subscriber::fmt::MakeWriter;

/// How log lines look.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum LogFormat {
    /// For people.
    Text,
    /// For machines.
    Json,
}

/// Starts logging for the process. `filter` is in `tracing` syntax, such as `info,sqlx=warn`.
pub fn init_logging(format: LogFormat, filter: &str) {
    let log = build_subscriber(
        format,
        filter,
        std::io::stderr().is_terminal(),
        std::io::stderr,
    );
    // A process has one log: whoever has started it already keeps it.
    let _ = set_global_default(log);
}

/// What writes the log's lines, colours only where somebody looks at a terminal.
pub fn build_subscriber<W>(
    format: LogFormat,
    filter: &str,
    colours: bool,
    writer: W,
) -> Box<dyn Subscriber + Send + Sync>
where
    W: for<'w> MakeWriter<'w> + Send + Sync + 'static,
{
    let filter = EnvFilter::try_new(filter).unwrap_or_else(|_| EnvFilter::new("info"));
    let log = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(LineSanitizer::new(writer, colours))
        .with_ansi(colours);
    match format {
        LogFormat::Text => Box::new(log.with_target(false).finish()),
        LogFormat::Json => Box::new(log.json().finish()),
    }
}
