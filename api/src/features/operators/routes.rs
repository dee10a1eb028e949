//! HTTP operations on tenants, for operators of the installation.

use super::store::load_tenant_detail;
use super::wire::{DecisionReason, Tenant, TenantDetail, TenantLimitsChange, Tenants};
use crate::auth::{Authority, Operator};
use crate::clock::Clock;
use crate::db::{Database, Page, TenantUpdateOutcome, UsageLimits};
use crate::http::{ApiError, Envelope, ErrorDetailCode, Tag, default_page_size, parse_id_cursor};
use crate::ids::TenantId;
use poem_openapi::OpenApi;
use poem_openapi::param::{Path, Query};
use poem_openapi::payload::Json;
use sea_orm::prelude::Uuid;
use std::sync::Arc;

/// Tenants.
pub struct OperatorsApi {
    /// Clears cached lookups.
    pub authority: Arc<Authority>,
    /// The database.
    pub database: Database,
    /// The clock.
    pub clock: Clock,
}

#[OpenApi(tag = "Tag::Operators")]
impl OperatorsApi {
    /// List tenants
    ///
    /// All organizations, newest first, with usage and health. Reads no rows of tenants. For
    /// operators of the installation.
    #[oai(
        path = "/api/admin/tenants",
        method = "get",
        operation_id = "listTenants"
    )]
    async fn list_tenants(
        &self,
        _operator: Operator,
        /// Only tenants whose name contains this text, case-insensitive.
        #[oai(validator(max_length = 100))]
        q: Query<Option<String>>,
        /// The page size.
        #[oai(
            default = "default_page_size",
            validator(minimum(value = "1"), maximum(value = "200"))
        )]
        limit: Query<u32>,
        /// `nextCursor` of the previous page.
        #[oai(validator(max_length = 200))]
        cursor: Query<Option<String>>,
    ) -> Result<Json<Envelope<Tenants>>, ApiError> {
        let (before, now) = (parse_id_cursor(cursor.0.as_deref())?, self.clock.now());
        let name =
            q.0.as_deref()
                .map(str::trim)
                .filter(|text| !text.is_empty());
        let tenants = self
            .database
            .platform()
            .list_tenants(name, before, u64::from(limit.0) + 1, now)
            .await?;
        let page = Page::from_rows(tenants, limit.0, |last| last.organization.id.to_string());
        Ok(Json(Envelope::new(Tenants {
            items: page
                .items
                .into_iter()
                .map(|overview| Tenant::from_overview(overview, now))
                .collect(),
            next_cursor: page.next_cursor,
        })))
    }

    /// Get a tenant
    ///
    /// Usage, limits, data source kind, schedule and last runs, without rows or credentials. For
    /// operators of the installation.
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
        let overview = self
            .database
            .platform()
            .find_tenant(TenantId(id.0), now)
            .await?
            .ok_or_else(ApiError::not_found)?;
        let records = load_tenant_detail(&self.database, overview).await?;
        let detail =
            TenantDetail::from_records(records, now).map_err(|error| ApiError::internal(&error))?;
        Ok(Json(Envelope::new(detail)))
    }

    /// Suspend a tenant
    ///
    /// Within 2 seconds, every server rejects all requests of its members and API keys with 403
    /// `organization_suspended` and the reason, and stops its schedules. A running sync is
    /// cancelled. No data is deleted. Suspending a tenant again replaces the reason. For operators
    /// of the installation.
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
        let outcome = self
            .database
            .platform()
            .suspend_organization(TenantId(id.0), author, reason, self.clock.now())
            .await?;
        self.decision_response(TenantId(id.0), outcome).await
    }

    /// Resume a tenant
    ///
    /// Its members and API keys regain access within 2 seconds, and its schedules continue. For
    /// operators of the installation.
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
        let outcome = self
            .database
            .platform()
            .resume_organization(TenantId(id.0), author, reason, self.clock.now())
            .await?;
        self.decision_response(TenantId(id.0), outcome).await
    }

    /// Set tenant limits
    ///
    /// Limits for members, rows and questions. Omitted limits are removed. Existing data above a
    /// limit stays. For operators of the installation.
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
        let limits = UsageLimits {
            max_members: *people,
            max_rows: *rows,
            max_monthly_questions: *questions,
        };
        let author = operator.scope().audit_actor();
        let outcome = self
            .database
            .platform()
            .set_usage_limits(TenantId(id.0), author, limits, reason, self.clock.now())
            .await?;
        self.decision_response(TenantId(id.0), outcome).await
    }

    async fn decision_response(
        &self,
        id: TenantId,
        outcome: TenantUpdateOutcome,
    ) -> Result<Json<Envelope<Tenant>>, ApiError> {
        match outcome {
            TenantUpdateOutcome::Applied => {}
            TenantUpdateOutcome::NotFound => return Err(ApiError::not_found()),
            TenantUpdateOutcome::Demo => {
                return Err(ApiError::demo_read_only(
                    "The demo organization can't be suspended or limited.",
                ));
            }
        }
        self.authority.clear_lookups();
        let now = self.clock.now();
        let overview = self
            .database
            .platform()
            .find_tenant(id, now)
            .await?
            .ok_or_else(ApiError::not_found)?;
        Ok(Json(Envelope::new(Tenant::from_overview(overview, now))))
    }
}

/// The trimmed reason, which must not be empty: owners read it in their audit log.
fn require_reason(text: &str) -> Result<&str, ApiError> {
    let reason = text.trim();
    if reason.is_empty() {
        let message = "Enter a reason. The organization's owners see it in their audit log.";
        return Err(ApiError::invalid_value(
            "reason",
            ErrorDetailCode::Required,
            message,
        ));
    }
    Ok(reason)
}
