//! A CSV or Parquet file of a table, and the names of such files.

use super::{
    BatchSink, ColumnDescriptor, FileState, Layout, MAX_SAMPLE_ROWS, SourceBatch, SourceError,
    TableSample, csv, parquet, sampled_names,
};
use crate::stoppable_file::StopCheck;
use flate2::read::MultiGzDecoder;
use std::io::{self, Read};
use std::path::PathBuf;
use std::sync::Arc;

/// A file to read.
#[derive(Clone, Debug)]
pub(super) struct TableFile {
    pub(super) path: PathBuf,
    /// Name relative to the source.
    pub(super) name: Arc<str>,
    pub(super) format: FileFormat,
}

impl TableFile {
    /// The columns of the file.
    pub(super) fn read_columns(
        &self,
        layout: &Layout,
        is_stopped: StopCheck<'_>,
    ) -> Result<Vec<ColumnDescriptor>, SourceError> {
        match self.format {
            FileFormat::Csv(packing) => {
                let file = (self.path.as_path(), packing);
                csv::read_csv_columns(file, &self.name, layout, is_stopped)
            }
            FileFormat::Parquet => parquet::read_parquet_columns(&self.path, &self.name, layout),
        }
    }

    /// Sends the rows of the file. Returns false if the receiver stopped.
    pub(super) fn send_all_rows(
        &self,
        layout: &Layout,
        is_stopped: StopCheck<'_>,
        send: BatchSink<'_>,
    ) -> Result<bool, SourceError> {
        match self.format {
            FileFormat::Csv(packing) => {
                let file = (self.path.as_path(), packing);
                csv::read_csv(file, &self.name, layout, is_stopped, send)
            }
            FileFormat::Parquet => parquet::read_parquet(&self.path, &self.name, layout, send),
        }
    }

    /// Sends the rows of the file. Fails if the file changed since `state` was read.
    pub(super) fn send_rows(
        &self,
        layout: &Layout,
        state: &FileState,
        is_stopped: StopCheck<'_>,
        send: BatchSink<'_>,
    ) -> Result<(), SourceError> {
        let complete = self.send_all_rows(layout, is_stopped, send)?;
        if complete {
            state.check_current(&self.path)?;
        }
        Ok(())
    }

    /// The columns of the file and its first rows.
    pub(super) fn read_sample(
        &self,
        table_name: &str,
        is_stopped: StopCheck<'_>,
    ) -> Result<TableSample, SourceError> {
        let layout = Layout::for_sample(table_name, Vec::new());
        let columns = sampled_names(self.read_columns(&layout, is_stopped)?);
        let layout = Layout::for_sample(table_name, columns.clone());
        let mut rows = None;
        let mut keep = |batch: SourceBatch| {
            let count = batch.rows.num_rows().min(MAX_SAMPLE_ROWS);
            rows = Some(batch.rows.slice(0, count));
            false
        };
        self.send_all_rows(&layout, is_stopped, &mut keep)?;
        Ok(TableSample { columns, rows })
    }
}

/// File format of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FileFormat {
    Csv(Packing),
    Parquet,
}

/// How a file is compressed as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Packing {
    None,
    Gzip,
    Zstd,
}

impl Packing {
    /// The content of a file.
    pub(super) fn unpack<'a>(self, file: impl Read + 'a) -> io::Result<Box<dyn Read + 'a>> {
        Ok(match self {
            Self::None => Box::new(file),
            // Tools that split or append files write several members.
            Self::Gzip => Box::new(MultiGzDecoder::new(file)),
            Self::Zstd => Box::new(zstd::Decoder::new(file)?),
        })
    }
}

impl FileFormat {
    pub(super) const ALL: [Self; 4] = [
        Self::Csv(Packing::None),
        Self::Csv(Packing::Gzip),
        Self::Csv(Packing::Zstd),
        Self::Parquet,
    ];

    pub(super) fn extension(self) -> &'static str {
        match self {
            Self::Csv(Packing::None) => "csv",
            Self::Csv(Packing::Gzip) => "csv.gz",
            Self::Csv(Packing::Zstd) => "csv.zst",
            Self::Parquet => "parquet",
        }
    }

    /// The format that the extension of a file names.
    pub(super) fn from_name(name: &str) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|form| form.strip_extension(name) != name)
    }

    /// The table of a file: its name without the extension.
    pub(super) fn strip_extension(self, name: &str) -> &str {
        let stem = name.strip_suffix(self.extension());
        stem.and_then(|stem| stem.strip_suffix('.')).unwrap_or(name)
    }

    /// Whether the size of the file does not tell how much there is to read.
    pub(super) fn is_packed(self) -> bool {
        matches!(self, Self::Csv(Packing::Gzip | Packing::Zstd))
    }
}

/// The files of a table, of the ways in which `place` has it, each with its description. A table
/// that is there in more than one way is an error.
pub(super) fn choose_files<File>(
    mut ways: Vec<(Vec<File>, String)>,
    place: &str,
) -> Result<Vec<File>, SourceError> {
    if ways.len() > 1 {
        let names: Vec<String> = ways.into_iter().map(|(_, name)| name).collect();
        return Err(SourceError::Unusable(format!(
            "{place} has both {}. Keep one of them.",
            names.join(" and ")
        )));
    }
    Ok(ways.pop().map(|(files, _)| files).unwrap_or_default())
}
