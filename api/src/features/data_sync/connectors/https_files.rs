//! Files at https addresses, one for each table, as a data source.

use super::download_storage::TenantDownloads;
use super::file_inspector::FileInspector;
use super::{Connector, OpenContext, SourceContents};
use crate::outbound::NetworkPolicy;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use chrono::{DateTime, Utc};
use file_warehouse::HttpsFilesWarehouse;
use poem_openapi::{Enum, Object};
use serde::{Deserialize, Serialize};
use sources::{FileDownloader, FileUrl, Layouts, SourceError, SourceTable, Warehouse};
use std::sync::Arc;

mod file_warehouse;

/// The kind of files at https addresses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
pub enum HttpsFilesKind {
    /// Files at https addresses.
    HttpsFiles,
}

/// The address of the file of a table.
#[derive(Clone, Debug, PartialEq, Eq, Object, Serialize, Deserialize)]
#[oai(rename_all = "camelCase", deny_unknown_fields)]
pub struct TableFileUrl {
    /// The source table, such as `inventory_data`.
    #[oai(validator(max_length = 64))]
    pub source_table: String,
    /// The https address of a CSV file, workbook or Parquet file, or the link of a Google Sheet.
    /// Members who can see the source can see it.
    #[oai(validator(max_length = 2048))]
    pub url: String,
}

/// Files at https addresses to read.
#[derive(Clone, Object)]
#[oai(rename_all = "camelCase", deny_unknown_fields)]
pub struct HttpsFilesSourceInput {
    /// Kind of the source.
    pub kind: HttpsFilesKind,
    /// The files, at most one for each table.
    #[oai(default, validator(max_items = 9))]
    pub files: Vec<TableFileUrl>,
    /// The user, if the server asks for a user and password.
    #[oai(validator(max_length = 256))]
    pub user: Option<String>,
    /// With a user, the password; otherwise a bearer token. Encrypted and never returned.
    #[oai(validator(max_length = 4096), write_only)]
    pub secret: Option<String>,
}

/// Files at https addresses that are read.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct HttpsFilesSource {
    /// Kind of the source.
    pub kind: HttpsFilesKind,
    /// The files. The link of a Google Sheet is returned as the address of its export.
    pub files: Vec<TableFileUrl>,
    /// The user. The password is never returned.
    pub user: Option<String>,
    /// Whether a password or token is set.
    pub has_secret: bool,
    /// When the source was last changed.
    pub updated_at: DateTime<Utc>,
}

/// The settings of files at https addresses.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HttpsFilesSettings {
    files: Vec<TableFileUrl>,
    user: Option<String>,
    has_secret: bool,
}

/// Files at https addresses.
pub struct HttpsFilesConnector {
    settings: HttpsFilesSettings,
    files: Vec<(SourceTable, FileUrl)>,
    secret: Option<String>,
}

fn unusable(message: impl Into<String>) -> SourceError {
    SourceError::Unusable(message.into())
}

/// A value without spaces around it; `None` if nothing is left.
fn trim_entry(text: Option<&String>) -> Option<String> {
    let text = text.map(|text| text.trim()).unwrap_or_default();
    (!text.is_empty()).then(|| text.to_owned())
}

/// Validates the addresses. A stored one may be refused later, if the network policy changed.
fn parse_files(
    files: &[TableFileUrl],
    network: NetworkPolicy,
) -> Result<Vec<(SourceTable, FileUrl)>, SourceError> {
    let mut parsed: Vec<(SourceTable, FileUrl)> = Vec::new();
    for file in files {
        let id = file.source_table.trim();
        let table = SourceTable::from_id(id).ok_or_else(|| {
            let tables = SourceTable::list_ids();
            unusable(format!(
                "\"{id}\" is not a source table. Use one of {tables}."
            ))
        })?;
        if parsed.iter().any(|(other, _)| *other == table) {
            return Err(unusable(format!(
                "{id} has two addresses. Keep one of them."
            )));
        }
        parsed.push((table, FileUrl::parse(id, &file.url, network)?));
    }
    if parsed.is_empty() {
        return Err(unusable(
            "Enter the https address of at least one file, or the link of a Google Sheet.",
        ));
    }
    Ok(parsed)
}

