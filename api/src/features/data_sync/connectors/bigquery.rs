//! A dataset of BigQuery as a data source.

use super::registry::invalid_stored_source;
use super::{Connector, OpenContext};
use crate::outbound::NetworkPolicy;
use chrono::{DateTime, Utc};
use poem_openapi::{Enum, Object};
use sources::{
    BigQueryAddress, BigQueryWarehouse, DatasetError, DatasetRequest, ServiceAccount, SourceError,
    Warehouse,
};
use std::sync::Arc;

/// The kind of a BigQuery dataset.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
pub enum BigQueryKind {
    /// A dataset of BigQuery.
    #[oai(rename = "bigquery")]
    BigQuery,
}

/// A BigQuery dataset to read.
#[derive(Clone, Object)]
#[oai(rename_all = "camelCase", deny_unknown_fields)]
pub struct BigQuerySourceInput {
    /// Kind of the source.
    pub kind: BigQueryKind,
    /// The project that contains the dataset and is billed for queries.
    #[oai(default, validator(max_length = 120))]
    pub project_id: String,
    /// The dataset with the tables.
    #[oai(default, validator(max_length = 1024))]
    pub dataset: String,
    /// The location of the dataset, such as `US`. Default: detected.
    #[oai(validator(max_length = 64))]
    pub location: Option<String>,
    /// The JSON key file of the service account. The key is encrypted and never returned.
    #[oai(default, validator(max_length = 16384), write_only)]
    pub service_account_key: String,
    /// An API endpoint other than Google's, such as an emulator.
    #[oai(validator(max_length = 2048))]
    pub api_endpoint: Option<String>,
    /// The maximum bytes billed for reading one table. A table that needs more is not read.
    /// Default: 10 GiB.
    #[oai(validator(minimum(value = "1"), maximum(value = "1125899906842624")))]
    pub maximum_bytes_billed: Option<u64>,
}

/// A BigQuery dataset that is read.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct BigQuerySource {
    /// Kind of the source.
    pub kind: BigQueryKind,
    /// The project.
    pub project_id: String,
    /// The dataset.
    pub dataset: String,
    /// The configured location of the dataset.
    pub location: Option<String>,
    /// The service account. Its key is never returned.
    pub client_email: String,
    /// The API endpoint, if it is not Google's.
    pub api_endpoint: Option<String>,
    /// The maximum bytes billed for reading one table.
    pub maximum_bytes_billed: u64,
    /// When the source was last changed.
    pub updated_at: DateTime<Utc>,
}

/// A dataset of BigQuery.
pub struct BigQueryConnector {
    address: BigQueryAddress,
    account: ServiceAccount,
}

impl Connector for BigQueryConnector {
    type Input = BigQuerySourceInput;
    type Settings = BigQueryAddress;
    type Response = BigQuerySource;

    fn from_input(input: &Self::Input, network: NetworkPolicy) -> Result<Self, SourceError> {
        let account =
            ServiceAccount::parse(&input.service_account_key, network).map_err(to_source_error)?;
        let request = DatasetRequest {
            project: &input.project_id,
            dataset: &input.dataset,
            location: input.location.as_deref(),
            api_endpoint: input.api_endpoint.as_deref(),
            maximum_bytes_billed: input.maximum_bytes_billed,
        };
        let address =
            BigQueryAddress::from_request(request, &account, network).map_err(to_source_error)?;
        Ok(Self { address, account })
    }

    fn from_stored(
        settings: Self::Settings,
        secret: Option<String>,
        network: NetworkPolicy,
    ) -> Result<Self, SourceError> {
        let secret = secret.ok_or_else(invalid_stored_source)?;
        // The installation may have become `hosted` since the source was stored.
        let account = ServiceAccount::parse(&secret, network).map_err(to_source_error)?;
        Ok(Self {
            address: settings,
            account,
        })
    }

    fn settings(&self) -> &Self::Settings {
        &self.address
    }

    fn secret(&self) -> Option<&str> {
        Some(self.account.secret())
    }

    fn is_same_source(&self, stored: &Self::Settings) -> bool {
        let BigQueryAddress {
            project,
            dataset,
            api_endpoint,
            ..
        } = &self.address;
        (project, dataset, api_endpoint) == (&stored.project, &stored.dataset, &stored.api_endpoint)
    }

    fn to_response(settings: Self::Settings, updated_at: DateTime<Utc>) -> Self::Response {
        BigQuerySource {
            kind: BigQueryKind::BigQuery,
            project_id: settings.project,
            dataset: settings.dataset,
            location: settings.location,
            client_email: settings.client_email,
            api_endpoint: settings.api_endpoint,
            maximum_bytes_billed: settings.maximum_bytes_billed,
            updated_at,
        }
    }

    async fn open(&self, context: &OpenContext<'_>) -> Result<Arc<dyn Warehouse>, SourceError> {
        Ok(Arc::new(BigQueryWarehouse::new(
            self.address.clone(),
            self.account.clone(),
            context.connectors.network_policy,
            context.clock.clone(),
            context.entropy.clone(),
        )?))
    }
}

#[expect(
    clippy::needless_pass_by_value,
    reason = "passed to map_err, which gives the error away"
)]
fn to_source_error(error: DatasetError) -> SourceError {
    SourceError::Unusable(error.to_string())
}
