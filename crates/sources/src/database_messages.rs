//! Error messages about the servers of databases, each with what to do. None contains a password.

use crate::SourceError;
use crate::database_url::TlsMode;
use outbound::DialError;
use std::time::Duration;

/// Maximum number of characters of a server message that is passed on.
const MAX_SERVER_CHARS: usize = 300;

pub(crate) fn from_dial_error(host: &str, error: &DialError) -> SourceError {
    let words = format!("The server {host} {error}");
    match error {
        DialError::UnknownName | DialError::PrivateAddress => SourceError::Unusable(words),
        DialError::Refused(_) | DialError::TimedOut(_) | DialError::Unreachable => {
            SourceError::Unreachable(words)
        }
    }
}

pub(crate) fn timed_out(host: &str, waited: Duration) -> SourceError {
    SourceError::Unreachable(format!(
        "The database at {host} did not answer within {} seconds. Try again.",
        waited.as_secs()
    ))
}

/// `product`: what should respond.
pub(crate) fn connection_lost(host: &str, port: u16, product: &str) -> SourceError {
    SourceError::Unreachable(format!(
        "The server {host} closed the connection. Try again, and check that {product} responds on \
            port {port}."
    ))
}

/// `option`: the name of the option for the mode, its value, and the value that encrypts without
/// checking the certificate. `trust`: the mode, and whether a private authority is trusted.
pub(crate) fn from_tls_error(
    host: &str,
    (option, value, unchecked): (&str, &str, &str),
    (mode, has_authority): (TlsMode, bool),
    why: &str,
) -> SourceError {
    let why: String = why.chars().take(MAX_SERVER_CHARS).collect();
    let name = if mode == TlsMode::VerifyCa {
        ""
    } else {
        " for this name"
    };
    let advice = if has_authority {
        format!(
            "With {option}={value}, the server needs a certificate{name} that is signed by the \
                given CA certificate or by a public authority"
        )
    } else {
        format!(
            "With {option}={value}, the server needs a certificate{name} from a public authority. \
                For a private authority, enter its CA certificate, or set {option}={unchecked} to \
                encrypt without checking the certificate"
        )
    };
    SourceError::Unusable(format!(
        "The TLS connection to {host} failed ({why}). {advice}."
    ))
}

/// The beginning of a server's message, without control characters.
pub(crate) fn truncate_message(message: &str) -> String {
    message
        .chars()
        .filter(|c| !c.is_control())
        .take(MAX_SERVER_CHARS)
        .collect()
}
