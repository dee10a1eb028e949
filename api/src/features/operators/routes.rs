//! What operators see of organizations and decide about them, over HTTP.

use super::store::load_tenant_detail;
use super::wire::{DecisionReason, Tenant, TenantDetail, TenantLimitsChange, Tenants};
use crate::auth::{Authority, Operator};
use crate::clock::Clock;
use crate::db::{Database, TenantUpdateOutcome, UsageLimits};
use crate::http::{ApiError, Envelope, ErrorDetail, Tag, page_size, parse_id_cursor};
use crate::ids::TenantId;
use poem_openapi::OpenApi;
use poem_openapi::param::{Path, Query};
use poem_openapi::payload::Json;
use sea_orm::prelude::Uuid;
use std::sync::Arc;

/// Organizations, as the operators of an installation look after them.
pub struct OperatorsApi {
    /// Forgets what it believed of an organization that was decided about.
    pub authority: Arc<Authority>,
    /// Where organizations are kept.
    pub database: Database,
    /// Tells the time.
    pub clock: Clock,
}

#[OpenApi(tag = "Tag::Operators")]
impl OperatorsApi {
    /// List all organizations
    ///
    /// The newest first, each with what it uses and how its data stands, by counts that are kept
    /// anyway: none of its rows is read. For operators of the installation.
    #[oai(
        path = "/api/admin/tenants",
        method = "get",
        operation_id = "listTenants"
    )]
    async fn list_tenants(
        &self,
        _operator: Operator,
        /// Only organizations whose name has this in it, in capitals or not.
        #[oai(validator(max_length = 100))]
        q: Query<Option<String>>,
        /// How many organizations a page holds.
        #[oai(
            default = "page_size",
            validator(minimum(value = "1"), maximum(value = "200"))
        )]
        limit: Query<u32>,
        /// `nextCursor` of the page before.
        #[oai(validator(max_length = 200))]
        cursor: Query<Option<String>>,
    ) -> Result<Json<Envelope<Tenants>>, ApiError> {
        let (behind, now) = (parse_id_cursor(cursor.0.as_deref())?, self.clock.now());
        let named =
            q.0.as_deref()
                .map(str::trim)
                .filter(|text| !text.is_empty());
        let mut found = self
            .database
            .platform()
            .list_tenants(named, behind, u64::from(limit.0) + 1, now)
            .await?;
        let size = usize::try_from(limit.0).unwrap_or(usize::MAX);
        let more = found.len() > size;
        found.truncate(size);
        let next_cursor = found
            .last()
            .filter(|_| more)
            .map(|last| last.organization.id.to_string());
        Ok(Json(Envelope::new(Tenants {
            items: found
                .into_iter()
                .map(|standing| Tenant::from_overview(standing, now))
                .collect(),
            next_cursor,
        })))
    }

    /// See how an organization stands
    ///
    /// What it uses of what it may hold, which kind of source it has, and its last runs. Neither
    /// its rows nor what opens its source. For operators of the installation.
    #[oai(
        path = "/api/admin/tenants/:id",
        method = "get",
        operation_id = "getTenant"
    )]
    async fn get_tenant(
        &self,
        _operator: Operator,
        id: Path<Uuid>,
    ) -> Result<Json<Envelope<TenantDetail>>, ApiError> {
        let now = self.clock.now();
        let standing = self
            .database
            .platform()
            .find_tenant(TenantId(id.0), now)
            .await?
            .ok_or_else(ApiError::not_found)?;
        Ok(Json(Envelope::new(
            load_tenant_detail(&self.database, standing, now).await?,
        )))
    }

    /// Suspend an organization
    ///
    /// Within 2 seconds every server refuses everything of it with 403 `organization_suspended` and
    /// the reason: to its people, its API keys and its schedules. A sync that goes on is ended.
    /// Nothing is removed. Suspending it again replaces the reason. For operators of the
    /// installation.
    #[oai(
        path = "/api/admin/tenants/:id/suspend",
        method = "post",
        operation_id = "suspendTenant"
    )]
    async fn suspend_tenant(
        &self,
        operator: Operator,
        id: Path<Uuid>,
        body: Json<DecisionReason>,
    ) -> Result<Json<Envelope<Tenant>>, ApiError> {
        let reason = require_reason(&body.0.reason)?;
        let author = operator.scope().audit_actor();
        let decided = self
            .database
            .platform()
            .suspend_organization(TenantId(id.0), author, reason, self.clock.now())
            .await?;
        self.decision_response(TenantId(id.0), decided).await
    }

    /// Let an organization work again
    ///
    /// Its people and API keys are let in within 2 seconds, and its schedules go on. For operators
    /// of the installation.
    #[oai(
        path = "/api/admin/tenants/:id/resume",
        method = "post",
        operation_id = "resumeTenant"
    )]
    async fn resume_tenant(
        &self,
        operator: Operator,
        id: Path<Uuid>,
        body: Json<DecisionReason>,
    ) -> Result<Json<Envelope<Tenant>>, ApiError> {
        let reason = require_reason(&body.0.reason)?;
        let author = operator.scope().audit_actor();
        let decided = self
            .database
            .platform()
            .resume_organization(TenantId(id.0), author, reason, self.clock.now())
            .await?;
        self.decision_response(TenantId(id.0), decided).await
    }

    /// Say how much an organization may hold
    ///
    /// Limits of people, rows and questions; one that is left out is lifted. What it holds already
    /// stays, however much it is. For operators of the installation.
    #[oai(
        path = "/api/admin/tenants/:id/limits",
        method = "put",
        operation_id = "setTenantLimits"
    )]
    async fn set_tenant_limits(
        &self,
        operator: Operator,
        id: Path<Uuid>,
        body: Json<TenantLimitsChange>,
    ) -> Result<Json<Envelope<Tenant>>, ApiError> {
        let TenantLimitsChange {
            people,
            rows,
            questions,
            reason,
        } = &body.0;
        let reason = require_reason(reason)?;
        let plan = UsageLimits {
            max_members: *people,
            max_rows: *rows,
            max_monthly_questions: *questions,
        };
        let author = operator.scope().audit_actor();
        let decided = self
            .database
            .platform()
            .set_usage_limits(TenantId(id.0), author, plan, reason, self.clock.now())
            .await?;
        self.decision_response(TenantId(id.0), decided).await
    }

    async fn decision_response(
        &self,
        id: TenantId,
        decided: TenantUpdateOutcome,
    ) -> Result<Json<Envelope<Tenant>>, ApiError> {
        match decided {
            TenantUpdateOutcome::Applied => {}
            TenantUpdateOutcome::NotFound => return Err(ApiError::not_found()),
            TenantUpdateOutcome::Demo => {
                return Err(ApiError::conflict(
                    "demo_account",
                    "The demo is what visitors see: it is neither suspended nor limited.",
                ));
            }
        }
        self.authority.clear_lookups();
        let now = self.clock.now();
        let standing = self
            .database
            .platform()
            .find_tenant(id, now)
            .await?
            .ok_or_else(ApiError::not_found)?;
        Ok(Json(Envelope::new(Tenant::from_overview(standing, now))))
    }
}

/// Nothing is decided about an organization without a reason that its owners can read.
fn require_reason(text: &str) -> Result<&str, ApiError> {
    let reason = text.trim();
    if reason.is_empty() {
        let message = "Say why: the organization's owners read it in their audit log.".to_owned();
        return Err(ApiError::invalid_values(vec![ErrorDetail {
            path: "reason".to_owned(),
            message,
        }]));
    }
    Ok(reason)
}
