//! Row level security on PostgreSQL: every tenant transaction gives up access to other tenants'
//! rows before its first query.
//!
//! Row level security is forced on every table of tenants (`migration::row_level_security`). A
//! transaction sets its tenant and runs as the role `sprout_app`, which owns nothing and cannot
//! bypass the policies. If the login may not use that role, FORCE applies the policies to it as the
//! owner of the tables.

use super::warehouse_file::{begin_deferred_transaction, begin_write_transaction};
use super::{Access, Database, DbError, Engine};
use crate::ids::TenantId;
use sea_orm::{
    ConnectionTrait, DatabaseTransaction, DbBackend, DbErr, Statement, TransactionTrait,
};

/// How the policies apply to a transaction on PostgreSQL.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RlsContext {
    /// It runs as `sprout_app`.
    Role,
    /// It runs as the login, to which FORCE applies the policies.
    Login,
}

/// Whether a transaction may write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::db) enum TransactionMode {
    /// Reads a consistent snapshot.
    ReadOnly,
    /// Reads and writes.
    ReadWrite,
}

/// Since PostgreSQL 16 a member of a role may lack the right to become it.
const LOGIN_ROLE_QUERY: &str = r"
    select
        l.rolsuper or l.rolbypassrls as bypasses_rls,
        exists (
            select
            from pg_roles r
            where r.rolname = 'sprout_app'
              and not r.rolsuper
              and not r.rolbypassrls
              and has_table_privilege(r.oid, 'organization', 'select')
              and pg_has_role(
                  l.oid,
                  r.oid,
                  case
                      when current_setting('server_version_num')::int >= 160000 then 'set'
                      else 'member'
                  end
              )
        ) as has_role
    from pg_roles l
    where l.rolname = current_user
";

const RLS_BYPASS_MESSAGE: &str = "This login bypasses row level security (it is a superuser or has \
    BYPASSRLS) and cannot use the role sprout_app, so the database would not isolate \
    organizations. Run `sprout migrate` with a login that may create roles; or let an \
    administrator run `create role sprout_app nologin; grant sprout_app to LOGIN`, then run \
    `sprout migrate`; or use a login without these rights that owns the tables";

impl Database {
    /// How PostgreSQL isolates tenants; `None` on SQLite. Rejects a login that bypasses row level
    /// security.
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
        let transaction = self.connection.begin().await?;
        let found = transaction
            .query_one_raw(Statement::from_string(
                DbBackend::Postgres,
                LOGIN_ROLE_QUERY,
            ))
            .await?;
        let found = found
            .ok_or_else(|| DbErr::RecordNotFound("the login is not in pg_roles".to_owned()))?;
        if found.try_get::<bool>("", "has_role")? {
            Ok(RlsContext::Role)
        } else if found.try_get::<bool>("", "bypasses_rls")? {
            Err(DbError::Failed(DbErr::Custom(
                RLS_BYPASS_MESSAGE.to_owned(),
            )))
        } else {
            Ok(RlsContext::Login)
        }
    }

    /// Begins a transaction in a tenant, under row level security on PostgreSQL.
    pub(in crate::db) async fn begin_tenant_transaction(
        &self,
        access: &Access,
        mode: TransactionMode,
    ) -> Result<DatabaseTransaction, DbError> {
        let Some(rls) = self.rls_context().await? else {
            return Ok(match mode {
                TransactionMode::ReadOnly => begin_deferred_transaction(&self.connection).await?,
                TransactionMode::ReadWrite => begin_write_transaction(&self.connection).await?,
            });
        };
        let transaction = self.connection.begin().await?;
        // Several statements in one message, because the round trips are most of their cost.
        transaction
            .execute_unprepared(&format!(
                "{}{}{}",
                mode.settings_sql(),
                self.pooler_mode.settings_sql(),
                rls.settings_sql(access.tenant())
            ))
            .await?;
        Ok(transaction)
    }
}

impl RlsContext {
    /// The last statements before the tenant's queries. They apply until the transaction ends, and
    /// through the first also on the workers of a Citus cluster, which get the whole message: it may
    /// contain settings only. Elsewhere the first has no effect.
    pub(in crate::db) fn settings_sql(self, tenant: TenantId) -> String {
        // A UUID prints as digits and dashes only.
        let role = if self == Self::Role {
            "; set local role sprout_app"
        } else {
            ""
        };
        format!(
            "set local citus.propagate_set_commands = 'local'; set local sprout.tenant_id = \
                '{tenant}'{role}"
        )
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
    fn sets_the_role_last() {
        let tenant = TenantId(Uuid::from_u128(7));
        let named = "set local citus.propagate_set_commands = 'local'; set local sprout.tenant_id = \
            '00000000-0000-0000-0000-000000000007'";
        assert_eq!(RlsContext::Login.settings_sql(tenant), named);
        assert_eq!(
            RlsContext::Role.settings_sql(tenant),
            format!("{named}; set local role sprout_app")
        );
    }
}
