//! Lists of objects, and the files of a table among them.

use super::error::S3Error;
use crate::table_file::{FileFormat, choose_files};
use crate::workbooks::{choose_workbook, list_workbook_file_names, strip_workbook_extension};
use crate::{FileState, MAX_OTHER_TABLES, SourceError};
use chrono::{DateTime, Utc};
use rusty_s3::actions::ListObjectsV2;
use std::collections::BTreeSet;

/// Longer entity tags are not stored.
const MAX_ETAG_BYTES: usize = 200;
/// What messages call the source.
const PLACE: &str = "The bucket";
const NAMESPACE: &str = "http://s3.amazonaws.com/doc/2006-03-01/";
const ROOT_ELEMENT: &str = "<ListBucketResult";

/// A file in the bucket.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredObject {
    /// The key without the prefix of the source.
    pub(super) name: String,
    pub(super) bytes: u64,
    modified_at: DateTime<Utc>,
    /// Without quotation marks.
    pub(super) etag: Option<String>,
}

impl StoredObject {
    /// The state of the file: the entity tag takes the place of the hash of the content.
    pub(super) fn state(&self) -> FileState {
        FileState {
            name: self.name.as_str().into(),
            bytes: self.bytes,
            modified_at: self.modified_at,
            hash: self.etag.clone().unwrap_or_default(),
        }
    }
}

/// A CSV or Parquet file in the bucket.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct TableObject {
    pub(super) object: StoredObject,
    pub(super) format: FileFormat,
}

/// The files and folders at one place of the source.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Listing {
    /// CSV and Parquet files.
    pub(super) tables: Vec<TableObject>,
    pub(super) workbooks: Vec<StoredObject>,
    /// Names without the slash at their end.
    pub(super) folders: BTreeSet<String>,
}

/// Adds a page to the list. Returns the token of the next page, if there is one.
pub(super) fn parse_page(
    xml: &str,
    prefix: &str,
    listing: &mut Listing,
) -> Result<Option<String>, S3Error> {
    let xml = normalize_namespace(xml).ok_or(S3Error::NotListing)?;
    let page = ListObjectsV2::parse_response(&xml).map_err(|_| S3Error::NotListing)?;
    for object in page.contents {
        let Some(name) = object.key.strip_prefix(prefix) else {
            return Err(S3Error::NotListing);
        };
        let format = FileFormat::from_name(name);
        if format.is_none() && strip_workbook_extension(name).is_none() {
            continue;
        }
        let time = object.last_modified.as_deref();
        let time = time.and_then(|text| DateTime::parse_from_rfc3339(text).ok());
        let stored = StoredObject {
            name: name.to_owned(),
            bytes: object.size.ok_or(S3Error::NotListing)?,
            modified_at: time
                // The database stores microseconds.
                .and_then(|time| DateTime::from_timestamp_micros(time.timestamp_micros()))
                .unwrap_or(DateTime::UNIX_EPOCH),
            etag: object.etag.as_deref().and_then(read_etag),
        };
        match format {
            Some(format) => listing.tables.push(TableObject {
                object: stored,
                format,
            }),
            None => listing.workbooks.push(stored),
        }
    }
    let folders = page.common_prefixes.into_iter().filter_map(|folder| {
        let name = folder.prefix.strip_prefix(prefix)?.strip_suffix('/')?;
        (!name.is_empty()).then(|| name.to_owned())
    });
    listing.folders.extend(folders);
    Ok(page.next_continuation_token)
}

/// The list with the namespace of AWS. Google has another one, and some servers have none.
fn normalize_namespace(xml: &str) -> Option<String> {
    let (before, rest) = xml.split_once(ROOT_ELEMENT)?;
    let (_, content) = rest.split_once('>')?;
    Some(format!(
        "{before}{ROOT_ELEMENT} xmlns=\"{NAMESPACE}\">{content}"
    ))
}

fn read_etag(text: &str) -> Option<String> {
    let tag = text.trim().trim_matches('"');
    let is_tag = (1..=MAX_ETAG_BYTES).contains(&tag.len())
        && tag
            .bytes()
            .all(|byte| byte.is_ascii_graphic() && byte != b'"');
    is_tag.then(|| tag.to_owned())
}

impl Listing {
    /// Whether nothing here can be a table.
    pub(super) fn is_empty(&self) -> bool {
        self.tables.is_empty() && self.workbooks.is_empty() && self.folders.is_empty()
    }

    /// The files of a table, sorted by name; `parts` are those in its folder. Empty if the source
    /// does not have the table.
    pub(super) fn select_table(
        &self,
        table_name: &str,
        parts: Vec<TableObject>,
    ) -> Result<Vec<TableObject>, SourceError> {
        let mut ways = Vec::new();
        for format in FileFormat::ALL {
            let single = format!("{table_name}.{}", format.extension());
            if let Some(file) = self.tables.iter().find(|file| file.object.name == single) {
                ways.push((vec![file.clone()], single));
            }
        }
        if !parts.is_empty() {
            ways.push((parts, format!("files in {table_name}/")));
        }
        let mut files = choose_files(ways, PLACE)?;
        files.sort_by(|one, other| one.object.name.cmp(&other.object.name));
        Ok(files)
    }

