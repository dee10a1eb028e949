//! Decodes stored figures as their bytes arrive: all of a large organization's would take as much
//! memory again as the figures.

use bumpalo::Bump;
use postcard::de_flavors::Flavor;
use postcard::{Deserializer, Error, Result};
use serde::de::{Deserialize, DeserializeOwned, SeqAccess, Visitor};
use std::fmt;
use std::io::{self, Read};
use std::marker::PhantomData;

/// Bytes that are read at once.
const BUFFER_BYTES: usize = 64 << 10;
/// Rows for which memory is reserved at once: more than a list has unless its content is damaged.
const MAX_RESERVED_ROWS: usize = 1_000_000;

/// Decodes postcard.
pub(super) fn decode_figures<T: DeserializeOwned>(content: &mut dyn Read) -> io::Result<T> {
    let arena = Bump::new();
    let bytes = ReadBytes {
        content,
        arena: &arena,
        buffer: vec![0; BUFFER_BYTES],
        unread: 0..0,
        taken: Vec::new(),
    };
    T::deserialize(&mut Deserializer::from_flavor(bytes)).map_err(io::Error::other)
}

/// Decodes rows into a list of their exact number. A list that grows as it is filled takes up to
/// three times its memory meanwhile, and up to twice of it afterwards.
pub fn deserialize_rows<'de, D, R>(deserializer: D) -> std::result::Result<Vec<R>, D::Error>
where
    D: serde::Deserializer<'de>,
    R: Deserialize<'de>,
{
    struct Rows<R>(PhantomData<R>);

    impl<'de, R: Deserialize<'de>> Visitor<'de> for Rows<R> {
        type Value = Vec<R>;

        fn expecting(&self, text: &mut fmt::Formatter<'_>) -> fmt::Result {
            text.write_str("rows")
        }

        fn visit_seq<A: SeqAccess<'de>>(
            self,
            mut access: A,
        ) -> std::result::Result<Vec<R>, A::Error> {
            let count = access.size_hint().unwrap_or(0).min(MAX_RESERVED_ROWS);
            let mut rows = Vec::with_capacity(count);
            while let Some(row) = access.next_element()? {
                rows.push(row);
            }
            Ok(rows)
        }
    }

    deserializer.deserialize_seq(Rows(PhantomData))
}

/// The bytes of a reader. What borrows from them, such as the text of a day, is in the arena.
struct ReadBytes<'de> {
    content: &'de mut dyn Read,
    arena: &'de Bump,
    buffer: Vec<u8>,
    /// The part of the buffer that is not decoded yet.
    unread: std::ops::Range<usize>,
    /// The last bytes that were in more than one buffer.
    taken: Vec<u8>,
}

impl ReadBytes<'_> {
    /// Replaces the buffer, all of which is decoded.
    #[cold]
    fn read_next(&mut self) -> Result<()> {
        loop {
            match self.content.read(&mut self.buffer) {
                Ok(0) => return Err(Error::DeserializeUnexpectedEnd),
                Ok(count) => {
                    self.unread = 0..count;
                    return Ok(());
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(_) => return Err(Error::DeserializeUnexpectedEnd),
            }
        }
    }

    fn take(&mut self, count: usize) -> Result<&[u8]> {
        let start = self.unread.start;
        if count <= self.unread.len() {
            self.unread.start += count;
            return Ok(&self.buffer[start..start + count]);
        }
        self.taken.clear();
        while self.taken.len() < count {
            if self.unread.is_empty() {
                self.read_next()?;
            }
            let start = self.unread.start;
            let more = self.unread.len().min(count - self.taken.len());
            self.taken
                .extend_from_slice(&self.buffer[start..start + more]);
            self.unread.start += more;
        }
        Ok(&self.taken)
    }
}

impl<'de> Flavor<'de> for ReadBytes<'de> {
    type Remainder = ();
    type Source = &'de mut dyn Read;

    #[inline]
    fn pop(&mut self) -> Result<u8> {
        if self.unread.is_empty() {
            self.read_next()?;
        }
        let byte = self.buffer[self.unread.start];
        self.unread.start += 1;
        Ok(byte)
    }

    fn try_take_n(&mut self, count: usize) -> Result<&'de [u8]> {
        let arena = self.arena;
        Ok(arena.alloc_slice_copy(self.take(count)?))
    }

    fn try_take_n_temp<'a>(&'a mut self, count: usize) -> Result<&'a [u8]>
    where
        'de: 'a,
    {
        self.take(count)
    }

    fn finalize(self) -> Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chrono::NaiveDate;
    use serde::Serialize;

    #[derive(Debug, PartialEq, Serialize, serde::Deserialize)]
    struct Figures {
        day: NaiveDate,
        #[serde(deserialize_with = "deserialize_rows")]
        rows: Vec<(String, Option<NaiveDate>, i64)>,
        note: String,
    }

    /// Hands over a few bytes at a time.
    struct SlowReader<'a>(&'a [u8]);

    impl Read for SlowReader<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let count = self.0.len().min(7).min(buffer.len());
            let (now, later) = self.0.split_at(count);
            buffer[..count].copy_from_slice(now);
            self.0 = later;
            Ok(count)
        }
    }

    fn figures() -> Figures {
        let day: NaiveDate = "2026-11-29".parse().unwrap();
        let row = |number: i64| (format!("Item {number}"), Some(day), -number);
        Figures {
            day,
            rows: (0..1_000).map(row).collect(),
            note: "long ".repeat(50_000),
        }
    }

    #[test]
    fn decodes_what_was_encoded_however_it_arrives() {
        let (figures, bytes) = (figures(), postcard::to_stdvec(&figures()).unwrap());
        let at_once: Figures = decode_figures(&mut bytes.as_slice()).unwrap();
        let slowly: Figures = decode_figures(&mut SlowReader(&bytes)).unwrap();
        assert_eq!((&at_once, &slowly), (&figures, &figures));
        assert_eq!(at_once.rows.capacity(), 1_000);
    }

    #[test]
    fn refuses_content_that_ends_early() {
        let bytes = postcard::to_stdvec(&figures()).unwrap();
        for end in [0, 5, 500, bytes.len() - 1] {
            let found: io::Result<Figures> = decode_figures(&mut &bytes[..end]);
            assert!(found.is_err(), "{end}");
        }
    }
}
