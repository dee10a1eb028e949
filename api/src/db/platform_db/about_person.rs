//! What is kept of one person outside of organizations, for themselves.

use super::PlatformDb;
use crate::db::DbError;
use crate::ids::PersonId;
use entities::{letter, second_factor, session, verified_address};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect};

/// Sessions and letters are forgotten after months: nobody has more.
const MOST: u64 = 10_000;

/// What is kept of a person.
#[derive(Clone, Debug)]
pub struct AboutPerson {
    /// Their sessions, the newest first, those that ended too.
    pub sessions: Vec<session::Model>,
    /// Letters to them, the newest first.
    pub letters: Vec<letter::Model>,
    /// The address that they showed to be theirs.
    pub verified: Option<verified_address::Model>,
    /// Their second factor.
    pub second_factor: Option<second_factor::Model>,
}

impl PlatformDb {
    /// What is kept of a person outside of organizations.
    pub async fn about_person(&self, person: PersonId) -> Result<AboutPerson, DbError> {
        let sessions = session::Entity::find()
            .filter(session::Column::PersonId.eq(person.0))
            .order_by_desc(session::Column::Id)
            .limit(MOST);
        let letters = letter::Entity::find()
            .filter(letter::Column::PersonId.eq(person.0))
            .order_by_desc(letter::Column::Id)
            .limit(MOST);
        Ok(AboutPerson {
            sessions: sessions.all(&self.connection).await?,
            letters: letters.all(&self.connection).await?,
            verified: verified_address::Entity::find_by_id(person.0)
                .one(&self.connection)
                .await?,
            second_factor: second_factor::Entity::find_by_id(person.0)
                .one(&self.connection)
                .await?,
        })
    }
}
