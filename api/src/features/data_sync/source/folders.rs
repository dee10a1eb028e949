//! Which folders may be a tenant's warehouse: only those below the operator's root, with symbolic links followed first.

use super::SourceError;
use crate::config::{Config, Mode};
use crate::db::Organization;
use std::path::{Component, Path, PathBuf};

/// Where folder warehouses may lie.
#[derive(Clone, Debug)]
pub struct Folders {
    mode: Mode,
    root: Option<PathBuf>,
    demo: PathBuf,
}

/// A folder that may be read, and the folder that its files may not lead out of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AllowedFolder {
    /// The folder itself, without symbolic links.
    pub folder: PathBuf,
    /// What its files must lie below, without symbolic links.
    pub boundary: PathBuf,
}

impl Folders {
    /// As the operator has set it.
    pub fn of_config(config: &Config) -> Self {
        Self { mode: config.mode, root: config.warehouse_root.clone(), demo: config.demo_warehouse() }
    }

    /// The folder that `path` names for the organization, or why it may not be read. Touches the disk; nothing outside the allowed folder is looked at.
    pub fn allow(&self, organization: &Organization, path: &str) -> Result<AllowedFolder, SourceError> {
        let path = Path::new(path.trim());
        if path.as_os_str().is_empty() {
            return Err(refused("Name the folder that your rows come from."));
        }
        if path.components().any(|component| component == Component::ParentDir) {
            return Err(refused("The folder may not contain \"..\": name it directly."));
        }
        if organization.is_demo
            && let Ok(demo) = below(&self.demo, path)
        {
            return Ok(demo);
        }
        let root = self.root.as_ref().ok_or_else(|| {
            refused("This installation has no folder for warehouses yet: its operator must set SPROUT_WAREHOUSE_ROOT to the folder that holds them.")
        })?;
        match self.mode {
            Mode::SelfHosted => below(root, path),
            Mode::Hosted => below(&root.join(organization.id.to_string()), path),
        }
    }

    /// The folder that the operator names on the command line: an operator can read every file anyway.
    pub fn of_operator(path: &Path) -> Result<AllowedFolder, SourceError> {
        let folder = path.canonicalize().map_err(|error| unreadable(path, &error))?;
        if !folder.is_dir() {
            return Err(refused(format!("{} is not a folder.", path.display())));
        }
        Ok(AllowedFolder { boundary: folder.clone(), folder })
    }
}

fn below(root: &Path, path: &Path) -> Result<AllowedFolder, SourceError> {
    let boundary =
        root.canonicalize().map_err(|error| SourceError::Unreachable(format!("The folder for warehouses, {}, cannot be read: {error}.", root.display())))?;
    let outside = || refused(format!("The folder must lie below {}.", root.display()));
    let absolute = std::path::absolute(root).unwrap_or_else(|_| root.to_owned());
    let inside = [root, &absolute, &boundary].into_iter().find_map(|start| path.strip_prefix(start).ok());
    let relative = match inside {
        Some(relative) => relative,
        None if path.is_absolute() => return Err(outside()),
        None => path,
    };
    let folder = boundary.join(relative).canonicalize().map_err(|error| unreadable(path, &error))?;
    if !folder.starts_with(&boundary) {
        return Err(outside());
    }
    if !folder.is_dir() {
        return Err(refused(format!("{} is not a folder.", path.display())));
    }
    Ok(AllowedFolder { folder, boundary })
}

fn unreadable(path: &Path, error: &std::io::Error) -> SourceError {
    if error.kind() == std::io::ErrorKind::NotFound {
        refused(format!("There is no folder {}.", path.display()))
    } else {
        refused(format!("The folder {} cannot be read: {error}.", path.display()))
    }
}

fn refused(words: impl Into<String>) -> SourceError {
    SourceError::Unusable(words.into())
}

#[cfg(test)]
mod tests;
