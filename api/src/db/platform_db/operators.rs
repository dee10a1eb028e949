//! Operators of the installation and their audit log.

use super::{PlatformDb, append_audit_entry, to_organization};
use crate::db::{Access, Actor, AuditAction, DbError, NewAuditEntry};
use crate::ids::PersonId;
use chrono::{DateTime, SubsecRound, Utc};
use entities::{email_outbox, membership, operator, operator_audit_entry, organization, person};
use sea_orm::prelude::Uuid;
use sea_orm::sea_query::Condition;
use sea_orm::{
    ActiveModelTrait, ColumnTrait, ConnectionTrait, EntityTrait, IntoActiveModel, QueryFilter,
    QueryOrder, QuerySelect,
};
use std::collections::HashMap;

/// The maximum number of listed operators.
const MAX_OPERATORS: u64 = 1_000;

/// The result of granting the operator role.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GrantOutcome {
    /// The person is an operator now.
    Granted(person::Model),
    /// The person was an operator already.
    AlreadyOperator,
    /// There is no account with this address.
    PersonNotFound,
    /// The account is disabled.
    AccountDisabled,
    /// The account belongs to the demo, whose password is public.
    DemoAccount,
}

/// An operator.
#[derive(Clone, Debug)]
pub struct OperatorDetails {
    /// The grant.
    pub operator: operator::Model,
    /// The person.
    pub person: person::Model,
}

/// A new entry of the operator audit log.
#[derive(Clone, Debug)]
pub struct NewOperatorAuditEntry {
    /// The id of the entry.
    pub id: Uuid,
    /// The action, such as `email.read`.
    pub action: &'static str,
    /// The id of the target.
    pub target_id: Option<Uuid>,
    /// The name of the target.
    pub target_name: Option<String>,
}

impl PlatformDb {
    /// Whether a person is an operator. Members of the demo never are, because its password is
    /// public.
    pub async fn is_operator(&self, person: PersonId) -> Result<bool, DbError> {
        if operator::Entity::find_by_id(person.0)
            .one(&self.connection)
            .await?
            .is_none()
        {
            return Ok(false);
        }
        Ok(!belongs_to_demo(&self.connection, person).await?)
    }

    /// Grants the operator role to the person with this address (trimmed, in lower case).
    pub async fn grant_operator(
        &self,
        email: &str,
        by: &Actor,
        act: Uuid,
        now: DateTime<Utc>,
    ) -> Result<GrantOutcome, DbError> {
        let transaction = self.begin().await?;
        let Some(person) = person::Entity::find()
            .filter(person::Column::Email.eq(email))
            .one(&transaction)
            .await?
        else {
            return Ok(GrantOutcome::PersonNotFound);
        };
        if person.disabled_at.is_some() {
            return Ok(GrantOutcome::AccountDisabled);
        }
        if belongs_to_demo(&transaction, PersonId(person.id)).await? {
            return Ok(GrantOutcome::DemoAccount);
        }
        let row = operator::Model {
            person_id: person.id,
            granted_at: now,
            granted_by: by.name().to_owned(),
        };
        let added = operator::Entity::insert(row.into_active_model().reset_all())
            .on_conflict_do_nothing()
            .exec_without_returning(&transaction)
            .await?;
        if !matches!(added, sea_orm::TryInsertResult::Inserted(1..)) {
            return Ok(GrantOutcome::AlreadyOperator);
        }
        let act = NewOperatorAuditEntry {
            id: act,
            action: "operator.granted",
            target_id: Some(person.id),
            target_name: Some(person.email.clone()),
        };
        append_operator_audit_entry(&transaction, by, act, now).await?;
        transaction.commit().await?;
        Ok(GrantOutcome::Granted(person))
    }

