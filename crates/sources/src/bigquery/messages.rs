//! Error messages about a dataset, each with what to do. None contains a key or a token.

use super::dataset_address::BigQueryAddress;
use super::error::{BigQueryError, Refusal};
use super::result_page::PageError;
use crate::SourceError;
use outbound::OutboundError;
use std::time::Duration;

/// Maximum number of characters of a server message that is passed on.
const MAX_SERVER_CHARS: usize = 300;

pub(super) fn dataset_not_found(address: &BigQueryAddress) -> SourceError {
    let BigQueryAddress {
        project,
        dataset,
        client_email,
        ..
    } = address;
    SourceError::Unusable(format!(
        "The project {project} has no dataset {dataset} that {client_email} can access. Check both \
            names."
    ))
}

pub(super) fn wrong_location(
    address: &BigQueryAddress,
    actual: &str,
    configured: &str,
) -> SourceError {
    SourceError::Unusable(format!(
        "The dataset {} is in {actual}, not in {configured}. Correct the location, or leave it out.",
        address.dataset
    ))
}

pub(super) fn over_byte_limit(table: &str, bytes: Option<u64>, most: u64) -> SourceError {
    let needed = bytes.map_or_else(
        || "more than".to_owned(),
        |bytes| format!("{bytes} bytes, more than"),
    );
    SourceError::Unusable(format!(
        "Reading {table} would bill {needed} the {most} bytes that maximumBytesBilled allows. \
            Raise the limit, or use a smaller table. Nothing was read, and nothing was billed."
    ))
}

pub(super) fn table_recreated(table: &str) -> SourceError {
    SourceError::Unreachable(format!(
        "The table {table} was recreated after the run started. Sync again."
    ))
}

pub(super) fn rows_interrupted(table: &str) -> SourceError {
    SourceError::Unreachable(format!(
        "BigQuery did not return the rows of {table}. Try again."
    ))
}

pub(super) fn incomplete_rows(table: &str, read: u64, total: u64) -> SourceError {
    SourceError::Unreachable(format!(
        "BigQuery sent {read} rows of {table} but announced {total}. No rows were used. Try again."
    ))
}

pub(super) fn repeated_pages(table: &str) -> SourceError {
    SourceError::Unreachable(format!(
        "BigQuery sent the same pages of {table} twice. No rows were used. Try again."
    ))
}

pub(super) fn table_timed_out(table: &str, waited: Duration) -> SourceError {
    SourceError::Unreachable(format!(
        "Reading {table} took longer than {} minutes. Try again.",
        waited.as_secs() / 60
    ))
}

pub(super) fn from_page_error(table: &str, unlike: &PageError) -> SourceError {
    let what = match unlike {
        PageError::Columns | PageError::Width => "unexpected columns".to_owned(),
        PageError::Value(column) => {
            format!("a value of {column} in an unexpected format")
        }
    };
    SourceError::Unreachable(format!(
        "BigQuery returned {what} for {table}. No rows were used. Try again."
    ))
}

/// An error of the query of a table.
pub(super) fn from_query_error(
    address: &BigQueryAddress,
    table: &str,
    failure: &BigQueryError,
) -> SourceError {
    match failure {
        BigQueryError::Refused(refusal) if refusal.reason == "bytesBilledLimitExceeded" => {
            over_byte_limit(table, None, address.maximum_bytes_billed)
        }
        BigQueryError::Refused(refusal)
            if refusal.status == 404 && refusal.message.contains("ocation") =>
        {
            SourceError::Unusable(format!(
                "BigQuery cannot find {table} in this location. Remove the location from the \
                    source.{}",
                server_message(refusal)
            ))
        }
        BigQueryError::Refused(refusal) if refusal.status == 404 => SourceError::Unusable(format!(
            "The dataset {} no longer has {table}. Check its name, then sync again.",
            address.dataset
        )),
        BigQueryError::Refused(refusal)
            if matches!(refusal.reason.as_str(), "invalidQuery" | "invalid") =>
        {
            SourceError::Unusable(format!(
                "BigQuery cannot read {table}: its columns may have just changed, or it requires a \
                    filter. Sync again, or use a view.{}",
                server_message(refusal)
            ))
        }
        failure => from_error(address, failure),
    }
}

