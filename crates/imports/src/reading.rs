//! Opens a file by what it holds, whatever its name says, and delivers the rows of its sheets.

use crate::cell::{Merge, Row};
use crate::refusal::{ForeignFile, Refusal, RefusalCode};
use limits::{MAX_PART_BYTES, RatioGuard, classify_io_error};
use std::fs::File;
use std::io::{Cursor, Read, Seek, SeekFrom};
use std::ops::ControlFlow;
use std::path::Path;
use std::rc::Rc;

mod code_pages;
mod delimited;
mod foreign_files;
mod limits;
mod number_formats;
mod ods;
mod parquet_rows;
mod xls;
mod xlsb;
mod xlsx;
mod xml;

pub type RowSink<'a> = &'a mut dyn FnMut(Row) -> ControlFlow<()>;

/// Where the rows of a sheet come from; they can be read more than once.
pub trait RowSource {
    /// Delivers the rows in their order, until the sink breaks.
    fn read_rows(&self, sink: RowSink<'_>) -> Result<SheetLayout, RefusalCode>;
}

/// What is known of a sheet after its last row.
#[derive(Debug, Clone, Default)]
pub struct SheetLayout {
    pub merges: Vec<Merge>,
    pub hidden_columns: Vec<usize>,
}

/// A sheet of a workbook, or a text file.
pub struct Sheet {
    /// Empty for a text file.
    pub name: String,
    pub hidden: bool,
    pub is_text_file: bool,
    pub encoding: Option<String>,
    pub separator: Option<char>,
    /// Whether day 0 is 1904-01-01.
    pub epoch_1904: bool,
    pub source: Rc<dyn RowSource>,
}

/// A file that was read, or why it was not. Files inside an archive have its name in front.
pub struct OpenedFile {
    pub name: String,
    pub outcome: Result<Vec<Sheet>, Refusal>,
    pub is_member: bool,
}

/// The bytes of a file, which can be opened again and again.
#[derive(Clone)]
enum Bytes {
    Disk(Rc<Path>),
    Memory(Rc<[u8]>),
    Gzip(Box<Bytes>),
    Zstd(Box<Bytes>),
    /// An entry of a zip archive.
    Member(Box<Bytes>, usize),
}

trait ReadSeek: Read + Seek {}
impl<T: Read + Seek> ReadSeek for T {}

impl Bytes {
    /// A reader that refuses what unpacks to far more than its size.
    fn open(&self) -> Result<Box<dyn Read + '_>, RefusalCode> {
        Ok(match self {
            Bytes::Disk(path) => Box::new(File::open(path).map_err(|_| RefusalCode::Damaged)?),
            Bytes::Memory(bytes) => Box::new(Cursor::new(&bytes[..])),
            Bytes::Gzip(inner) => Box::new(RatioGuard::new(
                flate2::read::MultiGzDecoder::new(inner.open()?),
                inner.length()?,
            )),
            Bytes::Zstd(inner) => {
                let mut decoder = zstd::stream::read::Decoder::new(inner.open()?)
                    .map_err(|_| RefusalCode::Damaged)?;
                decoder
                    .window_log_max(27)
                    .map_err(|_| RefusalCode::Damaged)?;
                Box::new(RatioGuard::new(decoder, inner.length()?))
            }
            Bytes::Member(inner, index) => {
                let archive =
                    zip::ZipArchive::new(inner.open_seek()?).map_err(|_| RefusalCode::Damaged)?;
                Box::new(xml::MemberReader::open(archive, *index)?)
            }
        })
    }

    fn open_seek(&self) -> Result<Box<dyn ReadSeek>, RefusalCode> {
        Ok(match self {
            Bytes::Disk(path) => Box::new(File::open(path).map_err(|_| RefusalCode::Damaged)?),
            Bytes::Memory(bytes) => Box::new(Cursor::new(Rc::clone(bytes))),
            _ => {
                let mut bytes = Vec::new();
                self.open()?
                    .take(MAX_PART_BYTES + 1)
                    .read_to_end(&mut bytes)
                    .map_err(|error| classify_io_error(&error))?;
                if bytes.len() as u64 > MAX_PART_BYTES {
                    return Err(RefusalCode::TooLarge);
                }
                Box::new(Cursor::new(bytes))
            }
        })
    }

    /// A copy in memory, unless the file is on disk.
    fn settled(self) -> Result<Self, RefusalCode> {
        if matches!(self, Bytes::Disk(_) | Bytes::Memory(_)) {
            return Ok(self);
        }
        let mut bytes = Vec::new();
        self.open_seek()?
            .read_to_end(&mut bytes)
            .map_err(|error| classify_io_error(&error))?;
        Ok(Bytes::Memory(bytes.into()))
    }

