//! Bounds on what files unpack to.

use crate::refusal::RefusalCode;
use std::io::{Error, ErrorKind, Read};

/// Maximum size of a file that is unpacked into memory.
pub(super) const MAX_PART_BYTES: u64 = 96 * 1024 * 1024;

/// Maximum size of a file that is read from start to end.
const MAX_STREAM_BYTES: u64 = 4 * 1024 * 1024 * 1024;

/// Below this size no ratio is suspicious.
const SMALL_BYTES: u64 = 48 * 1024 * 1024;

const MAX_RATIO: u64 = 150;

/// Bytes that the cells, texts and formats of one workbook may take in memory.
pub(super) const MAX_HELD_BYTES: usize = 160 * 1024 * 1024;

pub(super) fn is_bomb(unpacked: u64, packed: u64) -> bool {
    unpacked > MAX_STREAM_BYTES || (unpacked > SMALL_BYTES && unpacked / MAX_RATIO > packed.max(1))
}

const TOO_LARGE: &str = "unpacks to far more than its size";

/// Stops reading when a file unpacks to far more than its size.
pub(super) struct RatioGuard<R> {
    inner: R,
    packed: u64,
    unpacked: u64,
}

impl<R> RatioGuard<R> {
    pub(super) fn new(inner: R, packed: u64) -> Self {
        Self {
            inner,
            packed,
            unpacked: 0,
        }
    }
}

impl<R: Read> Read for RatioGuard<R> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let count = self.inner.read(buffer)?;
        self.unpacked += count as u64;
        if is_bomb(self.unpacked, self.packed) {
            return Err(Error::new(ErrorKind::FileTooLarge, TOO_LARGE));
        }
        Ok(count)
    }
}

pub(super) fn classify_io_error(error: &Error) -> RefusalCode {
    if error.kind() == ErrorKind::FileTooLarge {
        RefusalCode::TooLarge
    } else {
        RefusalCode::Damaged
    }
}
