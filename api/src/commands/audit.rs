//! Verifies audit logs.

use super::{CommandError, find_organization, migrate, print_output};
use crate::config::Config;
use crate::db::Access;
use clap::{Args, Subcommand};

#[derive(Debug, Subcommand)]
pub(super) enum AuditCommand {
    /// Verify the hash chains of audit logs. Fails if a row was changed, deleted, inserted or
    /// moved.
    Verify {
        #[command(flatten)]
        config: Config,
        #[command(flatten)]
        verify: AuditVerifyArgs,
    },
}

#[derive(Debug, Args)]
#[group(skip)]
pub(super) struct AuditVerifyArgs {
    /// Id or slug of one organization. Default: all organizations.
    #[arg(long)]
    tenant: Option<String>,
    /// Head hash printed by an earlier run and stored elsewhere. Without it, truncated or fully
    /// rewritten logs are not detected.
    #[arg(long, requires = "tenant")]
    head: Option<String>,
}

impl AuditVerifyArgs {
    pub(super) async fn run(self, config: &Config) -> Result<(), CommandError> {
        let database = migrate::open_database(config).await?;
        let organizations: Vec<Access> = match &self.tenant {
            Some(tenant) => vec![find_organization(&database, tenant).await?],
            None => database
                .platform()
                .list_organizations_for_command()
                .await
                .map_err(CommandError::with_context("cannot read the organizations"))?,
        };
        let failed = || CommandError::with_context("cannot read the audit log");
        let mut invalid_logs = 0;
        for access in organizations {
            let db = database.begin_read(&access).await.map_err(failed())?;
            let slug = &access.organization().slug;
            match db
                .verify_audit_log(self.head.as_deref())
                .await
                .map_err(failed())?
            {
                Ok(trail) => print_output(&format!(
                    "{slug}: {} rows valid, head {}\n",
                    trail.rows, trail.head
                ))?,
                Err(problem) => {
                    invalid_logs += 1;
                    print_output(&format!("{slug}: {problem}\n"))?;
                }
            }
        }
        if invalid_logs > 0 {
            return Err(CommandError::Refused(format!(
                "{invalid_logs} audit log(s) were modified. Compare with an earlier backup."
            )));
        }
        Ok(())
    }
}
