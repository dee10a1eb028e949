//! The actor of a change, and the origin of the request.

use crate::ids::PersonId;
use sea_orm::prelude::Uuid;

/// The kind of actor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ActorKind {
    /// A signed-in person.
    Person,
    /// An API key.
    ApiKey,
    /// An operator of the installation.
    Operator,
    /// The server itself or its command line.
    System,
}

/// The origin of a request, as far as it is known.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RequestOrigin {
    /// The client's IP address.
    pub address: Option<String>,
    /// The client's user agent.
    pub user_agent: Option<String>,
    /// The id in the response and the server log.
    pub request_id: Option<String>,
}

/// The actor of a change, with the name at that time.
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
            Self::System => "system",
        }
    }
}

impl Actor {
    /// The server itself or its command line.
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

    /// An operator of the installation.
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

    /// The same actor with the origin of the request.
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