    /// Revokes the operator role of the person with this address. Returns false if they do not have
    /// it.
    pub async fn revoke_operator(
        &self,
        email: &str,
        by: &Actor,
        act: Uuid,
        now: DateTime<Utc>,
    ) -> Result<bool, DbError> {
        let transaction = self.begin().await?;
        let Some(person) = person::Entity::find()
            .filter(person::Column::Email.eq(email))
            .one(&transaction)
            .await?
        else {
            return Ok(false);
        };
        if operator::Entity::delete_by_id(person.id)
            .exec(&transaction)
            .await?
            .rows_affected
            == 0
        {
            return Ok(false);
        }
        append_operator_audit_entry(
            &transaction,
            by,
            NewOperatorAuditEntry {
                id: act,
                action: "operator.revoked",
                target_id: Some(person.id),
                target_name: Some(person.email),
            },
            now,
        )
        .await?;
        transaction.commit().await?;
        Ok(true)
    }

    /// All operators, by the date of the grant.
    pub async fn list_operators(&self) -> Result<Vec<OperatorDetails>, DbError> {
        let listed = operator::Entity::find()
            .order_by_asc(operator::Column::GrantedAt)
            .limit(MAX_OPERATORS)
            .all(&self.connection)
            .await?;
        let people = person::Entity::find()
            .filter(person::Column::Id.is_in(listed.iter().map(|operator| operator.person_id)));
        let mut people: HashMap<_, _> = people
            .all(&self.connection)
            .await?
            .into_iter()
            .map(|person| (person.id, person))
            .collect();
        Ok(listed
            .into_iter()
            .filter_map(|operator| {
                Some(OperatorDetails {
                    person: people.remove(&operator.person_id)?,
                    operator,
                })
            })
            .collect())
    }

    /// Records that an operator reads an email: in the operator audit log, and in the audit log of
    /// the email's organization if it has one.
    pub async fn record_email_read(
        &self,
        by: Actor,
        act: NewOperatorAuditEntry,
        email: &email_outbox::Model,
        now: DateTime<Utc>,
    ) -> Result<(), DbError> {
        let transaction = self.begin().await?;
        append_operator_audit_entry(&transaction, &by, act, now).await?;
        if let Some(id) = email.organization_id
            && let Some(row) = organization::Entity::find_by_id(id)
                .one(&transaction)
                .await?
        {
            let access =
                Access::new(to_organization(row), None, "operator".to_owned()).with_actor(by);
            let entry = NewAuditEntry::new(AuditAction::EmailRead)
                .with_target("email", email.id)
                .with_target_name(&format!("{} to {}", email.kind, email.to_address));
            append_audit_entry(&transaction, &access, now, entry).await?;
        }
        Ok(transaction.commit().await?)
    }

    /// The operator audit log, newest first, optionally after an id.
    pub async fn list_operator_audit_entries(
        &self,
        behind: Option<Uuid>,
        limit: u64,
    ) -> Result<Vec<operator_audit_entry::Model>, DbError> {
        let earlier =
            Condition::all().add_option(behind.map(|id| operator_audit_entry::Column::Id.lt(id)));
        Ok(operator_audit_entry::Entity::find()
            .filter(earlier)
            .order_by_desc(operator_audit_entry::Column::Id)
            .limit(limit)
            .all(&self.connection)
            .await?)
    }
}

pub(super) async fn append_operator_audit_entry(
    connection: &impl ConnectionTrait,
    by: &Actor,
    act: NewOperatorAuditEntry,
    now: DateTime<Utc>,
) -> Result<(), DbError> {
    let row = operator_audit_entry::Model {
        id: act.id,
        occurred_at: now.trunc_subsecs(6),
        operator_id: by.id(),
        operator_name: by.name().to_owned(),
        action: act.action.to_owned(),
        target_id: act.target_id.map(|id| id.to_string()),
        target_name: act.target_name,
        ip_address: by.origin().address.clone(),
        request_id: by.origin().request_id.clone(),
    };
    operator_audit_entry::Entity::insert(row.into_active_model().reset_all())
        .exec_without_returning(connection)
        .await?;
    Ok(())
}

async fn belongs_to_demo(
    connection: &impl ConnectionTrait,
    person: PersonId,
) -> Result<bool, DbError> {
    let demos = organization::Entity::find()
        .filter(organization::Column::IsDemo.eq(true))
        .all(connection)
        .await?;
    let member = membership::Entity::find().filter(membership::Column::PersonId.eq(person.0));
    Ok(member
        .filter(membership::Column::TenantId.is_in(demos.iter().map(|demo| demo.id)))
        .one(connection)
        .await?
        .is_some())
}
