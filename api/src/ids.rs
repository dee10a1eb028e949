//! Typed identifiers: one kind of id cannot be passed for another.

use sea_orm::prelude::Uuid;

macro_rules! typed_id {
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

typed_id!(
    /// An organization: the owner of rows.
    TenantId
);
typed_id!(
    /// A person who can sign in.
    PersonId
);
typed_id!(
    /// A signed-in browser or device.
    SessionId
);
typed_id!(
    /// A run of Data Sync.
    RunId
);
