//! The configuration of a data source: parsed from a request or a row, stored, and returned without
//! secrets.

use crate::auth::Vault;
use crate::features::data_sync::source::{
    BigQueryAddress, DatasetRequest, PostgresAddress, ServiceAccount, SourceError,
};
use crate::features::data_sync::wire::{Source, SourceInput, SourceInputKind, SourceKind};
use crate::http::{ApiError, parse_stored_name};
use crate::ids::TenantId;
use crate::outbound::NetworkPolicy;
use entities::data_source::Model;
use serde::de::DeserializeOwned;

impl SourceInputKind {
    /// The name under which the kind is stored, which is that of the API.
    fn as_str(self) -> &'static str {
        match self {
            Self::Files => "files",
            Self::Postgres => "postgres",
            Self::BigQuery => "bigquery",
        }
    }

    /// The kind of a stored source. An unknown kind is an error: it is never read as another one.
    fn from_row(row: &Model) -> Result<Self, SourceError> {
        parse_stored_name(&row.kind).ok_or_else(|| {
            SourceError::Unusable(format!(
                "The stored source has the unknown kind \"{}\". Set the source again.",
                row.kind
            ))
        })
    }
}

/// The configuration of a data source.
pub(super) enum SourceConfig {
    /// A folder, as entered.
    Folder(String),
    /// A PostgreSQL database with its password.
    Postgres {
        address: PostgresAddress,
        password: String,
    },
    /// A BigQuery dataset with its key.
    BigQuery {
        address: BigQueryAddress,
        account: ServiceAccount,
    },
}

impl SourceConfig {
    /// Parses a request. The outer error is an invalid request, the inner error says why the source
    /// is invalid.
    pub(super) fn from_request(
        input: &SourceInput,
        reach: NetworkPolicy,
    ) -> Result<Result<Self, String>, ApiError> {
        reject_unrelated_fields(input)?;
        match input.kind {
            SourceInputKind::Files => Ok(Ok(Self::Folder(
                input.path.as_deref().unwrap_or_default().trim().to_owned(),
            ))),
            SourceInputKind::Postgres => {
                let parsed = PostgresAddress::parse(
                    input.url.as_deref().unwrap_or_default(),
                    input.schema.as_deref(),
                    reach,
                )
                .and_then(|(address, password)| {
                    Ok((
                        address.with_authority(input.ca_certificate.as_deref())?,
                        password,
                    ))
                });
                Ok(parsed
                    .map(|(address, password)| Self::Postgres { address, password })
                    .map_err(|error| error.to_string()))
            }
            SourceInputKind::BigQuery => Ok(parse_bigquery_config(input, reach)),
        }
    }

    /// Reads the configuration from a row and decrypts its secret.
    pub(super) fn from_row(
        row: &Model,
        tenant: TenantId,
        vault: &Vault,
        reach: NetworkPolicy,
    ) -> Result<Self, SourceError> {
        let kind = SourceInputKind::from_row(row)?;
        if kind == SourceInputKind::Files {
            return Ok(Self::Folder(row.location.clone()));
        }
        let invalid = || {
            SourceError::Unusable("The stored source is invalid. Set the source again.".to_owned())
        };
        let (Some(connection), Some(sealed)) = (row.connection_id, &row.sealed_password) else {
            return Err(invalid());
        };
        let secret = vault
            .open_credentials(tenant, connection, sealed)
            .map_err(|error| {
                tracing::error!(%error, %tenant, "the secret of a source cannot be decrypted");
                SourceError::Unusable(
                    "The password or key of the source cannot be decrypted. The installation \
                    secret may have changed. Set the source again."
                        .to_owned(),
                )
            })?;
        if kind == SourceInputKind::BigQuery {
            // The network policy applies to stored sources too: the installation may have become
            // `hosted` since.
            let account = ServiceAccount::parse(&secret, reach)
                .map_err(|error| SourceError::Unusable(error.to_string()))?;
            let address = stored_address(row, kind).ok_or_else(invalid)?;
            return Ok(Self::BigQuery { address, account });
        }
        Ok(Self::Postgres {
            address: stored_address(row, kind).ok_or_else(invalid)?,
            password: secret,
        })
    }

    /// The secret to encrypt, if the source has one.
    pub(super) fn secret(&self) -> Option<&str> {
        match self {
            Self::Folder(_) => None,
            Self::Postgres { password, .. } => Some(password),
            Self::BigQuery { account, .. } => Some(account.secret()),
        }
    }

