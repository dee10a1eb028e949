//! The figures that take longest, which pages, reports and the assistant share.

use crate::auth::permission::{CustomersRead, InventoryRead, PurchasingRead, SalesRead};
use crate::auth::{PermissionError, Scope};
use crate::cache::{ComputationQueue, FigureResources};
use crate::db::{DbError, StoredContentError};
use crate::features::assistant::{CatalogError, QuestionCatalogs};
use crate::features::call_list::{CallReportError, CallReports};
use crate::features::crop_yield::yield_catalog::YieldCatalog;
use crate::features::customers::{CustomerReportError, CustomerReports, PurchaseWindowReports};
use crate::features::methods::{MethodsError, MethodsPage, MethodsPages, MethodsProofs};
use crate::features::purchasing::{PurchasePlans, SeasonPositions};
use crate::features::supply_prices::{FoundOutliers, PriceIndexes};
use crate::ids::TenantId;
use fair_queue::Permit;
use std::sync::Arc;

/// The figures of this process. Clones share them.
#[derive(Clone)]
pub struct SharedFigures {
    /// What they share, and figures of other kinds can share.
    pub resources: Arc<FigureResources>,
    /// Call lists.
    pub calls: CallReports,
    /// What questions can name.
    pub catalogs: QuestionCatalogs,
    /// Customer figures.
    pub customers: CustomerReports,
    /// Methods of all figures, with their backtests.
    pub methods: MethodsPages,
    /// Unusual prices.
    pub outliers: FoundOutliers,
    /// Purchase plans.
    pub plans: PurchasePlans,
    /// Season positions.
    pub positions: SeasonPositions,
    /// Price indexes.
    pub prices: PriceIndexes,
    /// Purchase windows.
    pub windows: PurchaseWindowReports,
}

/// Why the figures of an organization were not computed.
#[derive(Debug, thiserror::Error)]
pub enum PrecomputationError {
    /// The scope lacks a permission.
    #[error("the scope lacks a permission")]
    Permission(PermissionError),
    /// Too many computations of the organization wait.
    #[error("too many computations wait")]
    Busy,
    /// The database failed.
    #[error(transparent)]
    Db(#[from] DbError),
    /// The customer figures failed.
    #[error(transparent)]
    Customers(#[from] CustomerReportError),
    /// The call list failed.
    #[error(transparent)]
    Calls(#[from] CallReportError),
    /// The backtests failed.
    #[error(transparent)]
    Methods(#[from] MethodsError),
    /// The order lines by column could not be stored.
    #[error(transparent)]
    Storing(#[from] StoredContentError),
    /// What questions can name was not loaded.
    #[error(transparent)]
    Catalogs(#[from] CatalogError),
}

impl Default for SharedFigures {
    fn default() -> Self {
        Self::new(FigureResources::default())
    }
}

impl SharedFigures {
    /// Figures that share these resources.
    pub fn new(resources: FigureResources) -> Self {
        let resources = Arc::new(resources);
        Self {
            calls: CallReports::new(&resources),
            catalogs: QuestionCatalogs::default(),
            customers: CustomerReports::new(&resources),
            methods: MethodsPages::new(&resources),
            outliers: FoundOutliers::new(&resources),
            plans: PurchasePlans::new(&resources),
            positions: SeasonPositions::new(&resources),
            prices: PriceIndexes::new(&resources),
            windows: PurchaseWindowReports::new(&resources),
            resources,
        }
    }

    /// Computes all figures of an organization that are not there, those of its first pages first and the
    /// backtests last. Each waits for the organization's turn, as a request would. Loads the order lines
    /// by column after the first figures, and stores them while it computes the others. Then loads what
    /// questions can name.
    pub async fn precompute(
        &self,
        scope: &Scope,
        computations: &ComputationQueue,
        yields: &YieldCatalog,
    ) -> Result<(), PrecomputationError> {
        let denied = PrecomputationError::Permission;
        let (purchasing, inventory, sales, customers) = (
            &scope.require(PurchasingRead).map_err(denied)?,
            &scope.require(InventoryRead).map_err(denied)?,
            &scope.require(SalesRead).map_err(denied)?,
            &scope.require(CustomersRead).map_err(denied)?,
        );
        let permit = wait_for_turn(scope, computations).await?;
        self.plans
            .prepare(scope, (purchasing, inventory, sales))
            .await?;
        drop(permit);
        // After the plan, which it would slow down: it takes as much of the processors.
        scope.rollup_db().await?.column_store().await;
        // Not at the end: a restart before it would build them again.
        let stored = scope.store_column_copy(self.resources.stored_from());
        let others = Box::pin(async {
            let permit = wait_for_turn(scope, computations).await?;
            let prices = self.prices.load(scope, purchasing).await?;
            self.customers
                .prepare(scope, (customers, sales, purchasing))
                .await?;
            drop(permit);
            let permit = wait_for_turn(scope, computations).await?;
            let position = self
                .positions
                .prepare(scope, (purchasing, inventory, sales));
            position.await?;
            drop(permit);
            let permit = wait_for_turn(scope, computations).await?;
            self.windows
                .prepare(scope, (prices, purchasing, sales))
                .await?;
            self.outliers.prepare(scope, purchasing).await?;
            self.calls
                .prepare(scope, (customers, sales, purchasing))
                .await?;
            drop(permit);
            let permit = wait_for_turn(scope, computations).await?;
            let proofs = MethodsProofs::require(scope).map_err(denied)?;
            let known = yields.current_snapshot();
            Box::pin(MethodsPage::prepare(&self.methods, scope, &known, &proofs)).await?;
            drop(permit);
            Ok::<(), PrecomputationError>(())
        });
        let (stored, others) = tokio::join!(stored, others);
        others?;
        stored?;
        Ok(self.catalogs.prepare(scope).await?)
    }
}

async fn wait_for_turn(
    scope: &Scope,
    computations: &ComputationQueue,
) -> Result<Permit<TenantId>, PrecomputationError> {
    let tenant = scope.access().tenant();
    computations
        .acquire(tenant)
        .await
        .map_err(|_| PrecomputationError::Busy)
}
