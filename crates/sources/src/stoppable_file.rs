//! A file whose reads fail once nobody waits for the rows, so that a canceled run does not read a
//! huge file to its end.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// Whether nobody waits any more.
pub(super) type StopCheck<'a> = &'a dyn Fn() -> bool;

/// The file.
pub(super) struct StoppableFile<'a> {
    file: File,
    is_stopped: StopCheck<'a>,
}

impl<'a> StoppableFile<'a> {
    pub(super) fn open(path: &Path, is_stopped: StopCheck<'a>) -> io::Result<Self> {
        Ok(Self {
            file: File::open(path)?,
            is_stopped,
        })
    }

    pub(super) fn file(&self) -> &File {
        &self.file
    }
}

impl Read for StoppableFile<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if (self.is_stopped)() {
            return Err(io::Error::other("reading was stopped"));
        }
        self.file.read(buffer)
    }
}
