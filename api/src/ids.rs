//! Typed identifiers: one kind of id cannot be passed for another.

use sea_orm::prelude::Uuid;

macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(pub Uuid);

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                self.0.fmt(f)
            }
        }
    };
}

id!(
    /// An organization: the owner of rows.
    TenantId
);
id!(
    /// A person who can sign in.
    PersonId
);
id!(
    /// A signed-in browser or device.
    SessionId
);
id!(
    /// A run of Data Sync.
    RunId
);
