//! Validated address of a BigQuery dataset. It is stored and shown without the key.

use super::service_account::ServiceAccount;
use crate::endpoint;
use outbound::NetworkPolicy;
use reqwest::Url;
use serde::{Deserialize, Serialize};

/// A dataset and the account that reads it. Contains no key.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BigQueryAddress {
    /// The project that contains the dataset and is billed for queries.
    pub project: String,
    /// The dataset with the tables.
    pub dataset: String,
    /// The configured location of the dataset, such as `US` or `europe-west3`.
    pub location: Option<String>,
    /// Email address of the service account.
    pub client_email: String,
    /// The API endpoint, if it is not Google's.
    pub api_endpoint: Option<String>,
    /// Maximum bytes billed for reading one table.
    pub maximum_bytes_billed: u64,
}

/// A dataset as entered.
#[derive(Clone, Copy, Debug)]
pub struct DatasetRequest<'a> {
    /// The project.
    pub project: &'a str,
    /// The dataset.
    pub dataset: &'a str,
    /// The location.
    pub location: Option<&'a str>,
    /// The API endpoint. Default: Google's.
    pub api_endpoint: Option<&'a str>,
    /// The limit of billed bytes. Default: 10 GiB.
    pub maximum_bytes_billed: Option<u64>,
}

/// Why a dataset cannot be used. The message never contains the key.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct DatasetError(pub(super) String);

/// Google's API endpoint.
const GOOGLE_ENDPOINT: &str = "https://bigquery.googleapis.com/";
/// 10 GiB: a few cents per table, and far more than the five tables of an organization need.
const DEFAULT_MAX_BYTES_BILLED: u64 = 10 << 30;

impl BigQueryAddress {
    /// Validates a request. If only public networks are allowed, the endpoint must use HTTPS.
    pub fn from_request(
        asked: DatasetRequest<'_>,
        account: &ServiceAccount,
        network: NetworkPolicy,
    ) -> Result<Self, DatasetError> {
        let project = asked.project.trim();
        if project.is_empty() {
            return Err(dataset_error(
                "Enter the project that contains the dataset.",
            ));
        }
        if project.len() > 120
            || !project
                .chars()
                .all(|c| c.is_ascii_alphanumeric() || "-.:".contains(c))
        {
            return Err(dataset_error(
                "The project ID is not valid. Enter letters, digits and hyphens, such as \
                    prairie-473811.",
            ));
        }
        let dataset = asked.dataset.trim();
        if dataset.is_empty() {
            return Err(dataset_error("Enter the dataset that contains the tables."));
        }
        if dataset.len() > 1024
            || !dataset
                .chars()
                .all(|c| c.is_ascii_alphanumeric() || c == '_')
        {
            return Err(dataset_error(
                "The dataset name is not valid. Enter letters, digits and underscores, without the \
                    project.",
            ));
        }
        let given = |text: Option<&str>| {
            text.map(str::trim)
                .filter(|text| !text.is_empty())
                .map(str::to_owned)
        };
        let location = given(asked.location);
        if location.as_deref().is_some_and(|location| {
            location.len() > 64
                || !location
                    .chars()
                    .all(|c| c.is_ascii_alphanumeric() || c == '-')
        }) {
            return Err(dataset_error(
                "The location is not valid. Enter a location such as US, EU or europe-west3, or \
                    leave it out.",
            ));
        }
        let api_endpoint = given(asked.api_endpoint);
        if let Some(endpoint) = &api_endpoint {
            parse_endpoint(endpoint, "The apiEndpoint", network)?;
        }
        let maximum_bytes_billed = asked
            .maximum_bytes_billed
            .unwrap_or(DEFAULT_MAX_BYTES_BILLED);
        let (project, dataset, client_email) = (
            project.to_owned(),
            dataset.to_owned(),
            account.email().to_owned(),
        );
        Ok(Self {
            project,
            dataset,
            location,
            client_email,
            api_endpoint,
            maximum_bytes_billed,
        })
    }

    /// The endpoint for all requests.
    pub(super) fn endpoint(&self, network: NetworkPolicy) -> Result<Url, DatasetError> {
        parse_endpoint(
            self.api_endpoint.as_deref().unwrap_or(GOOGLE_ENDPOINT),
            "The apiEndpoint",
            network,
        )
    }
}

