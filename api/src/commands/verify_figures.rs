//! Compares every figure of the screens with the same figure made from the source's files alone,
//! and says where they differ.

mod places;
mod product;
mod said;

use super::{CommandError, migrate, say};
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
    /// The organization's id or slug.
    #[arg(long)]
    tenant: String,
    /// The folder with the source's files; the organization's own source where it is left out.
    #[arg(long)]
    data: Option<PathBuf>,
    /// Print the figures that differ and nothing of the others.
    #[arg(long)]
    only_differences: bool,
}

/// Both tellings of every figure, and what the reader of them should know.
pub struct Verified {
    pub figures: Vec<FigureComparison>,
    /// Rows of the files that nobody can use, by table.
    pub unread: Vec<(String, u64)>,
}

impl VerifyFigures {
    pub(super) async fn run(self, config: &Config) -> Result<(), CommandError> {
        let database = migrate::open(config).await?;
        let found = database
            .platform()
            .find_organization_for_command(&self.tenant)
            .await
            .map_err(CommandError::failed(
                "the organization could not be looked up",
            ))?;
        let access = found.ok_or_else(|| {
            CommandError::Refused(format!(
                "There is no organization with the id or slug \"{}\".",
                self.tenant
            ))
        })?;
        let folder = match self.data {
            Some(folder) => folder,
            None => places::folder(config, &database, &access).await?,
        };
        let verified = verify(&access, &database, Clock::system(), &folder).await?;
        say(&verified.text(self.only_differences))?;
        match verified.differing() {
            0 => Ok(()),
            differing => Err(CommandError::Refused(format!(
                "{differing} of {} figures differ from the files in {}. If the files have changed \
                    since the last sync, sync first and verify again.",
                verified.figures.len(),
                folder.display(),
            ))),
        }
    }
}

/// Makes every figure from the files in `folder` and asks the rooms for the same ones.
pub async fn verify(
    access: &Access,
    database: &Database,
    clock: Clock,
    folder: &Path,
) -> Result<Verified, CommandError> {
    let scope = Scope::for_operator(access.clone(), database.clone(), clock);
    let names = places::names(&scope).await?;
    let (mut said, known) = (
        said::read(&scope).await?,
        YieldCatalog::from_embedded()
            .map_err(CommandError::failed("the harvest records cannot be read"))?,
    );
    let learned =
        database
            .platform()
            .list_reference_yields()
            .await
            .map_err(CommandError::failed(
                "the learned harvests could not be read",
            ))?;
    known
        .apply_updates(&learned)
        .map_err(CommandError::failed("the harvest records cannot be read"))?;
    said.yields = learned
        .into_iter()
        .map(|row| Harvest {
            crop: row.crop,
            region: row.region,
            year: row.year,
            bushels: row.bu_per_ac_e4.into(),
        })
        .collect();
    let product = product::figures(&scope, &known.current_snapshot().yields).await?;
    let (folder, as_of) = (folder.to_owned(), scope.as_of());
    let from_files = tokio::task::spawn_blocking(move || {
        let books = Dataset::load_folder(&folder, &names)?;
        Ok::<_, reference::SourceError>((
            reference::compute_figures(&books, &said, as_of),
            books.unread,
        ))
    });
    let (figures, unread) = from_files
        .await
        .map_err(CommandError::failed("the figures could not be made"))?
        .map_err(CommandError::failed("the files could not be read"))?;
    let mut unread: Vec<(String, u64)> = unread.into_iter().collect();
    unread.sort();
    Ok(Verified {
        figures: compare_figures(&figures, &product),
        unread,
    })
}

impl Verified {
    /// How many figures are not the same.
    pub fn differing(&self) -> usize {
        self.figures
            .iter()
            .filter(|figure| !figure.is_equal)
            .count()
    }

    /// As a table for people.
    pub fn text(&self, only_differences: bool) -> String {
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
            "figure", "oracle", "product", "difference"
        );
        for figure in shown {
            let side = |told: &Option<reference::FigureValue>| {
                told.as_ref()
                    .map_or_else(|| "not told".to_owned(), ToString::to_string)
            };
            let (oracle, product, ok) = (
                side(&figure.reference),
                side(&figure.product),
                if figure.is_equal { "yes" } else { "NO" },
            );
            let _ = writeln!(
                text,
                "{:width$} | {oracle:>24} | {product:>24} | {:>14} | {ok}",
                figure.name,
                figure.difference_text()
            );
        }
        for (table, rows) in &self.unread {
            let _ = writeln!(
                text,
                "{rows} rows of {table} cannot be used; where the product knows an older version \
                    of one, that one still counts there."
            );
        }
        let _ = writeln!(
            text,
            "{} figures, {} differ",
            self.figures.len(),
            self.differing()
        );
        text
    }
}
