//! Names the version of the sources that decide what a stored column store contains.

use std::fs;
use std::hash::{DefaultHasher, Hasher};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

fn main() -> io::Result<()> {
    let mut files = vec![PathBuf::from("src/column_store.rs")];
    list_files(Path::new("src/column_store"), &mut files)?;
    files.sort();
    let mut hasher = DefaultHasher::new();
    for file in files {
        hasher.write(file.to_string_lossy().as_bytes());
        hasher.write(&fs::read(file)?);
    }
    let mut cargo = io::stdout();
    for path in ["src/column_store.rs", "src/column_store"] {
        writeln!(cargo, "cargo::rerun-if-changed={path}")?;
    }
    writeln!(
        cargo,
        "cargo::rustc-env=COLUMN_STORE_SOURCE_HASH={:016x}",
        hasher.finish()
    )
}

fn list_files(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            list_files(&path, files)?;
        } else {
            files.push(path);
        }
    }
    Ok(())
}
