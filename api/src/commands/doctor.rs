//! Checks an installation: what is wrong, and what to do.

use super::{CommandError, print_output};
use crate::config::{Config, ServeConfig};
use clap::Args;
use doctor_checks::{
    check_database, check_email, check_files, check_limits, check_other_databases, check_settings,
};
use serde_json::json;
use std::fmt::Write;

mod doctor_checks;

/// The options of `sprout doctor`.
#[derive(Debug, Args)]
pub(super) struct DoctorCommand {
    /// Print the checks as JSON.
    #[arg(long)]
    json: bool,
}

/// How a check ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum CheckState {
    Ok,
    Warning,
    Error,
}

impl CheckState {
    fn name(self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

/// The result of a check.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Check {
    name: &'static str,
    state: CheckState,
    /// What was found and, unless it is good, what to do.
    message: String,
}

impl Check {
    fn ok(name: &'static str, message: impl Into<String>) -> Self {
        Self::new(name, CheckState::Ok, message)
    }

    fn warning(name: &'static str, message: impl Into<String>) -> Self {
        Self::new(name, CheckState::Warning, message)
    }

    fn error(name: &'static str, message: impl Into<String>) -> Self {
        Self::new(name, CheckState::Error, message)
    }

    fn new(name: &'static str, state: CheckState, message: impl Into<String>) -> Self {
        Self {
            name,
            state,
            message: message.into(),
        }
    }
}

impl DoctorCommand {
    /// Runs all checks and prints them. Fails if one found an error.
    pub(super) async fn run(
        self,
        config: &Config,
        serve: &ServeConfig,
    ) -> Result<(), CommandError> {
        let mut checks = check_settings(config, serve);
        checks.extend(check_files(config));
        checks.push(check_limits(serve));
        checks.extend(check_database(config).await);
        checks.extend(check_other_databases(config, serve).await);
        checks.push(check_email(config, serve).await);
        print_output(&if self.json {
            to_json(&checks)
        } else {
            to_text(&checks)
        })?;
        let errors = count_state(&checks, CheckState::Error);
        if errors == 0 {
            Ok(())
        } else {
            Err(CommandError::Refused(format!(
                "{errors} of {} checks found an error.",
                checks.len()
            )))
        }
    }
}

fn count_state(checks: &[Check], state: CheckState) -> usize {
    checks.iter().filter(|check| check.state == state).count()
}

fn to_json(checks: &[Check]) -> String {
    let list: Vec<_> = checks
        .iter()
        .map(|check| {
            json!({"name": check.name, "state": check.state.name(), "message": check.message})
        })
        .collect();
    let ok = count_state(checks, CheckState::Error) == 0;
    format!("{}\n", json!({"ok": ok, "checks": list}))
}

fn to_text(checks: &[Check]) -> String {
    checks.iter().fold(String::new(), |mut text, check| {
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "{:<8} {:<13} {}",
            check.state.name(),
            check.name,
            check.message
        );
        text
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn checks_are_printed_as_text_and_json() {
        let checks = [
            Check::ok("secret", "The secret is readable by its owner only."),
            Check::error("disk", "The disk is full. Free space."),
        ];
        assert_eq!(
            to_text(&checks),
            "ok       secret        The secret is readable by its owner only.\n\
             error    disk          The disk is full. Free space.\n"
        );
        assert_eq!(
            to_json(&checks),
            "{\"checks\":[{\"message\":\"The secret is readable by its owner only.\",\"name\":\
             \"secret\",\"state\":\"ok\"},{\"message\":\"The disk is full. Free space.\",\"name\":\
             \"disk\",\"state\":\"error\"}],\"ok\":false}\n"
        );
    }
}