    fn length(&self) -> Result<u64, RefusalCode> {
        self.open_length().map_err(|_| RefusalCode::Damaged)
    }

    fn open_length(&self) -> std::io::Result<u64> {
        match self {
            Bytes::Disk(path) => Ok(std::fs::metadata(path)?.len()),
            Bytes::Memory(bytes) => Ok(bytes.len() as u64),
            Bytes::Gzip(inner) | Bytes::Zstd(inner) => inner.open_length(),
            Bytes::Member(inner, index) => {
                let reader = inner
                    .open_seek()
                    .map_err(|_| std::io::ErrorKind::InvalidData)?;
                let mut archive = zip::ZipArchive::new(reader)?;
                Ok(archive.by_index_raw(*index)?.compressed_size())
            }
        }
    }

    fn first_bytes(&self) -> Result<Vec<u8>, RefusalCode> {
        let mut head = Vec::new();
        self.open()?
            .take(4096)
            .read_to_end(&mut head)
            .map_err(|error| classify_io_error(&error))?;
        Ok(head)
    }
}

/// Opens the file at `path`: one entry, or one for each file inside an archive.
pub fn open_file(path: &Path) -> Vec<OpenedFile> {
    let name = path
        .file_name()
        .map_or_else(String::new, |name| name.to_string_lossy().into());
    let mut opened = Vec::new();
    open_bytes(&Bytes::Disk(path.into()), &name, &mut opened, false);
    opened
}

fn open_bytes(bytes: &Bytes, name: &str, opened: &mut Vec<OpenedFile>, is_member: bool) {
    let outcome = match recognize(bytes, name) {
        Ok(Format::Archive(members)) if !is_member => {
            open_members(bytes, name, &members, opened);
            return;
        }
        Ok(Format::Archive(_)) => Err(RefusalCode::Unsupported.into()),
        Ok(Format::Sheets(sheets)) => Ok(sheets),
        Err(unreadable) => Err(unreadable),
    };
    opened.push(OpenedFile {
        name: name.to_owned(),
        outcome: outcome.map_err(|unreadable| unreadable.into_refusal(name)),
        is_member,
    });
}

fn open_members(bytes: &Bytes, name: &str, members: &[String], opened: &mut Vec<OpenedFile>) {
    for (index, member) in members.iter().enumerate() {
        let base = member.rsplit(['/', '\\']).next().unwrap_or(member);
        let is_noise = base.is_empty()
            || base.starts_with("._")
            || base == ".DS_Store"
            || base == "Thumbs.db"
            || member.starts_with("__MACOSX");
        if is_noise {
            continue;
        }
        let inner = Bytes::Member(Box::new(bytes.clone()), index);
        open_bytes(&inner, &format!("{name}/{member}"), opened, true);
    }
}

enum Format {
    Sheets(Vec<Sheet>),
    /// Names of the entries.
    Archive(Vec<String>),
}

/// Why a file is not read, as far as it is known while its form is recognized.
enum Unreadable {
    Code(RefusalCode),
    Foreign(ForeignFile),
}

impl From<RefusalCode> for Unreadable {
    fn from(code: RefusalCode) -> Self {
        Self::Code(code)
    }
}

impl Unreadable {
    fn into_refusal(self, name: &str) -> Refusal {
        match self {
            Self::Code(code) => Refusal::new(code, name),
            Self::Foreign(kind) => Refusal::of_foreign_file(kind, name),
        }
    }
}

fn recognize(bytes: &Bytes, name: &str) -> Result<Format, Unreadable> {
    let head = bytes.first_bytes()?;
    if head.is_empty() {
        return Err(RefusalCode::Empty.into());
    }
    let extension = name.rsplit('.').next().unwrap_or("").to_ascii_lowercase();
    if head.starts_with(b"PK") {
        return recognize_zip(bytes);
    }
    if head.starts_with(&[0xd0, 0xcf, 0x11, 0xe0]) {
        return Ok(Format::Sheets(xls::open_xls(
            bytes.clone().settled()?.open_seek()?,
        )?));
    }
    if head.starts_with(&[0x1f, 0x8b]) {
        return recognize_packed(&Bytes::Gzip(Box::new(bytes.clone())), name);
    }
    if head.starts_with(&[0x28, 0xb5, 0x2f, 0xfd]) {
        return recognize_packed(&Bytes::Zstd(Box::new(bytes.clone())), name);
    }
    if head.starts_with(b"PAR1") {
        return Ok(Format::Sheets(parquet_rows::open_parquet(
            &bytes.clone().settled()?,
        )?));
    }
    let is_workbook_name = matches!(extension.as_str(), "xlsx" | "xlsm" | "xlsb" | "ods" | "zip");
    if let Some(kind) = foreign_files::recognize_start(&head) {
        return Err(Unreadable::Foreign(kind));
    }
    if looks_binary(&head) {
        return Err(
            if is_workbook_name || matches!(extension.as_str(), "xls" | "gz" | "zst") {
                RefusalCode::Damaged
            } else {
                RefusalCode::Unsupported
            }
            .into(),
        );
    }
    Ok(Format::Sheets(vec![delimited::open_text(bytes.clone())?]))
}

