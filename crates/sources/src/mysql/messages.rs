//! Error messages about a database, each with what to do. None contains a password.

use super::client::ClientError;
use super::database_address::MysqlAddress;
use super::packets::{MAX_PACKET_BYTES, PacketError};
use crate::SourceError;
use crate::database_messages::{self, truncate_message};
use crate::database_tls::ConnectionError;

const PRODUCT: &str = "MySQL or MariaDB";

/// Why a statement or the login failed.
pub(super) fn from_client_error(address: &MysqlAddress, error: &ClientError) -> SourceError {
    let MysqlAddress { host, user, .. } = address;
    tracing::warn!(?error, host, "a MySQL database cannot be read");
    match error {
        ClientError::Connection(error) => from_connection_error(address, error),
        ClientError::Packet(error) => from_packet_error(address, error),
        ClientError::Server { code, message } => from_server_error(address, *code, message),
        ClientError::UnsupportedLogin(plugin) => SourceError::Unusable(format!(
            "The server {host} signs {user} in with {}, which Sprout does not support. Use a user \
                with caching_sha2_password or mysql_native_password.",
            truncate_message(plugin)
        )),
        ClientError::PasswordNeedsTls => SourceError::Unusable(format!(
            "The server {host} needs the password of {user}, which Sprout sends over TLS only. \
                Turn on TLS there, and set ssl-mode=REQUIRED or one that checks the certificate."
        )),
        ClientError::ManyPackets => SourceError::Unusable(format!(
            "The server {host} sent too much beside the rows. Check that it is {PRODUCT}."
        )),
    }
}

fn from_connection_error(address: &MysqlAddress, error: &ConnectionError) -> SourceError {
    let MysqlAddress { host, port, .. } = address;
    match error {
        ConnectionError::NoTls => SourceError::Unusable(format!(
            "The server {host} does not support TLS, which ssl-mode={} requires. Turn on TLS \
                there.",
            address.ssl_mode()
        )),
        ConnectionError::Tls(why) => database_messages::from_tls_error(
            host,
            ("ssl-mode", address.ssl_mode(), "REQUIRED"),
            (address.tls, address.authority.is_some()),
            why,
        ),
        ConnectionError::Closed => database_messages::connection_lost(host, *port, PRODUCT),
    }
}

fn from_packet_error(address: &MysqlAddress, error: &PacketError) -> SourceError {
    const MIB: usize = 1024 * 1024;
    let MysqlAddress { host, port, .. } = address;
    match error {
        PacketError::TimedOut(waited) => database_messages::timed_out(host, *waited),
        PacketError::Closed => database_messages::connection_lost(host, *port, PRODUCT),
        PacketError::TooLong(bytes) => SourceError::Unusable(format!(
            "The server {host} sent a packet of {} MiB. At most {} MiB are read. Check that it is \
                {PRODUCT}.",
            bytes / MIB,
            MAX_PACKET_BYTES / MIB
        )),
        PacketError::Malformed => SourceError::Unusable(format!(
            "What responds at {host} on port {port} does not speak the protocol of {PRODUCT}. \
                Check the server and its port."
        )),
    }
}

/// Errors that the server reports, by their number.
fn from_server_error(address: &MysqlAddress, code: u16, message: &str) -> SourceError {
    let MysqlAddress {
        host,
        port,
        database,
        user,
        ..
    } = address;
    let unusable = |words: String| SourceError::Unusable(words);
    let unreachable = |words: String| SourceError::Unreachable(words);
    match code {
        // Access denied, with the user's host.
        1045 | 1698 => unusable(format!(
            "The server {host} does not let {user} in with this password from here. Check the \
                user, the password and the host that the user may connect from."
        )),
        1130 => unusable(format!(
            "The server {host} does not accept connections from this machine. Allow it for {user}."
        )),
        1044 => unusable(format!(
            "{user} has no permission for the database {database} at {host}. Check its name, or \
                grant select on it to this user."
        )),
        1049 => unusable(format!(
            "The server {host} has no database {database}. Check its name."
        )),
        1142 | 1143 => unusable(format!(
            "{user} does not have permission to read this ({}). Grant select on the tables to this \
                user.",
            truncate_message(message)
        )),
        1040 | 1203 => unreachable(format!(
            "The server {host} has no free connections. Try again later."
        )),
        1129 => unusable(format!(
            "The server {host} blocks this machine after failed connections. Run FLUSH HOSTS \
                there, and try again."
        )),
        1205 => unreachable(format!(
            "A table at {host} is locked by another session. Try again."
        )),
        1317 | 1969 | 3024 => unreachable(format!(
            "The server {host} stopped reading, because it took longer than it allows. Add an \
                index, or use a smaller view."
        )),
        1053 | 1927 => database_messages::connection_lost(host, *port, PRODUCT),
        3159 => unusable(format!(
            "The server {host} requires TLS. Set ssl-mode=REQUIRED or one that checks the \
                certificate."
        )),
        _ => unusable(format!(
            "The database at {host} returned an error ({}, error {code}).",
            truncate_message(message)
        )),
    }
}
