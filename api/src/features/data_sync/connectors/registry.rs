//! Generates the types and the dispatch of the data sources from the table of connectors, so that
//! a kind is listed once and none can be left out.

use serde::de::DeserializeOwned;
use sources::SourceError;

/// Generates from lines `Kind = "name" => Connector` the enum of kinds, the unions of requests and
/// responses, and [`ConfiguredSource`](super::ConfiguredSource), which calls the connector of its
/// kind. The name is that of the API and of stored sources.
macro_rules! connector_registry {
    ($($(#[$doc:meta])* $kind:ident = $name:tt => $connector:ty,)+) => {
        /// Kind of a data source.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
        pub enum SourceKind {
            $($(#[$doc])* #[oai(rename = $name)] $kind,)+
        }

        impl SourceKind {
            /// Every kind.
            pub const ALL: &[Self] = &[$(Self::$kind),+];

            /// The name in the API and in stored sources.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$kind => $name,)+
                }
            }

            /// The kind of a stored source. An unknown name is an error: it is never read as
            /// another kind.
            pub fn from_name(name: &str) -> Result<Self, SourceError> {
                match name {
                    $($name => Ok(Self::$kind),)+
                    unknown => Err(SourceError::Unusable(format!(
                        "The stored source has the unknown kind \"{unknown}\". Set the source again."
                    ))),
                }
            }
        }

        /// A source to set or to test.
        #[derive(Union)]
        #[oai(discriminator_name = "kind", one_of)]
        pub enum SourceInput {
            $($(#[$doc])* #[oai(mapping = $name)] $kind(<$connector as Connector>::Input),)+
        }

        impl TaggedUnion for SourceInput {
            const DISCRIMINATOR: &'static str = "kind";
            const VARIANTS: &'static [&'static str] = &[$($name),+];
        }

        /// The data source of the organization.
        #[derive(Union)]
        #[oai(discriminator_name = "kind", one_of)]
        pub enum Source {
            /// No source is set yet.
            #[oai(mapping = "none")]
            None(NoSource),
            $($(#[$doc])* #[oai(mapping = $name)] $kind(<$connector as Connector>::Response),)+
        }

        /// A source of any kind, with its secret.
        pub enum ConfiguredSource {
            $($(#[$doc])* $kind($connector),)+
        }

        impl ConfiguredSource {
            /// Validates a request.
            pub fn from_input(
                input: &SourceInput,
                network: NetworkPolicy,
            ) -> Result<Self, SourceError> {
                match input {
                    $(SourceInput::$kind(input) => {
                        <$connector>::from_input(input, network).map(Self::$kind)
                    })+
                }
            }

            /// Restores a stored source with its decrypted secret.
            pub fn from_row(
                row: &Model,
                secret: Option<String>,
                network: NetworkPolicy,
            ) -> Result<Self, SourceError> {
                match SourceKind::from_name(&row.kind)? {
                    $(SourceKind::$kind => {
                        let settings = parse_settings(&row.settings)?;
                        <$connector>::from_stored(settings, secret, network).map(Self::$kind)
                    })+
                }
            }

            /// The kind.
            pub fn kind(&self) -> SourceKind {
                match self {
                    $(Self::$kind(_) => SourceKind::$kind,)+
                }
            }

            /// The settings to store, as JSON. They contain no secret.
            pub fn settings_json(&self) -> serde_json::Result<String> {
                match self {
                    $(Self::$kind(source) => serde_json::to_string(source.settings()),)+
                }
            }

            /// The secret to encrypt and store.
            pub fn secret(&self) -> Option<&str> {
                match self {
                    $(Self::$kind(source) => source.secret(),)+
                }
            }

            /// Whether the row leads to the same rows. Credentials and TLS settings do not matter.
            pub fn is_same_source(&self, row: &Model) -> bool {
                row.kind == self.kind().name()
                    && match self {
                        $(Self::$kind(source) => parse_settings(&row.settings)
                            .is_ok_and(|stored| source.is_same_source(&stored)),)+
                    }
            }

            /// Opens the source for reading.
            pub async fn open(
                &self,
                context: &OpenContext<'_>,
            ) -> Result<Arc<dyn Warehouse>, SourceError> {
                match self {
                    $(Self::$kind(source) => source.open(context).await,)+
                }
            }

            /// Tests the connection: lists the tables of the source.
            pub async fn test(
                &self,
                context: &OpenContext<'_>,
                layouts: &Layouts,
            ) -> Result<SourceContents, SourceError> {
                match self {
                    $(Self::$kind(source) => source.test(context, layouts).await,)+
                }
            }
        }

        impl Source {
            /// A stored source as the API returns it, without its secret.
            pub fn from_row(row: &Model) -> Result<Self, SourceError> {
                Ok(match SourceKind::from_name(&row.kind)? {
                    $(SourceKind::$kind => Self::$kind(<$connector>::to_response(
                        parse_settings(&row.settings)?,
                        row.updated_at,
                    )),)+
                })
            }
        }
    };
}

pub(super) use connector_registry;

/// The settings of a stored source.
pub(super) fn parse_settings<T: DeserializeOwned>(json: &str) -> Result<T, SourceError> {
    serde_json::from_str(json).map_err(|_| invalid_stored_source())
}

/// The error of a stored source that lacks its settings or its secret.
pub(super) fn invalid_stored_source() -> SourceError {
    SourceError::Unusable("The stored source is invalid. Set the source again.".to_owned())
}
