//! Permissions, and the table of roles that have them.

use poem_openapi::Enum;

/// A set of permissions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Permissions(u32);

impl Permissions {
    /// Whether `permission` is in the set.
    pub fn contains(self, permission: Permission) -> bool {
        self.0 & (1 << permission as u32) != 0
    }

    /// The permissions with these names. Unknown names are ignored.
    pub fn from_names<'a>(names: impl IntoIterator<Item = &'a str>) -> Self {
        Self(
            names
                .into_iter()
                .filter_map(Permission::from_name)
                .fold(0, |set, permission| set | 1 << permission as u32),
        )
    }

    /// The set of these permissions.
    pub fn from_permissions(permissions: &[Permission]) -> Self {
        Self(
            permissions
                .iter()
                .fold(0, |set, permission| set | 1 << *permission as u32),
        )
    }

    /// The permissions in both sets.
    #[must_use]
    pub fn intersection(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// The subset that an API key may have.
    #[must_use]
    pub fn grantable_to_api_keys(self) -> Self {
        Self(
            Permission::ALL
                .iter()
                .filter(|permission| permission.is_grantable_to_api_keys())
                .fold(0, |set, permission| set | 1 << *permission as u32),
        )
        .intersection(self)
    }

    /// The permissions in the set, in table order.
    pub fn to_vec(self) -> Vec<Permission> {
        Permission::ALL
            .iter()
            .copied()
            .filter(|permission| self.contains(*permission))
            .collect()
    }

    /// The names in the set, in table order.
    pub fn names(self) -> Vec<&'static str> {
        self.to_vec().into_iter().map(Permission::name).collect()
    }
}

/// A permission as a type: `scope.require(SyncRun)` returns a proof of exactly this permission.
pub trait PermissionMarker: Copy {
    /// The permission that the type represents.
    const PERMISSION: Permission;
}