    /// The workbook of a table. Fails if the table is there as one of `plain`, too.
    pub(super) fn select_workbook(
        &self,
        table_name: &str,
        plain: &[TableObject],
    ) -> Result<Option<StoredObject>, SourceError> {
        let names = list_workbook_file_names(table_name);
        let workbooks = self
            .workbooks
            .iter()
            .filter(|workbook| names.contains(&workbook.name))
            .map(|workbook| (workbook.clone(), workbook.name.clone()))
            .collect();
        let plain = plain.first().map(|file| file.object.name.clone());
        choose_workbook(workbooks, plain, PLACE)
    }

    /// The first names of workbooks in alphabetical order, without their extensions.
    pub(super) fn workbook_names(&self) -> BTreeSet<String> {
        let names: BTreeSet<&str> = self
            .workbooks
            .iter()
            .filter_map(|workbook| strip_workbook_extension(&workbook.name))
            .collect();
        let first = names.into_iter().take(MAX_OTHER_TABLES);
        first.map(str::to_owned).collect()
    }

    /// The first names in alphabetical order that are not `known`.
    pub(super) fn other_names(&self, known: &[String]) -> Vec<String> {
        let files = self
            .tables
            .iter()
            .map(|file| file.format.strip_extension(&file.object.name));
        let names: BTreeSet<&str> = files
            .chain(self.folders.iter().map(String::as_str))
            .filter(|name| !known.iter().any(|one| one == name))
            .collect();
        names
            .into_iter()
            .take(MAX_OTHER_TABLES)
            .map(str::to_owned)
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(namespace: &str, content: &str) -> String {
        format!(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<ListBucketResult{namespace}>\
             <Name>prairie</Name><Prefix>erp/</Prefix><KeyCount>2</KeyCount><MaxKeys>1000</MaxKeys>\
             {content}</ListBucketResult>"
        )
    }

    #[test]
    fn lists_of_every_provider_are_read() {
        let file = "<Contents><Key>erp/supplier_data.csv</Key><Generation>17</Generation>\
            <LastModified>2026-06-02T08:00:00.123Z</LastModified><ETag>&quot;9bb58f26-2&quot;</ETag>\
            <Size>12</Size><StorageClass>STANDARD</StorageClass></Contents>\
            <Contents><Key>erp/notes.txt</Key><Size>1</Size></Contents>\
            <CommonPrefixes><Prefix>erp/price_lists/</Prefix></CommonPrefixes>";
        for namespace in [
            " xmlns=\"http://s3.amazonaws.com/doc/2006-03-01/\"",
            " xmlns='http://doc.s3.amazonaws.com/2006-03-01'",
            "",
        ] {
            let mut listing = Listing::default();
            let xml = page(
                namespace,
                &format!("<IsTruncated>false</IsTruncated>{file}"),
            );
            assert_eq!(parse_page(&xml, "erp/", &mut listing), Ok(None));
            let [file] = listing.tables.as_slice() else {
                panic!("{listing:?}");
            };
            let state = file.object.state();
            assert_eq!(
                (&*state.name, state.bytes, state.hash.as_str()),
                ("supplier_data.csv", 12, "9bb58f26-2")
            );
            assert_eq!(state.modified_at.timestamp_millis(), 1_780_387_200_123);
            assert_eq!(listing.folders, BTreeSet::from(["price_lists".to_owned()]));
            assert_eq!(listing.other_names(&[]), ["price_lists", "supplier_data"]);
        }
    }

    #[test]
    fn a_page_names_the_next_one_and_keys_are_decoded() {
        let mut listing = Listing::default();
        let xml = page(
            "",
            "<EncodingType>url</EncodingType><IsTruncated>true</IsTruncated>\
             <NextContinuationToken>t/1+=</NextContinuationToken>\
             <Contents><Key>M%C3%A4rz+1.csv</Key><Size>1</Size></Contents>",
        );
        let token = parse_page(&xml, "", &mut listing).unwrap();
        assert_eq!(token.as_deref(), Some("t/1+="));
        assert_eq!(listing.tables[0].object.name, "März 1.csv");
    }

    #[test]
    fn other_responses_are_no_lists() {
        for xml in [
            "",
            "<!DOCTYPE html><html></html>",
            "<ListBucketResult",
            &page("", "<IsTruncated>true</IsTruncated>"),
            &page(
                "",
                "<Contents><Key>elsewhere/a.csv</Key><Size>1</Size></Contents>",
            ),
            &page("", "<Contents><Key>erp/a.csv</Key></Contents>"),
        ] {
            let parsed = parse_page(xml, "erp/", &mut Listing::default());
            assert_eq!(parsed, Err(S3Error::NotListing), "{xml}");
        }
    }
}
