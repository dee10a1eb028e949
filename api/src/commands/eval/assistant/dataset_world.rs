//! The organizations of an evaluation and the people who ask in them.

use super::answer_text_view::AnswerView;
use super::seed_files::{OTHER_TENANT, Seed, write_files};
use crate::app::build_assistant;
use crate::auth::Scope;
use crate::auth::permission::{Permission, Permissions, Role};
use crate::commands::CommandError;
use crate::commands::eval::private_app::{EvaluationTime, PrivateApp, PrivateOrganization};
use crate::db::TenantSql;
use crate::features::assistant::AssistantApi;
use chrono::{NaiveDate, TimeDelta};
use chrono_tz::Tz;
use sea_orm::FromQueryResult;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// The age of the old tables of `seed_stale`.
const STALE_DAYS: i64 = 9;
/// The tables of `seed_stale` that are synced again.
const FRESH_TABLES: [&str; 3] = ["sales_transactions", "customer_profiles", "supplier_data"];

/// All datasets, as of one day.
pub(super) struct DatasetWorld {
    app: PrivateApp,
    assistant: AssistantApi,
    organizations: BTreeMap<&'static str, PrivateOrganization>,
}

/// A person with the permissions of a role.
pub(super) struct Asker<'a> {
    world: &'a DatasetWorld,
    organization: &'a PrivateOrganization,
    pub(super) scope: Scope,
}

#[derive(Debug, PartialEq, FromQueryResult)]
pub(super) struct RowCounts {
    lines: i64,
    reorder_points: Option<i64>,
}

const ROW_COUNTS: TenantSql = TenantSql::new(
    "select count(*) as lines,
       (select sum(reorder_point_e4) from inventory where tenant_id = $1) as reorder_points
     from purchase_transactions where tenant_id = $1",
);

impl DatasetWorld {
    /// Seeds all datasets.
    pub(super) async fn start(today: NaiveDate) -> Result<Self, CommandError> {
        let now = EvaluationTime::Day(today).to_instant(Tz::UTC);
        let age = TimeDelta::days(STALE_DAYS);
        let app = PrivateApp::start(now - age).await?;
        let mut organizations = BTreeMap::new();
        let mut stale = app.create_organization("Stale Supply", Tz::UTC).await?;
        let folder = app.folder().join("seed_stale");
        write_files(Seed::Full, &folder, now - age)?;
        app.sync_folder(&stale, &folder, None).await?;
        app.parts.clock.advance(age);
        write_files(Seed::Full, &folder, now)?;
        for table in FRESH_TABLES {
            app.sync_folder(&stale, &folder, Some(table)).await?;
        }
        app.renew_token(&mut stale).await?;
        organizations.insert("seed_stale", stale);
        for (dataset, name, seed) in [
            ("other_tenant", OTHER_TENANT, Seed::OtherTenant),
            ("seed_a", "Prairie Agronomy", Seed::Full),
            ("seed_empty", "Empty Supply", Seed::Empty),
            ("seed_one_order", "One Order Supply", Seed::OneOrder),
        ] {
            let organization = app.create_organization(name, Tz::UTC).await?;
            if seed != Seed::Empty {
                let folder = app.folder().join(dataset);
                write_files(seed, &folder, now)?;
                app.sync_folder(&organization, &folder, None).await?;
            }
            organizations.insert(dataset, organization);
        }
        Ok(Self {
            assistant: build_assistant(&app.parts),
            app,
            organizations,
        })
    }

    /// A person of this role in the organization of a dataset.
    pub(super) async fn asker(&self, dataset: &str, role: &str) -> Result<Asker<'_>, CommandError> {
        let organization = self
            .organizations
            .get(dataset)
            .ok_or_else(|| CommandError::Refused(format!("There is no dataset \"{dataset}\".")))?;
        let scope = self
            .app
            .parts
            .authority
            .scope_for_token(&organization.token)
            .await
            .map_err(CommandError::with_context("cannot sign in"))?;
        Ok(Asker {
            world: self,
            organization,
            scope: scope.limited_to(role_permissions(role)?),
        })
    }
}

fn role_permissions(role: &str) -> Result<Permissions, CommandError> {
    let viewer_without = |missing: Permission| {
        let rest: Vec<Permission> = Role::Viewer
            .permissions()
            .to_vec()
            .into_iter()
            .filter(|permission| *permission != missing)
            .collect();
        Permissions::from_permissions(&rest)
    };
    match role {
        "manager" => Ok(Role::Owner.permissions()),
        "sales_viewer" => Ok(viewer_without(Permission::PurchasingRead)),
        "no_sync_viewer" => Ok(viewer_without(Permission::SyncRead)),
        _ => Role::from_name(role)
            .map(Role::permissions)
            .ok_or_else(|| CommandError::Refused(format!("There is no role \"{role}\"."))),
    }
}

impl Asker<'_> {
    /// Asks a question, in a conversation if there is one.
    pub(super) async fn ask(
        &self,
        question: &str,
        conversation: Option<&Value>,
    ) -> Result<Value, CommandError> {
        self.send(json!({"query": question, "conversationId": conversation}))
            .await
    }

    async fn send(&self, body: Value) -> Result<Value, CommandError> {
        self.world
            .assistant
            .answer_json(&self.scope, body)
            .await
            .map_err(CommandError::with_context("a question has no answer"))
    }

    /// Whether the evidence of the answer has all of its calls.
    pub(super) async fn has_evidence(&self, answer: &AnswerView<'_>) -> Result<bool, CommandError> {
        let path = format!("/api/ai-bot/messages/{}/evidence", answer.text("messageId"));
        let token = Some(self.organization.token.as_str());
        let evidence = self.world.app.get(&path, token).await?;
        let stored = evidence.body.pointer("/data/answer/calls");
        Ok(stored.is_some() && stored == answer.0.get("calls"))
    }

    /// The tools that the options of the answer run.
    pub(super) async fn list_option_tools(
        &self,
        answer: &AnswerView<'_>,
    ) -> Result<Vec<String>, CommandError> {
        let mut tools = Vec::new();
        for (index, option) in answer.list("options").iter().enumerate() {
            let chosen = self
                .send(json!({
                    "query": option.get("label"),
                    "conversationId": answer.0.get("conversationId"),
                    "option": {"messageId": answer.0.get("messageId"), "index": index},
                }))
                .await?;
            let calls = AnswerView(&chosen).list("calls").iter();
            tools.extend(calls.filter_map(|call| Some(call.get("tool")?.as_str()?.to_owned())));
        }
        Ok(tools)
    }

    /// Figures that change with the rows.
    pub(super) async fn count_rows(&self) -> Result<Vec<RowCounts>, CommandError> {
        let failed = || CommandError::with_context("cannot count the rows");
        let db = self.scope.read_db().await.map_err(failed())?;
        db.query_rows(ROW_COUNTS, Vec::new())
            .await
            .map_err(failed())
    }
}
