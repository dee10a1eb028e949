//! A place that rows come from, as it is asked for, kept and shown.

use crate::auth::Vault;
use crate::features::data_sync::source::{
    BigQueryAddress, DatasetRequest, PostgresAddress, ServiceAccount, SourceError,
};
use crate::features::data_sync::wire::{Source, SourceInput, SourceKind};
use crate::http::ApiError;
use crate::ids::TenantId;
use crate::outbound::NetworkPolicy;
use entities::data_source::Model;
use serde::de::DeserializeOwned;

const FILES: &str = "files";
const POSTGRES: &str = "postgres";
const BIGQUERY: &str = "bigquery";

/// Where rows come from.
pub(super) enum Place {
    /// A folder, as it was given.
    Folder(String),
    /// A database, with the password.
    Postgres {
        address: PostgresAddress,
        password: String,
    },
    /// A dataset of BigQuery, with the key.
    BigQuery {
        address: BigQueryAddress,
        account: ServiceAccount,
    },
}

impl Place {
    /// What a request means. The outer error is a request that makes no sense, the inner one says
    /// what is wrong with the place.
    pub(super) fn asked(
        input: &SourceInput,
        reach: NetworkPolicy,
    ) -> Result<Result<Self, String>, ApiError> {
        leave_out_foreign(input)?;
        match input.kind.as_str() {
            FILES => Ok(Ok(Self::Folder(
                input.path.as_deref().unwrap_or_default().trim().to_owned(),
            ))),
            POSTGRES => {
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
                    .map_err(|wrong| wrong.to_string()))
            }
            BIGQUERY => Ok(dataset(input, reach)),
            other => {
                let words = format!(
                    "A source of the kind \"{other}\" is not available: kind must be \"{FILES}\", \
                        \"{POSTGRES}\" or \"{BIGQUERY}\"."
                );
                Err(ApiError::unprocessable("unknown_source_kind", words))
            }
        }
    }

    /// The place that is kept in a row.
    pub(super) fn of_row(
        row: &Model,
        tenant: TenantId,
        vault: &Vault,
        reach: NetworkPolicy,
    ) -> Result<Self, SourceError> {
        if row.kind == FILES {
            return Ok(Self::Folder(row.location.clone()));
        }
        let again = || {
            SourceError::Unusable(
                "The source as it is kept cannot be read: set it again.".to_owned(),
            )
        };
        let (Some(connection), Some(sealed)) = (row.connection_id, &row.sealed) else {
            return Err(again());
        };
        let secret = vault
            .open_credentials(tenant, connection, sealed)
            .map_err(|error| {
                tracing::error!(%error, %tenant, "the password of a source cannot be opened");
                SourceError::Unusable(
                    "The password of the source cannot be opened, as after a change of the \
                    installation's secret: set the source again."
                        .to_owned(),
                )
            })?;
        if let Some(address) = kept(row, BIGQUERY) {
            // An installation that has become `hosted` since calls no servers that it would not be
            // given now.
            let account = ServiceAccount::parse(&secret, reach)
                .map_err(|wrong| SourceError::Unusable(wrong.to_string()))?;
            return Ok(Self::BigQuery { address, account });
        }
        Ok(Self::Postgres {
            address: kept(row, POSTGRES).ok_or_else(again)?,
            password: secret,
        })
    }

    /// What is kept sealed.
    pub(super) fn secret(&self) -> Option<&str> {
        match self {
            Self::Folder(_) => None,
            Self::Postgres { password, .. } => Some(password),
            Self::BigQuery { account, .. } => Some(account.secret()),
        }
    }

    pub(super) fn kind(&self) -> &'static str {
        match self {
            Self::Folder(_) => FILES,
            Self::Postgres { .. } => POSTGRES,
            Self::BigQuery { .. } => BIGQUERY,
        }
    }

    /// The place as it is kept: without the password.
    pub(super) fn location(&self) -> String {
        match self {
            Self::Folder(path) => path.clone(),
            Self::Postgres { address, .. } => serde_json::to_string(address).unwrap_or_default(),
            Self::BigQuery { address, .. } => serde_json::to_string(address).unwrap_or_default(),
        }
    }

    /// Whether rows from here are those of the row's place: a database stays the same whoever
    /// enters and however.
    pub(super) fn is_at(&self, row: &Model) -> bool {
        match self {
            Self::Folder(path) => row.kind == FILES && row.location == *path,
            Self::BigQuery { address: new, .. } => kept::<BigQueryAddress>(row, BIGQUERY)
                .is_some_and(|old| {
                    (&old.project, &old.dataset, &old.api_endpoint)
                        == (&new.project, &new.dataset, &new.api_endpoint)
                }),
            Self::Postgres { address: new, .. } => kept::<PostgresAddress>(row, POSTGRES)
                .is_some_and(|old| {
                    (&old.host, old.port, &old.database, &old.schema)
                        == (&new.host, new.port, &new.database, &new.schema)
                }),
        }
    }
}