impl HttpsFilesConnector {
    /// The header that authorizes downloads.
    fn authorization(&self) -> Option<String> {
        let secret = self.secret.as_ref()?;
        Some(match &self.settings.user {
            Some(user) => format!("Basic {}", STANDARD.encode(format!("{user}:{secret}"))),
            None => format!("Bearer {secret}"),
        })
    }

    fn open_warehouse(
        &self,
        context: &OpenContext<'_>,
    ) -> Result<HttpsFilesWarehouse, SourceError> {
        let connectors = context.connectors;
        Ok(HttpsFilesWarehouse {
            downloader: FileDownloader::new(
                connectors.network_policy,
                self.authorization(),
                connectors.uploads.max_file_bytes(),
            )?,
            files: self.files.clone(),
            inspector: FileInspector::from_context(context, "Enter its address at"),
            downloads: TenantDownloads::from_context(context),
        })
    }
}

impl Connector for HttpsFilesConnector {
    type Input = HttpsFilesSourceInput;
    type Settings = HttpsFilesSettings;
    type Response = HttpsFilesSource;

    fn from_input(input: &Self::Input, network: NetworkPolicy) -> Result<Self, SourceError> {
        let files = parse_files(&input.files, network)?;
        let (user, secret) = (
            trim_entry(input.user.as_ref()),
            trim_entry(input.secret.as_ref()),
        );
        if user.is_some() && secret.is_none() {
            return Err(unusable("Enter the password of the user."));
        }
        if user.as_ref().is_some_and(|user| user.contains(':')) {
            return Err(unusable("The user must not contain a colon."));
        }
        if secret.as_ref().is_some_and(|secret| {
            user.is_none() && !secret.bytes().all(|byte| byte.is_ascii_graphic())
        }) {
            return Err(unusable(
                "The token must consist of letters, digits and signs only.",
            ));
        }
        let is_one_server = files.windows(2).all(|pair| match pair {
            [(_, one), (_, other)] => one.is_same_server(other),
            _ => true,
        });
        if secret.is_some() && !is_one_server {
            return Err(unusable(
                "The password or token is sent to one server only. Use addresses of one server, or \
                 remove the password or token.",
            ));
        }
        let settings = HttpsFilesSettings {
            files: files
                .iter()
                .map(|(table, url)| TableFileUrl {
                    source_table: table.id().to_owned(),
                    url: url.as_str().to_owned(),
                })
                .collect(),
            user,
            has_secret: secret.is_some(),
        };
        Ok(Self {
            settings,
            files,
            secret,
        })
    }

    fn from_stored(
        settings: Self::Settings,
        secret: Option<String>,
        network: NetworkPolicy,
    ) -> Result<Self, SourceError> {
        if settings.has_secret && secret.is_none() {
            return Err(super::registry::invalid_stored_source());
        }
        Ok(Self {
            files: parse_files(&settings.files, network)?,
            settings,
            secret,
        })
    }

    fn settings(&self) -> &Self::Settings {
        &self.settings
    }

    fn secret(&self) -> Option<&str> {
        self.secret.as_deref()
    }

    fn is_same_source(&self, stored: &Self::Settings) -> bool {
        self.settings.files == stored.files
    }

    fn to_response(settings: Self::Settings, updated_at: DateTime<Utc>) -> Self::Response {
        HttpsFilesSource {
            kind: HttpsFilesKind::HttpsFiles,
            files: settings.files,
            user: settings.user,
            has_secret: settings.has_secret,
            updated_at,
        }
    }

    async fn open(&self, context: &OpenContext<'_>) -> Result<Arc<dyn Warehouse>, SourceError> {
        Ok(Arc::new(self.open_warehouse(context)?))
    }

    async fn test(
        &self,
        context: &OpenContext<'_>,
        layouts: &Layouts,
    ) -> Result<SourceContents, SourceError> {
        Ok(SourceContents {
            tables: self.open_warehouse(context)?.test_files(layouts).await?,
            other_tables: Vec::new(),
            warehouse: None,
        })
    }
}
