//! The `sprout` binary.

use api::commands::Cli;
use clap::Parser;
use std::error::Error;
use std::io::Write;
use std::process::ExitCode;

#[tokio::main]
async fn main() -> ExitCode {
    match Cli::parse().run().await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            let mut text = format!("sprout: {error}");
            let mut cause = error.source();
            while let Some(source) = cause {
                text += &format!("\n  caused by: {source}");
                cause = source.source();
            }
            let _ = writeln!(std::io::stderr(), "{text}");
            ExitCode::from(error.exit_code())
        }
    }
}