    /// The stored name of the kind.
    pub(super) fn kind(&self) -> &'static str {
        match self {
            Self::Folder(_) => SourceInputKind::Files,
            Self::Postgres { .. } => SourceInputKind::Postgres,
            Self::BigQuery { .. } => SourceInputKind::BigQuery,
        }
        .as_str()
    }

    /// The address as stored: without the secret.
    pub(super) fn location(&self) -> String {
        match self {
            Self::Folder(path) => path.clone(),
            Self::Postgres { address, .. } => serde_json::to_string(address).unwrap_or_default(),
            Self::BigQuery { address, .. } => serde_json::to_string(address).unwrap_or_default(),
        }
    }

    /// Whether the row describes the same source. User, password and TLS settings do not matter.
    pub(super) fn is_same_source(&self, row: &Model) -> bool {
        match self {
            Self::Folder(path) => {
                row.kind == SourceInputKind::Files.as_str() && row.location == *path
            }
            Self::BigQuery { address: new, .. } => {
                stored_address::<BigQueryAddress>(row, SourceInputKind::BigQuery).is_some_and(
                    |old| {
                        (&old.project, &old.dataset, &old.api_endpoint)
                            == (&new.project, &new.dataset, &new.api_endpoint)
                    },
                )
            }
            Self::Postgres { address: new, .. } => {
                stored_address::<PostgresAddress>(row, SourceInputKind::Postgres).is_some_and(
                    |old| {
                        (&old.host, old.port, &old.database, &old.schema)
                            == (&new.host, new.port, &new.database, &new.schema)
                    },
                )
            }
        }
    }
}

/// The address stored in a row, if the row has this kind.
fn stored_address<T: DeserializeOwned>(row: &Model, kind: SourceInputKind) -> Option<T> {
    if row.kind == kind.as_str() {
        serde_json::from_str(&row.location).ok()
    } else {
        None
    }
}

/// Rejects fields that belong to another kind of source.
fn reject_unrelated_fields(input: &SourceInput) -> Result<(), ApiError> {
    let fields = [
        (SourceInputKind::Files, "path", input.path.is_some()),
        (SourceInputKind::Postgres, "url", input.url.is_some()),
        (SourceInputKind::Postgres, "schema", input.schema.is_some()),
        (
            SourceInputKind::Postgres,
            "caCertificate",
            input.ca_certificate.is_some(),
        ),
        (
            SourceInputKind::BigQuery,
            "projectId",
            input.project_id.is_some(),
        ),
        (
            SourceInputKind::BigQuery,
            "dataset",
            input.dataset.is_some(),
        ),
        (
            SourceInputKind::BigQuery,
            "location",
            input.location.is_some(),
        ),
        (
            SourceInputKind::BigQuery,
            "serviceAccountKey",
            input.service_account_key.is_some(),
        ),
        (
            SourceInputKind::BigQuery,
            "apiEndpoint",
            input.api_endpoint.is_some(),
        ),
        (
            SourceInputKind::BigQuery,
            "maximumBytesBilled",
            input.maximum_bytes_billed.is_some(),
        ),
    ];
    let Some((_, name, _)) = fields
        .iter()
        .find(|(kind, _, is_set)| *is_set && *kind != input.kind)
    else {
        return Ok(());
    };
    Err(ApiError::unprocessable(
        "source_invalid",
        format!(
            "A source of the kind \"{}\" has no {name}. Remove {name}.",
            input.kind.as_str()
        ),
    ))
}

fn parse_bigquery_config(
    input: &SourceInput,
    reach: NetworkPolicy,
) -> Result<SourceConfig, String> {
    let account = ServiceAccount::parse(
        input.service_account_key.as_deref().unwrap_or_default(),
        reach,
    )
    .map_err(|error| error.to_string())?;
    let request = DatasetRequest {
        project: input.project_id.as_deref().unwrap_or_default(),
        dataset: input.dataset.as_deref().unwrap_or_default(),
        location: input.location.as_deref(),
        api_endpoint: input.api_endpoint.as_deref(),
        maximum_bytes_billed: input.maximum_bytes_billed,
    };
    let address = BigQueryAddress::from_request(request, &account, reach)
        .map_err(|error| error.to_string())?;
    Ok(SourceConfig::BigQuery { address, account })
}

/// The source for the API, without password or key.
pub(super) fn to_wire_source(row: &Model) -> Result<Source, SourceError> {
    let kind = SourceInputKind::from_row(row)?;
    let none = Source {
        updated_at: Some(row.updated_at),
        ..Source::none()
    };
    let invalid =
        || SourceError::Unusable("The stored source is invalid. Set the source again.".to_owned());
    Ok(match kind {
        SourceInputKind::Files => Source {
            kind: SourceKind::Files,
            path: Some(row.location.clone()),
            ..none
        },
        SourceInputKind::Postgres => {
            let address: PostgresAddress = stored_address(row, kind).ok_or_else(invalid)?;
            Source {
                kind: SourceKind::Postgres,
                host: Some(address.host),
                port: Some(address.port),
                database: Some(address.database),
                user: Some(address.user),
                schema: Some(address.schema),
                sslmode: Some(address.tls),
                ca_certificate: address.authority,
                ..none
            }
        }
        SourceInputKind::BigQuery => {
            let address: BigQueryAddress = stored_address(row, kind).ok_or_else(invalid)?;
            Source {
                kind: SourceKind::BigQuery,
                project_id: Some(address.project),
                dataset: Some(address.dataset),
                location: address.location,
                client_email: Some(address.client_email),
                api_endpoint: address.api_endpoint,
                maximum_bytes_billed: Some(address.maximum_bytes_billed),
                ..none
            }
        }
    })
}
