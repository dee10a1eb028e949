//! Verifies all figures against a reference calculation from the source files.

mod organization_settings;
mod plan_figures;
mod product_figures;
mod source_location;

use super::{CommandError, find_organization, migrate, print_output};
use crate::auth::Scope;
use crate::clock::Clock;
use crate::config::Config;
use crate::db::{Access, Database};
use crate::features::crop_yield::yield_catalog::YieldCatalog;
use clap::Args;
use reference::{self, Dataset, FigureComparison, Harvest, compare_figures};
use std::fmt::Write;
use std::path::{Path, PathBuf};

#[derive(Debug, Args)]
#[group(skip)]
pub(super) struct VerifyFigures {
    /// Id or slug of the organization.
    #[arg(long)]
    tenant: String,
    /// Folder with the source files. Default: the organization's own source.
    #[arg(long)]
    data: Option<PathBuf>,
    /// Print only the figures that differ.
    #[arg(long)]
    only_differences: bool,
}

/// The product's and the reference figures.
pub struct VerificationReport {
    pub figures: Vec<FigureComparison>,
    /// Rows of the files that cannot be used, by table.
    pub unusable_rows: Vec<(String, u64)>,
}

impl VerifyFigures {
    pub(super) async fn run(self, config: &Config) -> Result<(), CommandError> {
        let database = migrate::open_database(config).await?;
        let access = find_organization(&database, &self.tenant).await?;
        let folder = match self.data {
            Some(folder) => folder,
            None => source_location::find_source_folder(config, &database, &access).await?,
        };
        let report = verify_organization(&access, &database, Clock::system(), &folder).await?;
        print_output(&report.format_table(self.only_differences))?;
        match report.count_differences() {
            0 => Ok(()),
            differing => Err(CommandError::Refused(format!(
                "{differing} of {} figures differ from the files in {}. If the files have changed \
                 since the last sync, sync and verify again.",
                report.figures.len(),
                folder.display(),
            ))),
        }
    }
}

/// Computes all figures from the files in `folder` and compares them with the product's.
pub async fn verify_organization(
    access: &Access,
    database: &Database,
    clock: Clock,
    folder: &Path,
) -> Result<VerificationReport, CommandError> {
    let scope = Scope::for_operator(access.clone(), database.clone(), clock);
    let names = source_location::load_column_names(&scope).await?;
    let mut settings = organization_settings::load_settings(&scope).await?;
    let catalog = YieldCatalog::from_embedded().map_err(CommandError::with_context(
        "cannot read the built-in yield records",
    ))?;
    let updates = database
        .platform()
        .list_reference_yields()
        .await
        .map_err(CommandError::with_context("cannot read the yield records"))?;
    catalog
        .apply_updates(&updates)
        .map_err(CommandError::with_context("cannot apply the yield records"))?;
    settings.yields = updates
        .into_iter()
        .map(|row| Harvest {
            crop: row.crop,
            region: row.region,
            year: row.year,
            bushels: row.bu_per_ac_e4.into(),
        })
        .collect();
    let planned = plan_figures::load_plan(&scope).await?;
    settings.planned_rows = planned.planned_rows();
    settings.position_rows = planned.position_rows();
    settings.substitutes = planned.offered_substitutes();
    let mut product =
        product_figures::collect_figures(&scope, &catalog.current_snapshot().yields).await?;
    planned.add_figures(&mut product);
    let (folder, as_of) = (folder.to_owned(), scope.as_of());
    let calculation = tokio::task::spawn_blocking(move || {
        let dataset = Dataset::load_folder(&folder, &names)?;
        Ok::<_, reference::SourceError>((
            reference::compute_figures(&dataset, &settings, as_of),
            dataset.unread,
        ))
    });
    let (figures, unusable_rows) = calculation
        .await
        .map_err(CommandError::with_context(
            "cannot compute the reference figures",
        ))?
        .map_err(CommandError::with_context("cannot read the files"))?;
    let mut unusable_rows: Vec<(String, u64)> = unusable_rows.into_iter().collect();
    unusable_rows.sort();
    Ok(VerificationReport {
        figures: compare_figures(&figures, &product),
        unusable_rows,
    })
}

impl VerificationReport {
    /// The number of figures that differ.
    pub fn count_differences(&self) -> usize {
        self.figures
            .iter()
            .filter(|figure| !figure.is_equal)
            .count()
    }

    /// Formats the report as a text table.
    pub fn format_table(&self, only_differences: bool) -> String {
        let shown: Vec<&FigureComparison> = self
            .figures
            .iter()
            .filter(|figure| !(only_differences && figure.is_equal))
            .collect();
        let width = shown
            .iter()
            .map(|figure| figure.name.chars().count())
            .max()
            .unwrap_or(0)
            .max("figure".len());
        let mut text = format!(
            "{:width$} | {:>24} | {:>24} | {:>14} | ok\n",
            "figure", "reference", "product", "difference"
        );
        for figure in shown {
            let side = |value: &Option<reference::FigureValue>| {
                value
                    .as_ref()
                    .map_or_else(|| "missing".to_owned(), ToString::to_string)
            };
            let (reference, product, ok) = (
                side(&figure.reference),
                side(&figure.product),
                if figure.is_equal { "yes" } else { "NO" },
            );
            let _ = writeln!(
                text,
                "{:width$} | {reference:>24} | {product:>24} | {:>14} | {ok}",
                figure.name,
                figure.difference_text()
            );
        }
        for (table, rows) in &self.unusable_rows {
            let _ = writeln!(
                text,
                "{rows} rows of {table} cannot be used. The product may still use an older version \
                 of them."
            );
        }
        let _ = writeln!(
            text,
            "{} figures, {} differ",
            self.figures.len(),
            self.count_differences()
        );
        text
    }
}
