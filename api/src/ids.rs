//! Typed ids, so that ids of different kinds cannot be confused.

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
    /// An organization, the owner of tenant data.
    TenantId
);
typed_id!(
    /// A user.
    PersonId
);
typed_id!(
    /// A session of a user.
    SessionId
);
typed_id!(
    /// A Data Sync run.
    RunId
);
typed_id!(
    /// Files that are uploaded to be imported together.
    UploadId
);
