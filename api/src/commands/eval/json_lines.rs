//! JSON Lines files, plain or gzip.

use crate::commands::CommandError;
use serde_json::Value;
use std::fs::File;
use std::io::{BufRead, BufReader, BufWriter, Read, Write};
use std::path::Path;

/// Reads the JSON values of a file, which is unpacked if its name ends with `.gz`.
pub(super) fn read_lines(path: &Path) -> Result<Vec<Value>, CommandError> {
    let failed = || CommandError::with_io_context(format!("cannot read {}", path.display()));
    let file = File::open(path).map_err(failed())?;
    let text: Box<dyn Read> = if path.extension().is_some_and(|extension| extension == "gz") {
        Box::new(flate2::read::MultiGzDecoder::new(file))
    } else {
        Box::new(file)
    };
    let mut values = Vec::new();
    for (index, line) in BufReader::new(text).lines().enumerate() {
        let line = line.map_err(failed())?;
        if line.trim().is_empty() {
            continue;
        }
        let value = serde_json::from_str(&line).map_err(CommandError::with_context(format!(
            "line {} of {} is not JSON",
            index + 1,
            path.display()
        )))?;
        values.push(value);
    }
    Ok(values)
}

/// Writes JSON values to a file, one a line.
pub(super) struct LineWriter<'a> {
    path: &'a Path,
    file: BufWriter<File>,
}

impl<'a> LineWriter<'a> {
    pub(super) fn create(path: &'a Path) -> Result<Self, CommandError> {
        let file = File::create(path).map_err(CommandError::with_io_context(format!(
            "cannot write {}",
            path.display()
        )))?;
        Ok(Self {
            path,
            file: BufWriter::new(file),
        })
    }

    pub(super) fn write(&mut self, value: &Value) -> Result<(), CommandError> {
        writeln!(self.file, "{value}").map_err(self.failed())
    }

    pub(super) fn finish(mut self) -> Result<(), CommandError> {
        self.file.flush().map_err(self.failed())
    }

    fn failed(&self) -> impl FnOnce(std::io::Error) -> CommandError + use<> {
        CommandError::with_io_context(format!("cannot write {}", self.path.display()))
    }
}
