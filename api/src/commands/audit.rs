//! Looks over audit logs from the command line.

use super::{CommandError, migrate, say};
use crate::config::Config;
use crate::db::Access;
use clap::{Args, Subcommand};

#[derive(Debug, Subcommand)]
pub(super) enum Audit {
    /// Reckon the hashes of audit logs again; fails where a row was changed, removed, put in or put
    /// elsewhere.
    Verify {
        #[command(flatten)]
        config: Config,
        #[command(flatten)]
        verify: Verify,
    },
}

#[derive(Debug, Args)]
#[group(skip)]
pub(super) struct Verify {
    /// One organization's id or slug; all of them where it is left out.
    #[arg(long)]
    tenant: Option<String>,
    /// A head that this command has printed before and that was kept elsewhere: only against one is
    /// a log seen to have been cut off or written anew.
    #[arg(long, requires = "tenant")]
    head: Option<String>,
}

impl Verify {
    pub(super) async fn run(self, config: &Config) -> Result<(), CommandError> {
        let database = migrate::open(config).await?;
        let (platform, failed) = (database.platform(), || {
            CommandError::failed("the organizations could not be looked up")
        });
        let looked_over: Vec<Access> = match &self.tenant {
            Some(named) => {
                let found = platform
                    .find_organization_for_command(named)
                    .await
                    .map_err(failed())?;
                vec![found.ok_or_else(|| {
                    CommandError::Refused(format!(
                        "There is no organization with the id or slug \"{named}\"."
                    ))
                })?]
            }
            None => platform
                .list_organizations_for_command()
                .await
                .map_err(failed())?,
        };
        let mut misfits = 0;
        for access in looked_over {
            let db = database
                .begin_read(&access)
                .await
                .map_err(CommandError::failed("the audit log could not be read"))?;
            let slug = &access.organization().slug;
            match db
                .verify_audit_log(self.head.as_deref())
                .await
                .map_err(CommandError::failed("the audit log could not be read"))?
            {
                Ok(trail) => say(&format!(
                    "{slug}: {} rows fit together, head {}\n",
                    trail.rows, trail.head
                ))?,
                Err(misfit) => {
                    misfits += 1;
                    say(&format!("{slug}: {misfit}\n"))?;
                }
            }
        }
        if misfits > 0 {
            return Err(CommandError::Refused(format!(
                "Not as it was written: {misfits} audit log(s). Compare with a backup from before."
            )));
        }
        Ok(())
    }
}