/// An error of any other request.
pub(super) fn from_error(address: &BigQueryAddress, failure: &BigQueryError) -> SourceError {
    tracing::warn!(
        ?failure,
        project = address.project,
        "BigQuery cannot be read"
    );
    let email = &address.client_email;
    match failure {
        BigQueryError::NoResponse(
            error @ (OutboundError::Unreachable
            | OutboundError::TimedOut(_)
            | OutboundError::Incomplete),
        ) => SourceError::Unreachable(format!("BigQuery {error} Try again.")),
        BigQueryError::NoResponse(error) => SourceError::Unusable(format!("BigQuery {error}")),
        BigQueryError::InvalidResponse => SourceError::Unreachable(
            "The response is incomplete or not from BigQuery. Check apiEndpoint, or try again."
                .to_owned(),
        ),
        BigQueryError::Internal => SourceError::Unreachable(
            "This server cannot sign requests. Contact its operator.".to_owned(),
        ),
        BigQueryError::TokenRefused(refusal) if refusal.status < 500 && refusal.status != 429 => {
            SourceError::Unusable(format!(
                "Google does not accept the key of {email}: the key or the account may have been \
                deleted, or this server's clock is wrong. Create a new key.{}",
                server_message(refusal)
            ))
        }
        BigQueryError::TokenRefused(refusal) => SourceError::Unreachable(format!(
            "Google did not issue an access token. Try again.{}",
            server_message(refusal)
        )),
        BigQueryError::Refused(refusal) => from_refusal(address, refusal),
    }
}

fn from_refusal(address: &BigQueryAddress, refusal: &Refusal) -> SourceError {
    let BigQueryAddress {
        project,
        dataset,
        client_email: email,
        ..
    } = address;
    let details = server_message(refusal);
    match (refusal.status, refusal.reason.as_str()) {
        (401, _) => SourceError::Unusable(format!(
            "BigQuery does not accept the key of {email}. Create a new one.{details}"
        )),
        (_, "quotaExceeded") => SourceError::Unreachable(format!(
            "A quota of the project {project} is used up. Sync again later, or raise the quota in \
                Google Cloud.{details}"
        )),
        (403, "rateLimitExceeded") | (429, _) => SourceError::Unreachable(format!(
            "BigQuery received too many requests. Try again.{details}"
        )),
        (403, "billingNotEnabled") => SourceError::Unusable(format!(
            "The project {project} has no billing account. Add one in Google Cloud.{details}"
        )),
        (403, _) => SourceError::Unusable(format!(
            "{email} does not have permission to read this. Grant it BigQuery Data Viewer \
                (roles/bigquery.dataViewer) on the dataset {dataset} and BigQuery Job User \
                (roles/bigquery.jobUser) on the project {project}.{details}"
        )),
        (404, _) => SourceError::Unusable(format!(
            "BigQuery cannot find the project {project} or the requested resource. Check the \
                names.{details}"
        )),
        (500.., _) => SourceError::Unreachable(format!(
            "BigQuery has an internal error (status {}). Try again.{details}",
            refusal.status
        )),
        (status, _) => SourceError::Unusable(format!(
            "BigQuery returned an error (status {status}).{details}"
        )),
    }
}

/// The server's message, if it has one.
fn server_message(refusal: &Refusal) -> String {
    let message: String = refusal
        .message
        .chars()
        .filter(|c| !c.is_control())
        .take(MAX_SERVER_CHARS)
        .collect();
    if message.is_empty() {
        String::new()
    } else {
        format!(" It says: {message}")
    }
}
