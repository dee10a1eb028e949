//! Who runs the installation, and what they did there.

use super::{PlatformDb, append_audit_entry, to_organization};
use crate::db::{Access, Action, Actor, DbError, NewAuditEntry};
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

/// More than these are not listed: an installation has a handful.
const MAX_OPERATORS: u64 = 1_000;

/// What came of making somebody an operator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GrantOutcome {
    /// They are one now.
    Granted(person::Model),
    /// They were one before.
    AlreadyOperator,
    /// Nobody has this address.
    PersonNotFound,
    /// The account is shut out.
    AccountDisabled,
    /// The account belongs to the demo, whose password is public.
    DemoAccount,
}

/// Somebody who runs the installation.
#[derive(Clone, Debug)]
pub struct OperatorDetails {
    /// Since when, and by whom.
    pub operator: operator::Model,
    /// Who.
    pub person: person::Model,
}

/// Something that an operator did, for the installation's own record.
#[derive(Clone, Debug)]
pub struct NewOperatorAuditEntry {
    /// Names the record.
    pub id: Uuid,
    /// What was done, such as `letter.read`.
    pub action: &'static str,
    /// To what.
    pub target_id: Option<Uuid>,
    /// What that is called.
    pub target_name: Option<String>,
}

impl PlatformDb {
    /// Whether a person runs the installation. Nobody who belongs to the demo does, whatever the
    /// table says: its password is public.
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

    /// Makes the person with this address (trimmed, lower-case) an operator.
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
            since: now,
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

    /// Takes it from the person with this address; false where they are none.
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

    /// Everybody who runs the installation, the longest first.
    pub async fn list_operators(&self) -> Result<Vec<OperatorDetails>, DbError> {
        let listed = operator::Entity::find()
            .order_by_asc(operator::Column::Since)
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

    /// Notes that somebody is about to read a letter: in the installation's record, and in the log
    /// of the letter's organization where it has one.
    pub async fn record_email_read(
        &self,
        by: Actor,
        act: NewOperatorAuditEntry,
        letter: &email_outbox::Model,
        now: DateTime<Utc>,
    ) -> Result<(), DbError> {
        let transaction = self.begin().await?;
        append_operator_audit_entry(&transaction, &by, act, now).await?;
        if let Some(id) = letter.organization_id
            && let Some(row) = organization::Entity::find_by_id(id)
                .one(&transaction)
                .await?
        {
            let access =
                Access::new(to_organization(row), None, "operator".to_owned()).with_actor(by);
            let told = NewAuditEntry::new(Action::LetterRead)
                .with_target("letter", letter.id)
                .with_target_name(&format!("{} to {}", letter.kind, letter.to_address));
            append_audit_entry(&transaction, &access, now, told).await?;
        }
        Ok(transaction.commit().await?)
    }

    /// What operators did, the newest first, behind an id where one is given.
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
        at: now.trunc_subsecs(6),
        operator_id: by.id(),
        operator_name: by.name().to_owned(),
        action: act.action.to_owned(),
        target_id: act.target_id.map(|id| id.to_string()),
        target_name: act.target_name,
        address: by.origin().address.clone(),
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
