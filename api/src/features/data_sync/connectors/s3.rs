//! A bucket of S3-compatible object storage as a data source.

use super::download_storage::TenantDownloads;
use super::registry::invalid_stored_source;
use super::workbooks::WorkbookWarehouse;
use super::{Connector, OpenContext, SourceContents};
use crate::outbound::NetworkPolicy;
use chrono::{DateTime, Utc};
use poem_openapi::{Enum, Object};
use sources::{
    Layouts, S3Address, S3Request, S3Warehouse, SourceError, Warehouse, check_secret_access_key,
};
use std::sync::Arc;

/// The kind of a bucket of object storage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
pub enum S3Kind {
    /// A bucket of S3-compatible object storage.
    S3,
}

/// A bucket of object storage to read.
#[derive(Clone, Object)]
#[oai(rename_all = "camelCase", deny_unknown_fields)]
pub struct S3SourceInput {
    /// Kind of the source.
    pub kind: S3Kind,
    /// The S3 endpoint, such as `https://storage.googleapis.com`. Default: AWS.
    #[oai(validator(max_length = 2048))]
    pub endpoint: Option<String>,
    /// The region, such as `eu-central-1`. Default with another endpoint than AWS: `us-east-1`.
    #[oai(validator(max_length = 64))]
    pub region: Option<String>,
    /// The bucket with the files.
    #[oai(default, validator(max_length = 222))]
    pub bucket: String,
    /// The folder with the files in the bucket. Default: the whole bucket.
    #[oai(validator(max_length = 512))]
    pub prefix: Option<String>,
    /// Whether the bucket is a part of the path, not of the host. Default: with an endpoint.
    pub path_style: Option<bool>,
    /// The access key ID. For Google Cloud Storage, that of an HMAC key.
    #[oai(default, validator(max_length = 256))]
    pub access_key_id: String,
    /// The secret access key. Encrypted and never returned.
    #[oai(default, validator(max_length = 256), write_only)]
    pub secret_access_key: String,
}

/// A bucket of object storage that is read.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct S3Source {
    /// Kind of the source.
    pub kind: S3Kind,
    /// The S3 endpoint, if it is not that of AWS.
    pub endpoint: Option<String>,
    /// The region.
    pub region: String,
    /// The bucket.
    pub bucket: String,
    /// The folder with the files in the bucket; empty for the whole bucket.
    pub prefix: String,
    /// Whether the bucket is a part of the path, not of the host.
    pub path_style: bool,
    /// The access key ID. The secret access key is never returned.
    pub access_key_id: String,
    /// When the source was last changed.
    pub updated_at: DateTime<Utc>,
}

/// A bucket of object storage.
pub struct S3Connector {
    address: S3Address,
    secret_access_key: String,
}

impl S3Connector {
    fn open_bucket(
        &self,
        context: &OpenContext<'_>,
    ) -> Result<WorkbookWarehouse<S3Warehouse>, SourceError> {
        let bucket = S3Warehouse::new(
            self.address.clone(),
            &self.secret_access_key,
            context.connectors.network_policy,
            context.clock.clone(),
            Arc::new(TenantDownloads::from_context(context)),
        )?;
        Ok(WorkbookWarehouse::new(bucket, context))
    }
}

impl Connector for S3Connector {
    type Input = S3SourceInput;
    type Settings = S3Address;
    type Response = S3Source;

    fn from_input(input: &Self::Input, network: NetworkPolicy) -> Result<Self, SourceError> {
        let request = S3Request {
            endpoint: input.endpoint.as_deref(),
            region: input.region.as_deref(),
            bucket: &input.bucket,
            prefix: input.prefix.as_deref(),
            path_style: input.path_style,
            access_key_id: &input.access_key_id,
        };
        let address = S3Address::from_request(request, network)?;
        let secret = check_secret_access_key(&input.secret_access_key)?;
        Ok(Self {
            address,
            secret_access_key: secret.to_owned(),
        })
    }

    fn from_stored(
        settings: Self::Settings,
        secret: Option<String>,
        _network: NetworkPolicy,
    ) -> Result<Self, SourceError> {
        Ok(Self {
            address: settings,
            secret_access_key: secret.ok_or_else(invalid_stored_source)?,
        })
    }

    fn settings(&self) -> &Self::Settings {
        &self.address
    }

    fn secret(&self) -> Option<&str> {
        Some(&self.secret_access_key)
    }

    fn is_same_source(&self, stored: &Self::Settings) -> bool {
        self.address.has_same_files(stored)
    }

    fn to_response(settings: Self::Settings, updated_at: DateTime<Utc>) -> Self::Response {
        S3Source {
            kind: S3Kind::S3,
            endpoint: settings.endpoint,
            region: settings.region,
            bucket: settings.bucket,
            prefix: settings.prefix,
            path_style: settings.path_style,
            access_key_id: settings.access_key_id,
            updated_at,
        }
    }

    async fn open(&self, context: &OpenContext<'_>) -> Result<Arc<dyn Warehouse>, SourceError> {
        Ok(Arc::new(self.open_bucket(context)?))
    }

    async fn test(
        &self,
        context: &OpenContext<'_>,
        layouts: &Layouts,
    ) -> Result<SourceContents, SourceError> {
        let bucket = Arc::new(self.open_bucket(context)?);
        let tables = bucket.test_tables(layouts).await?;
        Ok(SourceContents::with_other_tables(tables, bucket, layouts).await)
    }
}
