//! Who did something, and where the wish came from.

use crate::ids::PersonId;
use sea_orm::prelude::Uuid;

/// What sort of author.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ActorKind {
    /// Somebody who is signed in.
    Person,
    /// A program with an API key.
    ApiKey,
    /// Somebody who runs the installation, and decided something about the organization.
    Operator,
    /// The server by itself, or its operator's command line.
    System,
}

/// Where a wish came from, as far as it is known.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RequestOrigin {
    /// The caller's network address.
    pub address: Option<String>,
    /// What the caller's program says of itself.
    pub user_agent: Option<String>,
    /// The id that the answer and the log share.
    pub request_id: Option<String>,
}

/// Who did something. Names are kept as they are at that moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Actor {
    kind: ActorKind,
    id: Option<Uuid>,
    name: String,
    origin: RequestOrigin,
}

impl ActorKind {
    /// The name in the log and the API.
    pub fn name(self) -> &'static str {
        match self {
            Self::Person => "person",
            Self::ApiKey => "api_key",
            Self::Operator => "operator",
            Self::System => "sprout",
        }
    }
}

impl Actor {
    /// The server by itself, or its operator.
    pub fn system() -> Self {
        Self {
            kind: ActorKind::System,
            id: None,
            name: "Sprout".to_owned(),
            origin: RequestOrigin::default(),
        }
    }

    /// A person.
    pub fn for_person(id: PersonId, name: &str) -> Self {
        Self {
            kind: ActorKind::Person,
            id: Some(id.0),
            name: name.to_owned(),
            origin: RequestOrigin::default(),
        }
    }

    /// Somebody who runs the installation, as such.
    pub fn for_operator(id: PersonId, name: &str) -> Self {
        Self {
            kind: ActorKind::Operator,
            id: Some(id.0),
            name: name.to_owned(),
            origin: RequestOrigin::default(),
        }
    }

    /// An API key.
    pub fn for_api_key(id: Uuid, name: &str) -> Self {
        Self {
            kind: ActorKind::ApiKey,
            id: Some(id),
            name: name.to_owned(),
            origin: RequestOrigin::default(),
        }
    }

    /// The same author, calling from there.
    #[must_use]
    pub fn with_origin(self, origin: RequestOrigin) -> Self {
        Self { origin, ..self }
    }

    pub(super) fn kind(&self) -> ActorKind {
        self.kind
    }

    pub(in crate::db) fn id(&self) -> Option<Uuid> {
        self.id
    }

    pub(in crate::db) fn name(&self) -> &str {
        &self.name
    }

    pub(in crate::db) fn origin(&self) -> &RequestOrigin {
        &self.origin
    }
}
