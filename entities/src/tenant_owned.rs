//! Marks the tables whose rows belong to one tenant.

use sea_orm::EntityTrait;

/// A table whose rows belong to exactly one organization; `tenant_id` comes first in its primary
/// key.
pub trait TenantOwned: EntityTrait {
    /// The column that names the owner.
    const TENANT: Self::Column;
}

#[doc(hidden)]
#[macro_export]
macro_rules! tenant_owned {
    () => {
        impl $crate::TenantOwned for Entity {
            const TENANT: Column = Column::TenantId;
        }
    };
}
