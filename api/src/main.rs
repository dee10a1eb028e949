//! The `sprout` binary: one command a job.

use api::openapi;
use clap::{Parser, Subcommand};
use std::io::Write;
use std::process::ExitCode;

/// Analytics for businesses that supply farmers with seed, fertilizer and crop protection.
#[derive(Parser)]
#[command(version)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Print the contract (openapi.json); needs neither configuration nor database.
    Openapi,
}

fn main() -> ExitCode {
    let Command::Openapi = Cli::parse().command;
    match std::io::stdout().write_all(openapi::text().as_bytes()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(_) => ExitCode::FAILURE,
    }
}
