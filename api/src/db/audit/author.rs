//! Who did something, and where the wish came from.

use crate::ids::PersonId;
use sea_orm::prelude::Uuid;

/// What sort of author.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AuthorKind {
    /// Somebody who is signed in.
    Person,
    /// A program with an API key.
    ApiKey,
    /// Somebody who runs the installation, and decided something about the organization.
    Operator,
    /// The server by itself, or its operator's command line.
    Sprout,
}

/// Where a wish came from, as far as it is known.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Origin {
    /// The caller's network address.
    pub address: Option<String>,
    /// What the caller's program says of itself.
    pub user_agent: Option<String>,
    /// The id that the answer and the log share.
    pub request_id: Option<String>,
}

/// Who did something. Names are kept as they are at that moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Author {
    kind: AuthorKind,
    id: Option<Uuid>,
    name: String,
    origin: Origin,
}

impl AuthorKind {
    /// The name in the log and the API.
    pub fn name(self) -> &'static str {
        match self {
            Self::Person => "person",
            Self::ApiKey => "api_key",
            Self::Operator => "operator",
            Self::Sprout => "sprout",
        }
    }
}

impl Author {
    /// The server by itself, or its operator.
    pub fn sprout() -> Self {
        Self {
            kind: AuthorKind::Sprout,
            id: None,
            name: "Sprout".to_owned(),
            origin: Origin::default(),
        }
    }

    /// A person.
    pub fn person(id: PersonId, name: &str) -> Self {
        Self {
            kind: AuthorKind::Person,
            id: Some(id.0),
            name: name.to_owned(),
            origin: Origin::default(),
        }
    }

    /// Somebody who runs the installation, as such.
    pub fn operator(id: PersonId, name: &str) -> Self {
        Self {
            kind: AuthorKind::Operator,
            id: Some(id.0),
            name: name.to_owned(),
            origin: Origin::default(),
        }
    }

    /// An API key.
    pub fn api_key(id: Uuid, name: &str) -> Self {
        Self {
            kind: AuthorKind::ApiKey,
            id: Some(id),
            name: name.to_owned(),
            origin: Origin::default(),
        }
    }

    /// The same author, calling from there.
    #[must_use]
    pub fn calling_from(self, origin: Origin) -> Self {
        Self { origin, ..self }
    }

    pub(super) fn kind(&self) -> AuthorKind {
        self.kind
    }

    pub(in crate::db) fn id(&self) -> Option<Uuid> {
        self.id
    }

    pub(in crate::db) fn name(&self) -> &str {
        &self.name
    }

    pub(in crate::db) fn origin(&self) -> &Origin {
        &self.origin
    }
}