/// Validates an endpoint of Google's API. `what` names it in messages.
pub(super) fn parse_endpoint(
    text: &str,
    what: &str,
    network: NetworkPolicy,
) -> Result<Url, DatasetError> {
    endpoint::parse_endpoint(text, network)
        .map_err(|error| dataset_error(&format!("{what} {error}")))
}

fn dataset_error(words: &str) -> DatasetError {
    DatasetError(words.to_owned())
}

#[cfg(test)]
mod tests {
    use super::super::service_account::tests::test_account;
    use super::*;

    const REQUEST: DatasetRequest<'_> = DatasetRequest {
        project: " prairie-1 ",
        dataset: "erp",
        location: None,
        api_endpoint: None,
        maximum_bytes_billed: None,
    };

    fn request_error(asked: DatasetRequest<'_>, network: NetworkPolicy) -> String {
        BigQueryAddress::from_request(asked, &test_account(), network)
            .unwrap_err()
            .to_string()
    }

    #[test]
    fn a_dataset_is_kept_without_the_key() {
        let address =
            BigQueryAddress::from_request(REQUEST, &test_account(), NetworkPolicy::PUBLIC_ONLY)
                .unwrap();
        assert_eq!(
            (
                address.project.as_str(),
                address.client_email.as_str(),
                address.maximum_bytes_billed
            ),
            ("prairie-1", test_account().email(), 10_737_418_240)
        );
        assert!(!serde_json::to_string(&address).unwrap().contains("PRIVATE"));
        assert_eq!(
            address
                .endpoint(NetworkPolicy::PUBLIC_ONLY)
                .unwrap()
                .as_str(),
            "https://bigquery.googleapis.com/"
        );
    }

    #[test]
    fn names_that_could_be_no_names_are_refused() {
        for (asked, words) in [
            (
                DatasetRequest {
                    project: "",
                    ..REQUEST
                },
                "Enter the project",
            ),
            (
                DatasetRequest {
                    project: "a`b",
                    ..REQUEST
                },
                "project ID is not valid",
            ),
            (
                DatasetRequest {
                    project: "a/b",
                    ..REQUEST
                },
                "project ID is not valid",
            ),
            (
                DatasetRequest {
                    dataset: " ",
                    ..REQUEST
                },
                "Enter the dataset",
            ),
            (
                DatasetRequest {
                    dataset: "prairie-1.erp",
                    ..REQUEST
                },
                "without the project",
            ),
            (
                DatasetRequest {
                    location: Some("US;"),
                    ..REQUEST
                },
                "The location",
            ),
        ] {
            assert!(
                request_error(asked, NetworkPolicy::WITH_PRIVATE).contains(words),
                "{asked:?}"
            );
        }
    }

    #[test]
    fn the_token_goes_nowhere_unprotected_but_next_door() {
        let at = |endpoint| DatasetRequest {
            api_endpoint: Some(endpoint),
            ..REQUEST
        };
        for endpoint in [
            "http://127.0.0.1:9050",
            "http://localhost:9050",
            "http://bigquery:9050/",
            "http://10.1.2.3",
            "https://proxy.example/bq",
        ] {
            assert!(
                BigQueryAddress::from_request(
                    at(endpoint),
                    &test_account(),
                    NetworkPolicy::WITH_PRIVATE
                )
                .is_ok(),
                "{endpoint}"
            );
        }
        for (endpoint, network, words) in [
            (
                "http://proxy.example/",
                NetworkPolicy::WITH_PRIVATE,
                "without https://",
            ),
            (
                "http://8.8.8.8/",
                NetworkPolicy::WITH_PRIVATE,
                "without https://",
            ),
            (
                "http://127.0.0.1:9050",
                NetworkPolicy::PUBLIC_ONLY,
                "without https://",
            ),
            (
                "https://127.0.0.1:9050",
                NetworkPolicy::PUBLIC_ONLY,
                "private network",
            ),
            (
                "https://169.254.169.254/",
                NetworkPolicy::PUBLIC_ONLY,
                "private network",
            ),
            ("ftp://x/", NetworkPolicy::WITH_PRIVATE, "invalid URL"),
            (
                "https://u:p@proxy.example/",
                NetworkPolicy::WITH_PRIVATE,
                "more than a server and a path",
            ),
            (
                "https://proxy.example/?x=1",
                NetworkPolicy::WITH_PRIVATE,
                "more than a server and a path",
            ),
        ] {
            assert!(
                request_error(at(endpoint), network).contains(words),
                "{endpoint}: {}",
                request_error(at(endpoint), network)
            );
        }
    }
}
