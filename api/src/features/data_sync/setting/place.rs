//! A place that rows come from, as it is asked for, kept and shown.

use crate::auth::Vault;
use crate::features::data_sync::source::{PostgresAddress, SourceError};
use crate::features::data_sync::wire::{Source, SourceInput, SourceKind};
use crate::http::ApiError;
use crate::ids::TenantId;
use crate::outbound::Reach;
use entities::data_source::Model;

const FILES: &str = "files";
const POSTGRES: &str = "postgres";

/// Where rows come from.
pub(super) enum Place {
    /// A folder, as it was given.
    Folder(String),
    /// A database, with the password.
    Postgres { address: PostgresAddress, password: String },
}

impl Place {
    /// What a request means. The outer error is a request that makes no sense, the inner one says what is wrong with the place.
    pub(super) fn asked(input: &SourceInput, reach: Reach) -> Result<Result<Self, String>, ApiError> {
        let without = |name: &str, given: bool| {
            let words = format!("A source of the kind \"{}\" has no {name}: leave it out.", input.kind);
            if given { Err(ApiError::invalid("source_refused", words)) } else { Ok(()) }
        };
        match input.kind.as_str() {
            FILES => {
                without("url", input.url.is_some())?;
                without("schema", input.schema.is_some())?;
                Ok(Ok(Self::Folder(input.path.as_deref().unwrap_or_default().trim().to_owned())))
            }
            POSTGRES => {
                without("path", input.path.is_some())?;
                let parsed = PostgresAddress::parse(input.url.as_deref().unwrap_or_default(), input.schema.as_deref(), reach);
                Ok(parsed.map(|(address, password)| Self::Postgres { address, password }).map_err(|wrong| wrong.to_string()))
            }
            other => {
                let words = format!("A source of the kind \"{other}\" is not available: kind must be \"{FILES}\" or \"{POSTGRES}\".");
                Err(ApiError::invalid("unknown_source_kind", words))
            }
        }
    }

    /// The place that is kept in a row.
    pub(super) fn of_row(row: &Model, tenant: TenantId, vault: &Vault) -> Result<Self, SourceError> {
        if row.kind == FILES {
            return Ok(Self::Folder(row.location.clone()));
        }
        let again = || SourceError::Unusable("The source as it is kept cannot be read: set it again.".to_owned());
        let address = address(row).ok_or_else(again)?;
        let (Some(connection), Some(sealed)) = (row.connection_id, &row.sealed) else { return Err(again()) };
        let password = vault.open(tenant, connection, sealed).map_err(|error| {
            tracing::error!(%error, %tenant, "the password of a source cannot be opened");
            SourceError::Unusable(
                "The password of the source cannot be opened, as after a change of the installation's secret: set the source again.".to_owned(),
            )
        })?;
        Ok(Self::Postgres { address, password })
    }

    pub(super) fn kind(&self) -> &'static str {
        match self {
            Self::Folder(_) => FILES,
            Self::Postgres { .. } => POSTGRES,
        }
    }

    /// The place as it is kept: without the password.
    pub(super) fn location(&self) -> String {
        match self {
            Self::Folder(path) => path.clone(),
            Self::Postgres { address, .. } => serde_json::to_string(address).unwrap_or_default(),
        }
    }

    /// Whether rows from here are those of the row's place: a database stays the same whoever enters and however.
    pub(super) fn is_at(&self, row: &Model) -> bool {
        match self {
            Self::Folder(path) => row.kind == FILES && row.location == *path,
            Self::Postgres { address: new, .. } => {
                address(row).is_some_and(|old| (&old.host, old.port, &old.database, &old.schema) == (&new.host, new.port, &new.database, &new.schema))
            }
        }
    }
}

fn address(row: &Model) -> Option<PostgresAddress> {
    if row.kind == POSTGRES { serde_json::from_str(&row.location).ok() } else { None }
}

/// The place for people; never a password.
pub(super) fn shown(row: &Model) -> Source {
    let none = Source { updated_at: Some(row.updated_at), ..Source::none() };
    match address(row) {
        Some(PostgresAddress { host, port, database, user, schema, tls }) => Source {
            kind: SourceKind::Postgres,
            host: Some(host),
            port: Some(port),
            database: Some(database),
            user: Some(user),
            schema: Some(schema),
            sslmode: Some(tls),
            ..none
        },
        None => Source { kind: SourceKind::Files, path: Some(row.location.clone()), ..none },
    }
}
