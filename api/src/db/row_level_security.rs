//! The second wall, on Postgres: how each tenant's transaction gives up the right to anybody else's
//! rows before its first question.
//!
//! Row level security is forced on every table of tenants (`migration::row_security`); a
//! transaction names its tenant and works as the role `sprout_app`, which owns nothing and passes
//! nothing. Where the login may not become that role, being held by FORCE as the tables' owner is
//! the wall.

use super::{Access, Database, DbError, Engine};
use crate::ids::TenantId;
use sea_orm::{
    ConnectionTrait, DatabaseTransaction, DbBackend, DbErr, Statement, TransactionTrait,
};

/// What holds a transaction back on Postgres.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RlsContext {
    /// It works as `sprout_app`.
    Role,
    /// It works as the login, whom the policies hold too.
    Login,
}

/// Whether a transaction may write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::db) enum TransactionMode {
    /// Reads one state of the rows.
    ReadOnly,
    /// Reads and writes.
    ReadWrite,
}

/// From PostgreSQL 16 on a member of a role may be one that cannot become it.
const LOGIN_ROLE_QUERY: &str = r"
    select l.rolsuper
      or l.rolbypassrls as passes, exists (
          select
          from pg_roles r
          where r.rolname = 'sprout_app'
            and not r.rolsuper
            and not r.rolbypassrls
            and has_table_privilege(r.oid, 'organization', 'select')
            and pg_has_role(
                l.oid, r.oid,
                  case when current_setting('server_version_num')::int >= 160000 then 'set' else
                    'member' end
              )
        ) as has_role
    from pg_roles l
    where l.rolname = current_user
";

const RLS_BYPASS_MESSAGE: &str = "this login passes row level security (it is a superuser, or has BYPASSRLS) \
    and cannot become the role sprout_app, so that nothing in the database would keep \
    organizations apart. Run `sprout migrate` with a login that may create roles; or let an \
    administrator run `create role sprout_app nologin; grant sprout_app to LOGIN`, then run \
    `sprout migrate`; or use a login without these rights that owns the tables";

impl Database {
    /// What keeps tenants apart in the database itself; nothing on SQLite. A login that nothing
    /// would hold back is refused.
    pub async fn rls_context(&self) -> Result<Option<RlsContext>, DbError> {
        if self.engine() == Engine::Sqlite {
            return Ok(None);
        }
        Ok(Some(
            *self
                .rls_context
                .get_or_try_init(|| self.detect_rls_context())
                .await?,
        ))
    }

    async fn detect_rls_context(&self) -> Result<RlsContext, DbError> {
        let looking = self.connection.begin().await?;
        let found = looking
            .query_one_raw(Statement::from_string(
                DbBackend::Postgres,
                LOGIN_ROLE_QUERY,
            ))
            .await?;
        let found = found
            .ok_or_else(|| DbErr::RecordNotFound("the login is not in pg_roles".to_owned()))?;
        if found.try_get::<bool>("", "has_role")? {
            Ok(RlsContext::Role)
        } else if found.try_get::<bool>("", "passes")? {
            Err(DbError::Failed(DbErr::Custom(
                RLS_BYPASS_MESSAGE.to_owned(),
            )))
        } else {
            Ok(RlsContext::Login)
        }
    }

    /// Begins a transaction behind both walls.
    pub(in crate::db) async fn begin_tenant_transaction(
        &self,
        access: &Access,
        reach: TransactionMode,
    ) -> Result<DatabaseTransaction, DbError> {
        let Some(wall) = self.rls_context().await? else {
            return Ok(self
                .connection
                .begin_with_options(reach.sqlite_options())
                .await?);
        };
        let transaction = self.connection.begin().await?;
        // Several statements in one message: the way there and back is most of what they cost.
        transaction
            .execute_unprepared(&format!(
                "{}{}{}",
                reach.settings_sql(),
                self.pooler_mode.settings_sql(),
                wall.settings_sql(access.tenant())
            ))
            .await?;
        Ok(transaction)
    }
}

impl RlsContext {
    /// The last words before a tenant's own questions; they hold until the transaction ends,
    /// however it ends.
    pub(in crate::db) fn settings_sql(self, tenant: TenantId) -> String {
        // An id prints as digits and dashes, whatever it is.
        let role = if self == Self::Role {
            "; set local role sprout_app"
        } else {
            ""
        };
        format!("set local sprout.tenant_id = '{tenant}'{role}")
    }
}

impl TransactionMode {
    fn settings_sql(self) -> &'static str {
        match self {
            Self::ReadOnly => "set transaction isolation level repeatable read, read only; ",
            Self::ReadWrite => "",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sea_orm::prelude::Uuid;

    #[test]
    fn the_role_is_taken_on_last() {
        let tenant = TenantId(Uuid::from_u128(7));
        let named = "set local sprout.tenant_id = '00000000-0000-0000-0000-000000000007'";
        assert_eq!(RlsContext::Login.settings_sql(tenant), named);
        assert_eq!(
            RlsContext::Role.settings_sql(tenant),
            format!("{named}; set local role sprout_app")
        );
    }
}
