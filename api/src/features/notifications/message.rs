//! Messages of other features to members who may see their figures: in the app, and by email.

use super::Notifier;
use super::event::NotificationEvent;
use crate::auth::permission::{Permission, Permissions, Role};
use crate::db::{Access, DbError, TenantDb, encode_json};
use crate::ids::PersonId;
use chrono::{DateTime, Utc};
use entities::{membership, notification};
use sea_orm::prelude::Uuid;
use sea_orm::{ColumnTrait, Set};

/// The maximum number of recipients of a message in an organization.
const MAX_RECIPIENTS: u64 = 500;
const SEPARATOR: &str = " ";

/// A message about something that starts or ends.
pub struct Message {
    /// A stable name of the thing, such as `rule:` and an id.
    pub topic: String,
    /// Whether it starts.
    pub is_start: bool,
    /// What it says.
    pub event: NotificationEvent,
    /// The path of the page that shows them.
    pub link: String,
    /// What the recipients must be allowed to read.
    pub required: Permissions,
    /// The only recipient. None for all members with the permissions.
    pub person: Option<PersonId>,
    /// What happens once: a topic has one start and one end for it.
    pub occasion: String,
}

/// Permissions as they are stored with a row that only people with all of them may see.
pub fn stored_access(required: Permissions) -> String {
    required.names().join(SEPARATOR)
}

/// The permissions of a stored row.
pub fn parse_access(stored: &str) -> Permissions {
    Permissions::from_names(stored.split(SEPARATOR))
}

/// All stored values that a caller may see: the subsets of their permissions that messages require.
pub fn visible_access(permissions: Permissions) -> Vec<String> {
    const REQUIRED: [Permission; 7] = [
        Permission::InventoryRead,
        Permission::SalesRead,
        Permission::PurchasingRead,
        Permission::CustomersRead,
        Permission::MarketRead,
        Permission::SyncRead,
        Permission::OrdersSend,
    ];
    let held = REQUIRED
        .into_iter()
        .filter(|one| permissions.contains(*one));
    let mut subsets: Vec<Vec<Permission>> = vec![Vec::new()];
    for permission in held {
        let with: Vec<Vec<Permission>> = subsets
            .iter()
            .map(|subset| subset.iter().copied().chain([permission]).collect())
            .collect();
        subsets.extend(with);
    }
    subsets
        .iter()
        .map(|subset| stored_access(Permissions::from_permissions(subset)))
        .collect()
}

impl Notifier {
    /// Creates the notification and its emails in the transaction of `db`, and returns its id. Does
    /// nothing if the topic has one of this kind for the occasion.
    pub async fn send_message(
        &self,
        db: &TenantDb,
        access: &Access,
        message: &Message,
    ) -> Result<Option<Uuid>, DbError> {
        let Some(id) = self.add_message(db, message).await? else {
            return Ok(None);
        };
        self.enqueue_message_emails(db, access, message, id, self.clock.now())
            .await?;
        Ok(Some(id))
    }

    /// The same in the app only, without emails.
    pub async fn add_message(
        &self,
        db: &TenantDb,
        message: &Message,
    ) -> Result<Option<Uuid>, DbError> {
        let now = self.clock.now();
        let id = self.next_id(now)?;
        let kind = if message.is_start {
            "firing"
        } else {
            "resolved"
        };
        let row = notification::ActiveModel {
            id: Set(id),
            topic: Set(message.topic.clone()),
            kind: Set(kind.to_owned()),
            event: Set(encode_json(&message.event)?),
            created_at: Set(now),
            person_id: Set(message.person.map(|person| person.0)),
            required_access: Set(Some(stored_access(message.required))),
            link: Set(Some(message.link.clone())),
            occasion: Set(Some(message.occasion.clone())),
            ..Default::default()
        };
        Ok(db.insert_if_absent(row).await?.then_some(id))
    }

    async fn enqueue_message_emails(
        &self,
        db: &TenantDb,
        access: &Access,
        message: &Message,
        id: Uuid,
        now: DateTime<Utc>,
    ) -> Result<(), DbError> {
        if !self.sends_email() || access.organization().is_demo {
            return Ok(());
        }
        let people = match message.person {
            Some(person) => vec![person],
            None => load_readers(db, message.required).await?,
        };
        self.queue_emails(db, &[id], &people, message.required.names(), now)
            .await
    }
}

/// The members whose roles have all permissions.
async fn load_readers(db: &TenantDb, required: Permissions) -> Result<Vec<PersonId>, DbError> {
    let roles = Role::ALL
        .into_iter()
        .filter(|role| role.permissions().intersection(required) == required);
    let members = db
        .find::<membership::Entity>()
        .filter(membership::Column::Role.is_in(roles.map(Role::name)));
    let members = members
        .order_by_asc(membership::Column::PersonId)
        .limit(MAX_RECIPIENTS)
        .all()
        .await?;
    Ok(members
        .into_iter()
        .map(|member| PersonId(member.person_id))
        .collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_caller_sees_rows_whose_permissions_they_all_have() {
        let caller = Permissions::from_permissions(&[
            Permission::MarketRead,
            Permission::SalesRead,
            Permission::SyncRun,
        ]);
        assert_eq!(
            visible_access(caller),
            ["", "sales.read", "market.read", "sales.read market.read"]
        );
        let needed =
            Permissions::from_permissions(&[Permission::MarketRead, Permission::SalesRead]);
        assert!(visible_access(caller).contains(&stored_access(needed)));
        assert_eq!(parse_access(&stored_access(needed)), needed);
    }
}