macro_rules! permissions {
    ($($(#[$doc:meta])* $variant:ident = $name:literal: $($role:ident)+;)+) => {
        /// Something that may be done in an organization.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Enum)]
        pub enum Permission { $($(#[$doc])* #[oai(rename = $name)] $variant,)+ }

        impl Permission {
            /// Every permission.
            pub const ALL: &[Self] = &[$(Self::$variant),+];

            /// The name in the API and the docs.
            pub fn name(self) -> &'static str {
                match self { $(Self::$variant => $name,)+ }
            }

            /// The permission with this name.
            pub fn from_name(name: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|permission| permission.name() == name)
            }

            fn granted_roles(self) -> &'static [Role] {
                match self { $(Self::$variant => &[$(Role::$role),+],)+ }
            }
        }

        $($(#[$doc])* #[derive(Clone, Copy, Debug)] pub struct $variant;
        impl PermissionMarker for $variant {
            const PERMISSION: Permission = Permission::$variant;
        })+
    };
}

permissions! {
    /// View stock and recommendations.
    InventoryRead = "inventory.read": Owner Admin Member Viewer;
    /// View sales.
    SalesRead = "sales.read": Owner Admin Member Viewer;
    /// View purchases and costs.
    PurchasingRead = "purchasing.read": Owner Admin Member Viewer;
    /// Create draft orders.
    PurchasingOrder = "purchasing.order": Owner Admin Member;
    /// Edit ordering costs.
    PurchasingManage = "purchasing.manage": Owner Admin;
    /// View customers and predictions.
    CustomersRead = "customers.read": Owner Admin Member Viewer;
    /// Record the outcomes of calls.
    CallsRecord = "calls.record": Owner Admin Member;
    /// Create alert rules and report schedules.
    AlertsManage = "alerts.manage": Owner Admin Member;
    /// View market data.
    MarketRead = "market.read": Owner Admin Member Viewer;
    /// View syncs and rejected rows.
    SyncRead = "sync.read": Owner Admin Member Viewer;
    /// Start syncs.
    SyncRun = "sync.run": Owner Admin;
    /// Manage data sources.
    SourcesManage = "sources.manage": Owner Admin;
    /// Ask Sprout AI. Each answer also needs the permissions of the data that it reads.
    AssistantAsk = "assistant.ask": Owner Admin Member Viewer;
    /// Review feedback on answers.
    AssistantReview = "assistant.review": Owner Admin;
    /// Generate reports.
    ReportsCreate = "reports.create": Owner Admin Member Viewer;
    /// Edit organization settings.
    OrganizationManage = "organization.manage": Owner Admin;
    /// Export all data.
    OrganizationExport = "organization.export": Owner;
    /// Delete the organization.
    OrganizationDelete = "organization.delete": Owner;
    /// View members.
    MembersRead = "members.read": Owner Admin Member Viewer;
    /// Manage members and invitations.
    MembersManage = "members.manage": Owner Admin;
    /// View the audit log.
    AuditRead = "audit.read": Owner Admin;
    /// Manage API keys.
    KeysManage = "keys.manage": Owner Admin;
    /// Manage webhooks.
    WebhooksManage = "webhooks.manage": Owner Admin;
    /// Share views with people outside of the organization.
    ViewsShare = "views.share": Owner Admin;
    /// Send purchase orders to suppliers.
    OrdersSend = "orders.send": Owner Admin;
    /// Set the totals above which orders need approval.
    ApprovalsManage = "approvals.manage": Owner;
}

impl Permission {
    /// Whether an API key may have the permission. A new permission is for users only until it is
    /// listed here. A key must never be able to manage keys or members, read or change source
    /// credentials, or act as its creator.
    pub fn is_grantable_to_api_keys(self) -> bool {
        matches!(
            self,
            Self::InventoryRead
                | Self::SalesRead
                | Self::PurchasingRead
                | Self::PurchasingOrder
                | Self::PurchasingManage
                | Self::CustomersRead
                | Self::MarketRead
                | Self::SyncRead
                | Self::SyncRun
                | Self::ReportsCreate
                | Self::AuditRead
        )
    }
}

/// A user's role in an organization: a named set of permissions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
pub enum Role {
    /// Full control, including deletion of the organization.
    Owner,
    /// Manages members, sources and settings.
    Admin,
    /// Uses the organization's data and creates draft orders.
    Member,
    /// Read-only access.
    Viewer,
}

impl Role {
    /// Every role.
    pub const ALL: [Self; 4] = [Self::Owner, Self::Admin, Self::Member, Self::Viewer];

    /// The name in the database and the API.
    pub fn name(self) -> &'static str {
        match self {
            Self::Owner => "owner",
            Self::Admin => "admin",
            Self::Member => "member",
            Self::Viewer => "viewer",
        }
    }

    /// The role with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|role| role.name() == name)
    }

    /// The role to show for a stored name: an unknown role counts as `viewer`.
    pub fn from_stored(name: &str) -> Self {
        Self::from_name(name).unwrap_or(Self::Viewer)
    }

    /// Whether the role has fewer permissions than `other`.
    pub fn is_below(self, other: Self) -> bool {
        self as u8 > other as u8
    }

    /// The permissions of the role.
    pub fn permissions(self) -> Permissions {
        let granted = Permission::ALL
            .iter()
            .filter(|permission| permission.granted_roles().contains(&self));
        Permissions(granted.fold(0, |set, permission| set | 1 << *permission as u32))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_owners_and_admins_run_syncs_and_manage_sources() {
        for role in Role::ALL {
            let allowed = matches!(role, Role::Owner | Role::Admin);
            assert_eq!(
                role.permissions().contains(Permission::SyncRun),
                allowed,
                "{role:?}"
            );
            assert_eq!(
                role.permissions().contains(Permission::SourcesManage),
                allowed,
                "{role:?}"
            );
            assert!(
                role.permissions().contains(Permission::SyncRead),
                "{role:?}"
            );
        }
    }

    #[test]
    fn api_keys_never_exceed_grantable_and_creator_permissions() {
        let all =
            Permissions::from_names(Permission::ALL.iter().map(|permission| permission.name()));
        let keys = all.grantable_to_api_keys();
        for refused in [
            Permission::KeysManage,
            Permission::WebhooksManage,
            Permission::SourcesManage,
            Permission::AssistantAsk,
        ] {
            assert!(
                all.contains(refused) && !keys.contains(refused),
                "{refused:?}"
            );
        }
        assert_eq!(
            keys.intersection(Role::Viewer.permissions()).names(),
            Role::Viewer.permissions().grantable_to_api_keys().names()
        );
        assert_eq!(
            Permissions::from_names(["sales.read", "no.such"])
                .intersection(Role::Owner.permissions())
                .names(),
            ["sales.read"]
        );
        assert!(
            Permissions::from_names(["sales.read"])
                .intersection(Permissions::default())
                .names()
                .is_empty()
        );
    }

    #[test]
    fn rejects_unknown_roles() {
        assert_eq!(Role::from_name("root"), None);
        assert_eq!(Role::from_name("owner"), Some(Role::Owner));
    }
}
