//! The data of a person outside organizations, for their export.

use super::PlatformDb;
use crate::db::DbError;
use crate::ids::PersonId;
use entities::{email_outbox, mfa_credential, session, verified_email};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect};

/// The maximum number of rows. Sessions and emails are deleted after months, so no user has more.
const MAX_ROWS: u64 = 10_000;

/// The data of a person.
#[derive(Clone, Debug)]
pub struct PersonalData {
    /// Their sessions, newest first, including ended ones.
    pub sessions: Vec<session::Model>,
    /// Emails to them, newest first.
    pub emails: Vec<email_outbox::Model>,
    /// Their verified address.
    pub verified_email: Option<verified_email::Model>,
    /// Their MFA credential.
    pub mfa_credential: Option<mfa_credential::Model>,
}

impl PlatformDb {
    /// Loads the data of a person outside organizations.
    pub async fn load_personal_data(&self, person: PersonId) -> Result<PersonalData, DbError> {
        let sessions = session::Entity::find()
            .filter(session::Column::PersonId.eq(person.0))
            .order_by_desc(session::Column::Id)
            .limit(MAX_ROWS);
        let emails = email_outbox::Entity::find()
            .filter(email_outbox::Column::PersonId.eq(person.0))
            .order_by_desc(email_outbox::Column::Id)
            .limit(MAX_ROWS);
        Ok(PersonalData {
            sessions: sessions.all(&self.connection).await?,
            emails: emails.all(&self.connection).await?,
            verified_email: verified_email::Entity::find_by_id(person.0)
                .one(&self.connection)
                .await?,
            mfa_credential: mfa_credential::Entity::find_by_id(person.0)
                .one(&self.connection)
                .await?,
        })
    }
}