/// The address that is kept in a row of this kind.
fn kept<T: DeserializeOwned>(row: &Model, kind: &str) -> Option<T> {
    if row.kind == kind {
        serde_json::from_str(&row.location).ok()
    } else {
        None
    }
}

/// What belongs to another kind of source is refused: whoever sends it means something else than
/// what would be set.
fn leave_out_foreign(input: &SourceInput) -> Result<(), ApiError> {
    let given = [
        (FILES, "path", input.path.is_some()),
        (POSTGRES, "url", input.url.is_some()),
        (POSTGRES, "schema", input.schema.is_some()),
        (POSTGRES, "caCertificate", input.ca_certificate.is_some()),
        (BIGQUERY, "projectId", input.project_id.is_some()),
        (BIGQUERY, "dataset", input.dataset.is_some()),
        (BIGQUERY, "location", input.location.is_some()),
        (
            BIGQUERY,
            "serviceAccountKey",
            input.service_account_key.is_some(),
        ),
        (BIGQUERY, "apiEndpoint", input.api_endpoint.is_some()),
        (
            BIGQUERY,
            "maximumBytesBilled",
            input.maximum_bytes_billed.is_some(),
        ),
    ];
    let known = given.iter().any(|(kind, ..)| *kind == input.kind);
    let Some((_, name, _)) = given
        .iter()
        .find(|(kind, _, given)| *given && known && *kind != input.kind)
    else {
        return Ok(());
    };
    Err(ApiError::unprocessable(
        "source_refused",
        format!(
            "A source of the kind \"{}\" has no {name}: leave it out.",
            input.kind
        ),
    ))
}

fn dataset(input: &SourceInput, reach: NetworkPolicy) -> Result<Place, String> {
    let account = ServiceAccount::parse(
        input.service_account_key.as_deref().unwrap_or_default(),
        reach,
    )
    .map_err(|wrong| wrong.to_string())?;
    let asked = DatasetRequest {
        project: input.project_id.as_deref().unwrap_or_default(),
        dataset: input.dataset.as_deref().unwrap_or_default(),
        location: input.location.as_deref(),
        api_endpoint: input.api_endpoint.as_deref(),
        maximum_bytes_billed: input.maximum_bytes_billed,
    };
    let address =
        BigQueryAddress::from_request(asked, &account, reach).map_err(|wrong| wrong.to_string())?;
    Ok(Place::BigQuery { address, account })
}

/// The place for people; never a password or a key.
pub(super) fn shown(row: &Model) -> Source {
    let none = Source {
        updated_at: Some(row.updated_at),
        ..Source::none()
    };
    if let Some(PostgresAddress {
        host,
        port,
        database,
        user,
        schema,
        tls,
        authority,
    }) = kept(row, POSTGRES)
    {
        return Source {
            kind: SourceKind::Postgres,
            host: Some(host),
            port: Some(port),
            database: Some(database),
            user: Some(user),
            schema: Some(schema),
            sslmode: Some(tls),
            ca_certificate: authority,
            ..none
        };
    }
    if let Some(BigQueryAddress {
        project,
        dataset,
        location,
        client_email,
        api_endpoint,
        maximum_bytes_billed,
    }) = kept(row, BIGQUERY)
    {
        return Source {
            kind: SourceKind::BigQuery,
            project_id: Some(project),
            dataset: Some(dataset),
            location,
            client_email: Some(client_email),
            api_endpoint,
            maximum_bytes_billed: Some(maximum_bytes_billed),
            ..none
        };
    }
    Source {
        kind: SourceKind::Files,
        path: Some(row.location.clone()),
        ..none
    }
}
