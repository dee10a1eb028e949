//! Decides which folders an organization may read: only those below the operator's root folder,
//! after resolving symbolic links.

use crate::config::{Config, Mode};
use crate::db::Organization;
use sea_orm::prelude::Uuid;
use sources::{AllowedFolder, SourceError};
use std::path::{Component, Path, PathBuf};

/// The folders that may be read.
#[derive(Clone, Debug)]
pub struct FolderPolicy {
    mode: Mode,
    root: Option<PathBuf>,
    demo: PathBuf,
}

/// The folders that an organization can choose from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FolderListing {
    /// The root folder, as the operator configured it.
    pub root: String,
    /// The root and the folders in it that may be read, sorted, with display names; at most
    /// [`MAX_LISTED_FOLDERS`].
    pub folders: Vec<(String, AllowedFolder)>,
}

/// Maximum number of listed folders.
const MAX_LISTED_FOLDERS: usize = 50;
/// Maximum number of directory entries that are scanned for them.
const MAX_SCANNED_NAMES: usize = 1_000;

impl FolderPolicy {
    /// Reads the operator's settings.
    pub fn from_config(config: &Config) -> Self {
        Self {
            mode: config.mode,
            root: config.warehouse_root.clone(),
            demo: config.demo_warehouse_dir(),
        }
    }

    /// Checks whether the organization may read the folder `path`. Accesses the file system.
    pub fn allow_folder(
        &self,
        organization: &Organization,
        path: &str,
    ) -> Result<AllowedFolder, SourceError> {
        let path = Path::new(path.trim());
        if path.as_os_str().is_empty() {
            return Err(refused_error("Enter the folder with your tables."));
        }
        if path
            .components()
            .any(|component| component == Component::ParentDir)
        {
            return Err(refused_error(
                "The folder must not contain \"..\". Enter its direct path.",
            ));
        }
        if organization.is_demo
            && let Ok(demo) = resolve_below(&self.demo, path)
        {
            return Ok(demo);
        }
        let root = self.root.as_ref().ok_or_else(missing_root_error)?;
        if !self.owns_root(organization) {
            return resolve_below(&own_folder(root, organization), path);
        }
        let allowed = resolve_below(root, path)?;
        if is_folder_of_another(&allowed, organization) {
            return Err(refused_error(
                "This folder belongs to another organization.",
            ));
        }
        Ok(allowed)
    }

    /// Whether the whole root is the organization's. In `self` mode, it is the first one's.
    fn owns_root(&self, organization: &Organization) -> bool {
        self.mode == Mode::SelfHosted && organization.owns_warehouse_root
    }

    /// Lists the organization's root folder and its folders. Accesses the file system.
    pub fn list_folders(&self, organization: &Organization) -> Option<FolderListing> {
        let root = self.root.as_ref()?;
        let root = if self.owns_root(organization) {
            root.clone()
        } else {
            own_folder(root, organization)
        };
        // A root folder that was not created yet is empty.
        let mut names: Vec<String> = std::fs::read_dir(&root).map_or_else(
            |_| Vec::new(),
            |entries| {
                entries
                    .take(MAX_SCANNED_NAMES)
                    .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
                    .filter(|name| !name.starts_with('.'))
                    .collect()
            },
        );
        names.sort_unstable();
        let root = root.display().to_string();
        names.insert(0, root.clone());
        let folders = names
            .into_iter()
            .filter_map(|name| Some((self.allow_folder(organization, &name).ok()?, name)));
        Some(FolderListing {
            folders: folders
                .map(|(folder, name)| (name, folder))
                .take(MAX_LISTED_FOLDERS)
                .collect(),
            root,
        })
    }

    /// Allows a folder that an operator names on the command line. Operators can read any file
    /// anyway.
    pub fn allow_operator_folder(path: &Path) -> Result<AllowedFolder, SourceError> {
        let folder = path
            .canonicalize()
            .map_err(|error| unreadable_error(path, &error))?;
        if !folder.is_dir() {
            return Err(refused_error(format!(
                "{} is not a folder.",
                path.display()
            )));
        }
        Ok(AllowedFolder {
            boundary: folder.clone(),
            folder,
        })
    }
}

fn own_folder(root: &Path, organization: &Organization) -> PathBuf {
    root.join(organization.id.to_string())
}

/// Whether a folder below the root is that of another organization, or inside it. Such folders are
/// named by ids.
fn is_folder_of_another(allowed: &AllowedFolder, organization: &Organization) -> bool {
    let relative = allowed.folder.strip_prefix(&allowed.boundary);
    let first = relative
        .ok()
        .and_then(|relative| relative.components().next());
    let id = first.and_then(|first| first.as_os_str().to_str()?.parse::<Uuid>().ok());
    id.is_some_and(|id| id != organization.id.0)
}

fn missing_root_error() -> SourceError {
    refused_error(
        "This installation has no warehouse folder yet. Its operator must set \
            SPROUT_WAREHOUSE_ROOT to the folder that contains the warehouses.",
    )
}

fn resolve_below(root: &Path, path: &Path) -> Result<AllowedFolder, SourceError> {
    let boundary = root.canonicalize().map_err(|error| {
        SourceError::Unreachable(format!(
            "The warehouse folder {} cannot be read: {error}.",
            root.display()
        ))
    })?;
    let outside = || refused_error(format!("The folder must be inside {}.", root.display()));
    let absolute = std::path::absolute(root).unwrap_or_else(|_| root.to_owned());
    let inside = [root, &absolute, &boundary]
        .into_iter()
        .find_map(|start| path.strip_prefix(start).ok());
    let relative = match inside {
        Some(relative) => relative,
        None if path.is_absolute() => return Err(outside()),
        None => path,
    };
    let folder = boundary
        .join(relative)
        .canonicalize()
        .map_err(|error| unreadable_error(path, &error))?;
    if !folder.starts_with(&boundary) {
        return Err(outside());
    }
    if !folder.is_dir() {
        return Err(refused_error(format!(
            "{} is not a folder.",
            path.display()
        )));
    }
    Ok(AllowedFolder { folder, boundary })
}

fn unreadable_error(path: &Path, error: &std::io::Error) -> SourceError {
    if error.kind() == std::io::ErrorKind::NotFound {
        refused_error(format!("There is no folder {}.", path.display()))
    } else {
        refused_error(format!(
            "The folder {} cannot be read: {error}.",
            path.display()
        ))
    }
}

fn refused_error(words: impl Into<String>) -> SourceError {
    SourceError::Unusable(words.into())
}

#[cfg(test)]
mod tests;
