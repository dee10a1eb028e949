//! Error messages about a database, each with what to do. None contains a password.

use super::database_address::PostgresAddress;
use super::message_guard::{GuardError, MAX_CONTROL_BYTES, MAX_MESSAGE_BYTES};
use crate::SourceError;
use crate::database_messages::{self, truncate_message};
use crate::database_tls::ConnectionError;
use std::io;
use std::time::Duration;

pub(super) fn from_relay_error(error: &io::Error) -> SourceError {
    tracing::error!(%error, "the socket for a database connection cannot be opened");
    SourceError::Unreachable(
        "This server has no space for the temporary files that it needs to read a database. \
            Contact its operator."
            .to_owned(),
    )
}

pub(super) fn database_timed_out(address: &PostgresAddress, waited: Duration) -> SourceError {
    database_messages::timed_out(&address.host, waited)
}

pub(super) fn connection_lost(address: &PostgresAddress) -> SourceError {
    database_messages::connection_lost(&address.host, address.port, "PostgreSQL")
}

pub(super) fn schema_not_found(address: &PostgresAddress) -> SourceError {
    let PostgresAddress {
        schema,
        database,
        user,
        ..
    } = address;
    SourceError::Unusable(format!(
        "The database {database} has no schema {schema} that {user} can use. Check its name, or \
            grant usage on it."
    ))
}

/// An error of the driver. `refused` is why the connection was ended, if Sprout ended it.
pub(super) fn from_sql_error(
    address: &PostgresAddress,
    error: &sqlx::Error,
    refused: Option<GuardError>,
) -> SourceError {
    tracing::warn!(%error, host = address.host, ?refused, "a database cannot be read");
    if let Some(refused) = refused {
        return from_guard_error(address, refused);
    }
    match error {
        sqlx::Error::Database(error) => from_server_error(
            address,
            error.code().as_deref().unwrap_or_default(),
            error.message(),
        ),
        _ => connection_lost(address),
    }
}

/// An error before the driver takes over.
pub(super) fn from_connection_error(
    address: &PostgresAddress,
    error: &ConnectionError,
) -> SourceError {
    match error {
        ConnectionError::NoTls => SourceError::Unusable(format!(
            "The server {} does not support TLS, which sslmode={} requires. Turn on TLS there.",
            address.host, address.tls
        )),
        ConnectionError::Tls(why) => from_tls_error(address, why),
        ConnectionError::Closed => connection_lost(address),
    }
}

fn from_guard_error(address: &PostgresAddress, refused: GuardError) -> SourceError {
    const MIB: usize = 1024 * 1024;
    let host = &address.host;
    SourceError::Unusable(match refused {
        GuardError::LongMessage(bytes) => format!(
            "The server {host} sent a message of {} MiB. At most {} MiB are read. Check that it is \
                a PostgreSQL server.",
            bytes / MIB,
            MAX_MESSAGE_BYTES / MIB
        ),
        GuardError::ManyMessages => format!(
            "The server {host} sent more than {} MiB beside the rows. Check that it is a \
                PostgreSQL server.",
            MAX_CONTROL_BYTES / MIB
        ),
        GuardError::InvalidLength => format!(
            "The server {host} sent a message of an impossible length. Check that it is a \
                PostgreSQL server."
        ),
    })
}

fn from_tls_error(address: &PostgresAddress, why: &str) -> SourceError {
    database_messages::from_tls_error(
        &address.host,
        ("sslmode", address.tls.name(), "require"),
        (address.tls, address.authority.is_some()),
        why,
    )
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
            "The server {host} does not accept the password of {user}. Check both."
        )),
        "28000" => unusable(format!(
            "The server {host} does not let {user} connect from here: the user may not exist, or \
                pg_hba.conf has no line for this machine, this database and this sslmode."
        )),
        "3D000" => unusable(format!(
            "The server {host} has no database {database}. Check its name."
        )),
        "42501" => unusable(format!(
            "{user} does not have permission to read this ({}). Grant select on the tables to this \
                user.",
            truncate_message(message)
        )),
        "53300" => unreachable(format!(
            "The server {host} has no free connections. Try again later."
        )),
        "57P03" => unreachable(format!(
            "The server {host} is starting or stopping. Try again in a moment."
        )),
        "57014" => unreachable(format!(
            "Reading from {host} took longer than 30 minutes and was stopped. Add an index, or use \
                a smaller view."
        )),
        "55P03" => unreachable(format!(
            "A table at {host} is locked by another session. Try again."
        )),
        "57P01" | "57P02" | "25P03" => connection_lost(address),
        _ => unusable(format!(
            "The database at {host} returned an error ({}, SQLSTATE {code}).",
            truncate_message(message)
        )),
    }
}
