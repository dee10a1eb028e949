//! What is kept of one person outside of organizations, for themselves.

use super::PlatformDb;
use crate::db::DbError;
use crate::ids::PersonId;
use entities::{email_outbox, mfa_credential, session, verified_email};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect};

/// Sessions and letters are forgotten after months: nobody has more.
const MAX_ROWS: u64 = 10_000;

/// What is kept of a person.
#[derive(Clone, Debug)]
pub struct PersonalData {
    /// Their sessions, the newest first, those that ended too.
    pub sessions: Vec<session::Model>,
    /// Letters to them, the newest first.
    pub emails: Vec<email_outbox::Model>,
    /// The address that they showed to be theirs.
    pub verified_email: Option<verified_email::Model>,
    /// Their second factor.
    pub mfa_credential: Option<mfa_credential::Model>,
}

impl PlatformDb {
    /// What is kept of a person outside of organizations.
    pub async fn load_personal_data(&self, person: PersonId) -> Result<PersonalData, DbError> {
        let sessions = session::Entity::find()
            .filter(session::Column::PersonId.eq(person.0))
            .order_by_desc(session::Column::Id)
            .limit(MAX_ROWS);
        let letters = email_outbox::Entity::find()
            .filter(email_outbox::Column::PersonId.eq(person.0))
            .order_by_desc(email_outbox::Column::Id)
            .limit(MAX_ROWS);
        Ok(PersonalData {
            sessions: sessions.all(&self.connection).await?,
            emails: letters.all(&self.connection).await?,
            verified_email: verified_email::Entity::find_by_id(person.0)
                .one(&self.connection)
                .await?,
            mfa_credential: mfa_credential::Entity::find_by_id(person.0)
                .one(&self.connection)
                .await?,
        })
    }
}
