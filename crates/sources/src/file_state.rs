//! The state of a file: its size, modification time and hash. A file is unchanged if all three are
//! equal.

use super::SourceError;
use super::stoppable_file::{StopCheck, StoppableFile};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chrono::{DateTime, Utc};
use std::fs::Metadata;
use std::io::{self, Read};
use std::path::Path;
use std::sync::Arc;
use twox_hash::xxhash3_128::Hasher;

/// Bytes per read while hashing.
const CHUNK_BYTES: usize = 256 * 1024;

/// The state of a file at one point in time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileState {
    /// Name relative to the source.
    pub name: Arc<str>,
    /// Size in bytes.
    pub bytes: u64,
    /// Modification time with microsecond precision.
    pub modified_at: DateTime<Utc>,
    /// XXH3 hash of its content, 128 bits, base64url. Collision resistance is not needed: someone
    /// who can craft the file can also omit rows from it.
    pub hash: String,
}

impl FileState {
    /// Reads the state of the file at `path`, including one pass over its content. Size and time
    /// are read first, so that [`Self::check_current`] detects a change during the pass.
    pub(super) fn from_file(
        path: &Path,
        name: &Arc<str>,
        is_stopped: StopCheck<'_>,
    ) -> Result<Self, SourceError> {
        let unreadable =
            |error: io::Error| SourceError::Unreachable(format!("{name} cannot be read: {error}."));
        let mut file = StoppableFile::open(path, is_stopped).map_err(unreadable)?;
        let (bytes, modified_at) =
            size_and_time(&file.file().metadata().map_err(unreadable)?).map_err(unreadable)?;
        Ok(Self {
            name: Arc::clone(name),
            bytes,
            modified_at,
            hash: hash_contents(&mut file).map_err(unreadable)?,
        })
    }

    /// Fails if the file at `path` does not have this size and modification time any more.
    pub(super) fn check_current(&self, path: &Path) -> Result<(), SourceError> {
        if self.is_current(path)? {
            return Ok(());
        }
        Err(SourceError::Unusable(format!(
            "{} changed while it was being read. Sync again after it is written.",
            self.name
        )))
    }

    /// Whether the file at `path` still has this size and modification time.
    fn is_current(&self, path: &Path) -> Result<bool, SourceError> {
        let now = std::fs::metadata(path).and_then(|now| size_and_time(&now));
        let now = now.map_err(|error| {
            SourceError::Unreachable(format!("{} cannot be read: {error}.", self.name))
        })?;
        Ok(now == (self.bytes, self.modified_at))
    }
}

fn size_and_time(metadata: &Metadata) -> io::Result<(u64, DateTime<Utc>)> {
    let modified_at = DateTime::<Utc>::from(metadata.modified()?);
    // The database stores microseconds.
    Ok((
        metadata.len(),
        DateTime::from_timestamp_micros(modified_at.timestamp_micros()).unwrap_or(modified_at),
    ))
}

fn hash_contents(file: &mut impl Read) -> io::Result<String> {
    let (mut hasher, mut chunk) = (Hasher::new(), vec![0; CHUNK_BYTES]);
    loop {
        let read = file.read(&mut chunk)?;
        if read == 0 {
            return Ok(URL_SAFE_NO_PAD.encode(hasher.finish_128().to_be_bytes()));
        }
        hasher.write(chunk.get(..read).unwrap_or_default());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs::File;
    use std::time::{Duration, SystemTime};

    #[test]
    fn size_time_and_bytes_each_make_it_another_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.csv");
        let noon = SystemTime::UNIX_EPOCH + Duration::from_hours(494_532);
        let state = |text: &str, at: SystemTime| {
            std::fs::write(&path, text).unwrap();
            File::options()
                .write(true)
                .open(&path)
                .unwrap()
                .set_modified(at)
                .unwrap();
            FileState::from_file(&path, &"a.csv".into(), &|| false).unwrap()
        };
        let first = state("abc", noon);
        assert_eq!(
            (first.bytes, first.modified_at.to_rfc3339().as_str()),
            (3, "2026-06-01T12:00:00+00:00")
        );
        // Matches the reference implementation: xxh128sum of "abc" is
        // 06b05ab6733a618578af5f94892f3950.
        assert_eq!(first.hash, "BrBatnM6YYV4r1-UiS85UA");
        assert_eq!(state("abc", noon), first);
        assert_ne!(state("abd", noon), first);
        assert!(
            first.is_current(&path).unwrap(),
            "size and time alone do not show it, which is why bytes are hashed"
        );
        assert_ne!(state("abcd", noon), first);
        assert_ne!(state("abc", noon + Duration::from_micros(1)), first);
        assert!(!first.is_current(&path).unwrap());
    }
}
