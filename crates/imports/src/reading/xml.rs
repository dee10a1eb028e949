//! Parts of zipped workbooks, and XML without declarations of types and entities.

use super::ReadSeek;
use super::limits::{MAX_PART_BYTES, RatioGuard, classify_io_error};
use crate::refusal::RefusalCode;
use quick_xml::escape::resolve_xml_entity;
use quick_xml::events::{BytesRef, BytesStart, Event};
use std::io::{BufReader, Read};
use zip::ZipArchive;

pub(super) type Archive = ZipArchive<Box<dyn ReadSeek>>;

/// Reads an entry, and owns its archive.
pub(super) struct MemberReader {
    inner: Box<dyn Read>,
}

impl MemberReader {
    pub(super) fn open(mut archive: Archive, index: usize) -> Result<Self, RefusalCode> {
        // The entry borrows its archive, so small ones are read at once.
        let mut entry = archive.by_index(index).map_err(|_| RefusalCode::Damaged)?;
        let packed = entry.compressed_size();
        let mut bytes = Vec::new();
        RatioGuard::new(&mut entry, packed)
            .take(MAX_PART_BYTES + 1)
            .read_to_end(&mut bytes)
            .map_err(|error| classify_io_error(&error))?;
        if bytes.len() as u64 > MAX_PART_BYTES {
            return Err(RefusalCode::TooLarge);
        }
        Ok(Self {
            inner: Box::new(std::io::Cursor::new(bytes)),
        })
    }
}

impl Read for MemberReader {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        self.inner.read(buffer)
    }
}

/// Reads the part `name` event by event. Returns false if there is no such part.
pub(super) fn read_part(
    archive: &mut Archive,
    name: &str,
    on_event: &mut dyn FnMut(&Event<'_>) -> Result<bool, RefusalCode>,
) -> Result<bool, RefusalCode> {
    let Some(index) = (0..archive.len()).find(|index| {
        archive
            .name_for_index(*index)
            .and_then(Result::ok)
            .is_some_and(|entry| same_part(&entry, name))
    }) else {
        return Ok(false);
    };
    let entry = archive.by_index(index).map_err(|_| RefusalCode::Damaged)?;
    let packed = entry.compressed_size();
    let guarded = RatioGuard::new(entry, packed);
    let mut reader = quick_xml::Reader::from_reader(BufReader::with_capacity(1 << 16, guarded));
    reader.config_mut().check_end_names = false;
    let mut buffer = Vec::new();
    loop {
        buffer.clear();
        let event = reader
            .read_event_into(&mut buffer)
            .map_err(|error| match &error {
                quick_xml::Error::Io(error) => classify_io_error(error),
                _ => RefusalCode::Damaged,
            })?;
        match event {
            Event::DocType(_) => return Err(RefusalCode::ForbiddenXml),
            Event::Eof => return Ok(true),
            event => {
                if !on_event(&event)? {
                    return Ok(true);
                }
            }
        }
        if buffer.capacity() > 16 * 1024 * 1024 {
            return Err(RefusalCode::TooLarge);
        }
    }
}

fn same_part(entry: &str, wanted: &str) -> bool {
    entry
        .trim_start_matches('/')
        .replace('\\', "/")
        .eq_ignore_ascii_case(wanted.trim_start_matches('/'))
}

/// The value of an attribute, by its name without prefix.
pub(super) fn attribute(start: &BytesStart<'_>, name: &str) -> Option<String> {
    start
        .attributes()
        .with_checks(false)
        .flatten()
        .find_map(|attribute| {
            (attribute.key.local_name().as_ref() == name).then(|| {
                let raw = attribute.value.to_string();
                quick_xml::escape::unescape(&raw).map_or_else(|_| raw.clone(), Into::into)
            })
        })
}

/// Appends the text of an event, which may be a character reference.
pub(super) fn push_text(event: &Event<'_>, text: &mut String) -> Result<(), RefusalCode> {
    match event {
        Event::Text(part) => text.push_str(part),
        Event::CData(part) => text.push_str(part),
        Event::GeneralRef(reference) => push_reference(reference, text)?,
        _ => {}
    }
    if text.len() > 1024 * 1024 {
        return Err(RefusalCode::TooLarge);
    }
    Ok(())
}

fn push_reference(reference: &BytesRef<'_>, text: &mut String) -> Result<(), RefusalCode> {
    if let Ok(Some(letter)) = reference.resolve_char_ref() {
        text.push(letter);
        return Ok(());
    }
    let name: &str = reference;
    // Entities that a file declares itself are refused.
    text.push_str(resolve_xml_entity(name).ok_or(RefusalCode::ForbiddenXml)?);
    Ok(())
}
