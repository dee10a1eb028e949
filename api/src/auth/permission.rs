//! What may be done in an organization, and which role may do it: one table.

/// A set of permissions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Permissions(u32);

impl Permissions {
    /// Whether `permission` is in the set.
    pub fn contains(self, permission: Permission) -> bool {
        self.0 & (1 << permission as u32) != 0
    }

    /// The permissions of these names; names that are none are passed over.
    pub fn from_names<'a>(names: impl IntoIterator<Item = &'a str>) -> Self {
        Self(
            names
                .into_iter()
                .filter_map(Permission::named)
                .fold(0, |set, permission| set | 1 << permission as u32),
        )
    }

    /// What is in both sets.
    #[must_use]
    pub fn intersection(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// What of the set an API key may have.
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

    /// The names in the set, in the table's order.
    pub fn names(self) -> Vec<&'static str> {
        Permission::ALL
            .iter()
            .filter(|permission| self.contains(**permission))
            .map(|permission| permission.name())
            .collect()
    }
}

/// A permission as a type: `scope.require(SyncRun)` yields a proof that only this permission can
/// yield.
pub trait Right: Copy {
    /// Which permission it stands for.
    const PERMISSION: Permission;
}

macro_rules! permissions {
    ($($(#[$doc:meta])* $variant:ident = $name:literal: $($role:ident)+;)+) => {
        /// Something that may be done in an organization.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Permission { $($(#[$doc])* $variant,)+ }

        impl Permission {
            /// Every permission.
            pub const ALL: &[Self] = &[$(Self::$variant),+];

            /// The name in the API and the docs.
            pub fn name(self) -> &'static str {
                match self { $(Self::$variant => $name,)+ }
            }

            /// The permission of this name.
            pub fn named(name: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|permission| permission.name() == name)
            }

            fn roles(self) -> &'static [Role] {
                match self { $(Self::$variant => &[$(Role::$role),+],)+ }
            }
        }

        $($(#[$doc])* #[derive(Clone, Copy, Debug)] pub struct $variant;
        impl Right for $variant { const PERMISSION: Permission = Permission::$variant; })+
    };
}

permissions! {
    /// See stock.
    InventoryRead = "inventory.read": Owner Admin Member Viewer;
    /// See what was sold.
    SalesRead = "sales.read": Owner Admin Member Viewer;
    /// See what was bought and at what cost.
    PurchasingRead = "purchasing.read": Owner Admin Member Viewer;
    /// Draft orders from recommendations.
    PurchasingOrder = "purchasing.order": Owner Admin Member;
    /// Say what ordering costs.
    PurchasingManage = "purchasing.manage": Owner Admin;
    /// See customers and what follows from them.
    CustomersRead = "customers.read": Owner Admin Member Viewer;
    /// See market prices.
    MarketRead = "market.read": Owner Admin Member Viewer;
    /// See what Data Sync does.
    SyncRead = "sync.read": Owner Admin Member Viewer;
    /// Start a sync.
    SyncRun = "sync.run": Owner Admin;
    /// Say where rows come from.
    SourcesManage = "sources.manage": Owner Admin;
    /// Ask Sprout AI; what it answers from needs its own permissions.
    AssistantAsk = "assistant.ask": Owner Admin Member Viewer;
    /// Have reports made.
    ReportsCreate = "reports.create": Owner Admin Member Viewer;
    /// Name the organization, and say by which currency and clock it counts.
    OrganizationManage = "organization.manage": Owner Admin;
    /// Take everything of the organization away as files.
    OrganizationExport = "organization.export": Owner;
    /// Delete the organization with everything in it.
    OrganizationDelete = "organization.delete": Owner;
    /// See who belongs to the organization, and in which role.
    MembersRead = "members.read": Owner Admin Member Viewer;
    /// Invite people, give them roles and let them go.
    MembersManage = "members.manage": Owner Admin;
    /// See what was done, by whom.
    AuditRead = "audit.read": Owner Admin;
    /// Make API keys and take them back.
    KeysManage = "keys.manage": Owner Admin;
}

impl Permission {
    /// Whether an API key may have it. A permission that is new is for people only until it is
    /// listed here: a key must never be able to make keys, let people in, see or set what opens a
    /// source, or speak as its maker.
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

/// A person's role in an organization: a named set of permissions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Created the organization, or was given it.
    Owner,
    /// Runs it from day to day.
    Admin,
    /// Works with it.
    Member,
    /// Looks at it.
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

    /// The role of this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|role| role.name() == name)
    }

    /// Whether it may do less than another.
    pub fn is_below(self, other: Self) -> bool {
        self as u8 > other as u8
    }

    /// What the role may do.
    pub fn permissions(self) -> Permissions {
        let granted = Permission::ALL
            .iter()
            .filter(|permission| permission.roles().contains(&self));
        Permissions(granted.fold(0, |set, permission| set | 1 << *permission as u32))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_owners_and_admins_may_change_what_is_synced() {
        for role in Role::ALL {
            let may = matches!(role, Role::Owner | Role::Admin);
            assert_eq!(
                role.permissions().contains(Permission::SyncRun),
                may,
                "{role:?}"
            );
            assert_eq!(
                role.permissions().contains(Permission::SourcesManage),
                may,
                "{role:?}"
            );
            assert!(
                role.permissions().contains(Permission::SyncRead),
                "{role:?}"
            );
        }
    }

    #[test]
    fn a_key_never_has_more_than_it_was_given_and_its_maker_has() {
        let all =
            Permissions::from_names(Permission::ALL.iter().map(|permission| permission.name()));
        let keys = all.grantable_to_api_keys();
        for refused in [
            Permission::KeysManage,
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
    fn an_unknown_role_is_no_role() {
        assert_eq!(Role::from_name("root"), None);
        assert_eq!(Role::from_name("owner"), Some(Role::Owner));
    }
}
