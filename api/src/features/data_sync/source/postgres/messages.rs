//! Error messages about a database, each with what to do. None contains a password.

use super::database_address::PostgresAddress;
use crate::features::data_sync::source::SourceError;
use crate::outbound::DialError;
use std::io;
use std::time::Duration;

/// Maximum number of characters of a server message that is passed on.
const MAX_SERVER_CHARS: usize = 300;

pub(super) fn from_dial_error(address: &PostgresAddress, error: &DialError) -> SourceError {
    let words = format!("The server {} {error}", address.host);
    match error {
        DialError::UnknownName | DialError::PrivateAddress => SourceError::Unusable(words),
        DialError::Refused(_) | DialError::TimedOut(_) | DialError::Unreachable => {
            SourceError::Unreachable(words)
        }
    }
}

pub(super) fn from_relay_error(error: &io::Error) -> SourceError {
    tracing::error!(%error, "the way to a database cannot be opened");
    SourceError::Unreachable(
        "This server has no room for temporary files, which reading a \
        database needs: its operator has to look at it."
            .to_owned(),
    )
}

pub(super) fn database_timed_out(address: &PostgresAddress, waited: Duration) -> SourceError {
    SourceError::Unreachable(format!(
        "The database at {} did not answer within {} seconds: try again.",
        address.host,
        waited.as_secs()
    ))
}

pub(super) fn connection_lost(address: &PostgresAddress) -> SourceError {
    SourceError::Unreachable(format!(
        "The server {} broke the connection off: try again. Does PostgreSQL answer on port {}?",
        address.host, address.port
    ))
}

pub(super) fn schema_not_found(address: &PostgresAddress) -> SourceError {
    let PostgresAddress {
        schema,
        database,
        user,
        ..
    } = address;
    SourceError::Unusable(format!(
        "The database {database} has no schema {schema} that {user} may use: check its name, or \
            grant usage on it."
    ))
}

pub(super) fn from_sql_error(address: &PostgresAddress, error: &sqlx::Error) -> SourceError {
    tracing::warn!(%error, host = address.host, "a database cannot be read");
    match error {
        sqlx::Error::Database(error) => from_server_error(
            address,
            error.code().as_deref().unwrap_or_default(),
            error.message(),
        ),
        sqlx::Error::Tls(error) if error.to_string().contains("does not support TLS") => {
            SourceError::Unusable(format!(
                "The server {} offers no TLS, which sslmode={} demands: switch TLS on there.",
                address.host, address.tls
            ))
        }
        sqlx::Error::Tls(error) => from_tls_error(address, &error.to_string()),
        sqlx::Error::Io(error) if error.kind() == io::ErrorKind::InvalidData => {
            from_tls_error(address, &error.to_string())
        }
        _ => connection_lost(address),
    }
}

fn from_tls_error(address: &PostgresAddress, why: &str) -> SourceError {
    let why: String = why.chars().take(MAX_SERVER_CHARS).collect();
    let (host, mode) = (&address.host, &address.tls);
    let name = if mode == "verify-ca" {
        ""
    } else {
        " for this name"
    };
    let advice = match address.authority {
        Some(_) => format!(
            "with sslmode={mode} the server needs a certificate{name} that the given CA \
                certificate, or a public authority, has signed"
        ),
        None => format!(
            "with sslmode={mode} the server needs a certificate{name} from a public authority, or \
                give the CA certificate of its private one; sslmode=require encrypts without \
                looking at it"
        ),
    };
    SourceError::Unusable(format!(
        "The TLS connection to {host} did not come about ({why}): {advice}."
    ))
}

/// Errors that the server reports, by SQLSTATE.
fn from_server_error(address: &PostgresAddress, code: &str, message: &str) -> SourceError {
    let PostgresAddress {
        host,
        database,
        user,
        ..
    } = address;
    let unusable = |words: String| SourceError::Unusable(words);
    let unreachable = |words: String| SourceError::Unreachable(words);
    match code {
        "28P01" => unusable(format!(
            "The server {host} does not accept the password of {user}: check both."
        )),
        "28000" => unusable(format!(
            "The server {host} does not let {user} in from here: the user may not exist, or \
                pg_hba.conf has no line for this machine, this database and this sslmode."
        )),
        "3D000" => unusable(format!(
            "The server {host} has no database {database}: check its name."
        )),
        "42501" => unusable(format!(
            "{user} may not read that ({}): grant select on the tables to this user.",
            truncate_message(message)
        )),
        "53300" => unreachable(format!(
            "The server {host} has no connection left: try again later."
        )),
        "57P03" => unreachable(format!(
            "The server {host} is starting or stopping: try again in a moment."
        )),
        "57014" => unreachable(format!(
            "Reading from {host} took longer than 30 minutes and was given up: an index or a \
                smaller view helps."
        )),
        "55P03" => unreachable(format!(
            "A table at {host} is locked by somebody else: try again."
        )),
        "57P01" | "57P02" | "25P03" => connection_lost(address),
        _ => unusable(format!(
            "The database at {host} refused ({}, SQLSTATE {code}).",
            truncate_message(message)
        )),
    }
}

fn truncate_message(message: &str) -> String {
    message
        .chars()
        .filter(|c| !c.is_control())
        .take(MAX_SERVER_CHARS)
        .collect()
}
