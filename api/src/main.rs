//! The `sprout` binary.

use api::commands::Cli;
use clap::Parser;
use std::error::Error;
use std::io::Write;
use std::num::NonZero;
use std::process::ExitCode;
use std::thread;
use tokio::runtime::Builder;

/// Returns memory to the system after computations.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[global_allocator]
static ALLOCATOR: tikv_jemallocator::Jemalloc = tikv_jemallocator::Jemalloc;

fn main() -> ExitCode {
    let cli = Cli::parse();
    // Computations occupy up to one thread more than there are processors. The others keep
    // accepting and answering meanwhile; the system divides the processors among them.
    let processors = thread::available_parallelism().map_or(1, NonZero::get);
    let runtime = Builder::new_multi_thread()
        .worker_threads(2 * processors + 1)
        .enable_all()
        .build();
    let ended = match runtime {
        Ok(runtime) => runtime.block_on(cli.run()),
        Err(error) => {
            let _ = writeln!(std::io::stderr(), "sprout: cannot start threads: {error}");
            return ExitCode::FAILURE;
        }
    };
    match ended {
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