/// A compressed file holds one file of text or Parquet.
fn recognize_packed(packed: &Bytes, name: &str) -> Result<Format, Unreadable> {
    let inner_name = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    if matches!(packed, Bytes::Gzip(_) | Bytes::Zstd(_)) && nesting(packed) > 3 {
        return Err(RefusalCode::TooLarge.into());
    }
    recognize(packed, inner_name)
}

fn nesting(bytes: &Bytes) -> usize {
    match bytes {
        Bytes::Disk(_) | Bytes::Memory(_) => 0,
        Bytes::Gzip(inner) | Bytes::Zstd(inner) | Bytes::Member(inner, _) => 1 + nesting(inner),
    }
}

fn recognize_zip(bytes: &Bytes) -> Result<Format, Unreadable> {
    let settled = bytes.clone().settled()?;
    let mut archive =
        zip::ZipArchive::new(settled.open_seek()?).map_err(|_| RefusalCode::Damaged)?;
    let mut names = Vec::new();
    if archive.len() > 10_000 {
        return Err(RefusalCode::TooLarge.into());
    }
    for index in 0..archive.len() {
        let entry = archive
            .by_index_raw(index)
            .map_err(|_| RefusalCode::Damaged)?;
        if entry.encrypted() {
            return Err(RefusalCode::Password.into());
        }
        let (packed, unpacked) = (entry.compressed_size(), entry.size());
        if limits::is_bomb(unpacked, packed) {
            return Err(RefusalCode::TooLarge.into());
        }
        names.push(
            entry
                .name()
                .map_or_else(|_| format!("entry {index}"), std::borrow::Cow::into_owned),
        );
    }
    let has = |wanted: &str| names.iter().any(|name| name.eq_ignore_ascii_case(wanted));
    if has("xl/workbook.bin") {
        return Ok(Format::Sheets(xlsb::open_xlsb(&settled)?));
    }
    if let Some(kind) = foreign_files::recognize_archive(has) {
        return Err(Unreadable::Foreign(kind));
    }
    if has("xl/workbook.xml") || (has("[Content_Types].xml") && has("_rels/.rels")) {
        return Ok(Format::Sheets(xlsx::open_xlsx(&settled)?));
    }
    if has("content.xml") && (has("mimetype") || has("META-INF/manifest.xml")) {
        if let Some(kind) = foreign_files::recognize_media_type(&media_type(&mut archive)) {
            return Err(Unreadable::Foreign(kind));
        }
        return Ok(Format::Sheets(ods::open_ods(&settled)?));
    }
    if names.is_empty() {
        return Err(RefusalCode::Empty.into());
    }
    Ok(Format::Archive(names))
}

/// The media type that an `OpenDocument` file declares; empty if it declares none.
fn media_type(archive: &mut zip::ZipArchive<Box<dyn ReadSeek>>) -> String {
    let mut declared = String::new();
    if let Ok(entry) = archive.by_name("mimetype") {
        // Without a media type, the content decides.
        let _ = entry.take(200).read_to_string(&mut declared);
    }
    declared
}

fn looks_binary(head: &[u8]) -> bool {
    if head.starts_with(&[0xff, 0xfe]) || head.starts_with(&[0xfe, 0xff]) {
        return false;
    }
    let odd = head
        .iter()
        .filter(|byte| **byte < 9 || (**byte > 13 && **byte < 32))
        .count();
    #[expect(clippy::naive_bytecount, reason = "a few kilobytes, once per file")]
    let zeros = head.iter().filter(|byte| **byte == 0).count();
    // UTF-16 without a mark has a zero in half of its bytes.
    let is_utf16 = zeros * 5 > head.len() * 2 && odd == zeros;
    odd * 50 > head.len() && !is_utf16
}

/// Moves to the start of a reader.
fn rewind(reader: &mut dyn ReadSeek) -> Result<(), RefusalCode> {
    reader
        .seek(SeekFrom::Start(0))
        .map(|_| ())
        .map_err(|_| RefusalCode::Damaged)
}
