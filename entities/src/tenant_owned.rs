//! The trait of tables whose rows belong to tenants.

use sea_orm::EntityTrait;

/// A table whose rows each belong to one organization. `tenant_id` is the first column of its
/// primary key.
pub trait TenantOwned: EntityTrait {
    /// The column with the organization.
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
