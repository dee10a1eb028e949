//! A ZIP archive that is written while it is sent: what was written is taken out at any time, and
//! nothing is kept but a file's sum.

use aws_lc_rs::digest::{Context, SHA256};
use bytes::Bytes;
use std::fmt::Write as _;
use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};
use zip::write::{SimpleFileOptions, StreamWriter};
use zip::{CompressionMethod, ZipWriter};

/// As much as makes a chunk of its own on the way.
const CHUNK: usize = 64 << 10;

/// An archive in the making.
pub(super) struct Archive {
    zip: ZipWriter<StreamWriter<Sink>>,
    sink: Sink,
    sum: Context,
    bytes: u64,
}

/// What there is to say of a file that was written.
pub(super) struct FileSum {
    pub(super) bytes: u64,
    /// SHA-256, hex.
    pub(super) sha256: String,
}

#[derive(Clone, Default)]
struct Sink(Arc<Mutex<Vec<u8>>>);

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Archive {
    pub(super) fn new() -> Self {
        let sink = Sink::default();
        Self {
            zip: ZipWriter::new_stream(sink.clone()),
            sink,
            sum: Context::new(&SHA256),
            bytes: 0,
        }
    }

    /// Begins a file, however large it gets.
    pub(super) fn begin(&mut self, name: &str) -> io::Result<()> {
        self.sum = Context::new(&SHA256);
        self.bytes = 0;
        let options = SimpleFileOptions::default()
            .compression_method(CompressionMethod::Deflated)
            .compression_level(Some(3))
            .large_file(true);
        Ok(self.zip.start_file(name, options)?)
    }

    /// Adds to the file that was begun.
    pub(super) fn add(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.sum.update(bytes);
        self.bytes += bytes.len() as u64;
        self.zip.write_all(bytes)
    }

    /// The sum of the file that was begun, which is whole now.
    pub(super) fn sum(&mut self) -> FileSum {
        let sum = std::mem::replace(&mut self.sum, Context::new(&SHA256)).finish();
        let sha256 = sum
            .as_ref()
            .iter()
            .fold(String::with_capacity(64), |mut hex, byte| {
                let _ = write!(hex, "{byte:02x}");
                hex
            });
        FileSum {
            bytes: self.bytes,
            sha256,
        }
    }

    /// What can go on its way, if it is worth a chunk.
    pub(super) fn chunk(&self) -> Option<Bytes> {
        let mut written = self.sink.0.lock().unwrap_or_else(PoisonError::into_inner);
        (written.len() >= CHUNK).then(|| Bytes::from(std::mem::take(&mut *written)))
    }

    /// Ends the archive, and gives the rest of it.
    pub(super) fn finish(self) -> io::Result<Bytes> {
        self.zip.finish()?;
        let mut written = self.sink.0.lock().unwrap_or_else(PoisonError::into_inner);
        Ok(Bytes::from(std::mem::take(&mut *written)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_sent_in_parts_is_one_archive() {
        let mut archive = Archive::new();
        let mut sent = Vec::new();
        archive.begin("a/numbers.txt").unwrap();
        for number in 0..200_000_u32 {
            archive
                .add(format!("{}\n", number.wrapping_mul(2_654_435_761)).as_bytes())
                .unwrap();
            if let Some(chunk) = archive.chunk() {
                sent.extend_from_slice(&chunk);
            }
        }
        let sum = archive.sum();
        assert!(!sent.is_empty() && sum.bytes > 1_900_000 && sum.sha256.len() == 64);
        archive.begin("b.txt").unwrap();
        archive.add(b"abc").unwrap();
        assert_eq!(
            archive.sum().sha256,
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        );
        sent.extend_from_slice(&archive.finish().unwrap());
        let mut read = zip::ZipArchive::new(io::Cursor::new(sent)).unwrap();
        let mut text = String::new();
        io::Read::read_to_string(&mut read.by_name("b.txt").unwrap(), &mut text).unwrap();
        assert_eq!(text, "abc");
        assert_eq!(read.by_name("a/numbers.txt").unwrap().size(), sum.bytes);
    }
}
