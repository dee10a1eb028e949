use super::*;
use arrow_array::{ArrayRef, RecordBatch, StringArray};
use bytes::Bytes;
use parquet::arrow::ArrowWriter;
use parquet::file::properties::{WriterProperties, WriterPropertiesBuilder, WriterVersion};
use parquet::file::reader::{FileReader, SerializedFileReader};
use std::sync::Arc;

const TEXTS: Shape = Shape {
    values: Values::Shared,
    repetition: 0,
    definition: 1,
    batch: 2_000,
};

/// The pages of a column of texts, the dictionary first where there is one.
fn pages(
    texts: &[Option<String>],
    encoding: Option<Encoding>,
    version: WriterVersion,
) -> Vec<Page> {
    let column = Arc::new(texts.iter().cloned().collect::<StringArray>()) as ArrayRef;
    let rows = RecordBatch::try_from_iter_with_nullable([("a", column, true)]).unwrap();
    let properties = WriterProperties::builder()
        .set_writer_version(version)
        .set_dictionary_enabled(encoding.is_none());
    let properties = encoding
        .into_iter()
        .fold(properties, WriterPropertiesBuilder::set_encoding)
        .build();
    let mut writer = ArrowWriter::try_new(Vec::new(), rows.schema(), Some(properties)).unwrap();
    writer.write(&rows).unwrap();
    let reader = SerializedFileReader::new(Bytes::from(writer.into_inner().unwrap())).unwrap();
    let mut pages = reader
        .get_row_group(0)
        .unwrap()
        .get_column_page_reader(0)
        .unwrap();
    std::iter::from_fn(|| pages.get_next_page().unwrap()).collect()
}

fn texts() -> Vec<Option<String>> {
    (0..500)
        .map(|row: usize| {
            (!row.is_multiple_of(7)).then(|| format!("{}-{row}", "fertilizer ".repeat(row % 40)))
        })
        .collect()
}

#[test]
fn texts_that_begin_like_the_one_before_are_counted_whole() {
    let texts = texts();
    let bytes: u64 = texts.iter().flatten().map(|text| text.len() as u64).sum();
    for version in [WriterVersion::PARQUET_1_0, WriterVersion::PARQUET_2_0] {
        let pages = pages(&texts, Some(Encoding::DELTA_BYTE_ARRAY), version);
        let [page] = &pages[..] else {
            panic!("{} pages", pages.len())
        };
        assert_eq!(page.encoding(), Encoding::DELTA_BYTE_ARRAY);
        assert_eq!(
            of(page, TEXTS, &mut 0),
            Some(page.buffer().len() as u64 + LENGTHS * 500 + bytes),
            "{version:?}"
        );
    }
}

#[test]
fn other_texts_are_those_of_their_page_and_once_more_where_they_are_copied() {
    let texts = texts();
    let copied = Shape {
        values: Values::Copied,
        ..TEXTS
    };
    for version in [WriterVersion::PARQUET_1_0, WriterVersion::PARQUET_2_0] {
        for (encoding, more) in [
            (Encoding::PLAIN, 0),
            (Encoding::DELTA_LENGTH_BYTE_ARRAY, LENGTHS / 2 * 500),
        ] {
            let pages = pages(&texts, Some(encoding), version);
            let own: u64 = pages[0].buffer().len() as u64;
            assert_eq!((pages.len(), pages[0].encoding()), (1, encoding));
            assert_eq!(of(&pages[0], TEXTS, &mut 0), Some(own + more));
            assert_eq!(of(&pages[0], copied, &mut 0), Some(own + more + own));
        }
    }
}

#[test]
fn a_text_of_the_dictionary_may_be_in_every_row() {
    let long = "x".repeat(10_000);
    let texts: Vec<Option<String>> = (0..5_000)
        .map(|row| {
            Some(if row % 2 == 0 {
                long.clone()
            } else {
                "y".to_owned()
            })
        })
        .collect();
    let pages = pages(&texts, None, WriterVersion::PARQUET_1_0);
    let [dictionary, page] = &pages[..] else {
        panic!("{} pages", pages.len())
    };
    let mut longest = 0;
    let own = |page: &Page| page.buffer().len() as u64;
    assert_eq!(
        of(dictionary, TEXTS, &mut longest),
        Some(own(dictionary) + 2 * VIEW)
    );
    assert_eq!(
        (of(page, TEXTS, &mut longest), longest),
        (Some(own(page)), 0),
        "a view takes none of it"
    );
    let copied = Shape {
        values: Values::Copied,
        ..TEXTS
    };
    assert!(of(dictionary, copied, &mut longest).is_some());
    assert_eq!(
        (of(page, copied, &mut longest), longest),
        (Some(own(page) + 2_000 * 10_000), 10_000)
    );
    let in_lists = Shape {
        repetition: 1,
        ..copied
    };
    assert_eq!(
        of(page, in_lists, &mut longest),
        Some(own(page) + 5_000 * (10_000 + IN_LIST)),
        "a row may have all of them"
    );
}

/// A page of texts without levels.
fn page(encoding: Encoding, num_values: u32, bytes: &'static [u8]) -> Page {
    let buf = Bytes::from_static(bytes);
    Page::DataPage {
        buf,
        num_values,
        encoding,
        def_level_encoding: Encoding::RLE,
        rep_level_encoding: Encoding::RLE,
        statistics: None,
    }
}

#[test]
fn counts_that_cannot_be_are_none() {
    let required = Shape {
        definition: 0,
        ..TEXTS
    };
    let dictionary = |num_values| Page::DictionaryPage {
        buf: Bytes::from_static(&[1, 0, 0, 0, b'a']),
        num_values,
        encoding: Encoding::PLAIN,
        is_sorted: false,
    };
    assert!(of(&dictionary(1), TEXTS, &mut 0).is_some());
    assert_eq!(of(&dictionary(6), TEXTS, &mut 0), None);
    assert_eq!(
        of(
            &dictionary(2),
            Shape {
                values: Values::Copied,
                ..TEXTS
            },
            &mut 0
        ),
        None,
        "the second text is not there"
    );
    // A length of 7, and a block of a thousand million texts of no bits.
    let one = &[128, 1, 4, 1, 14];
    let many = &[128, 1, 4, 128, 148, 235, 220, 3, 0];
    for encoding in [
        Encoding::DELTA_LENGTH_BYTE_ARRAY,
        Encoding::DELTA_BYTE_ARRAY,
    ] {
        assert_eq!(
            of(&page(encoding, 1, many), required, &mut 0),
            None,
            "{encoding}"
        );
        assert_eq!(
            of(&page(encoding, 1, &[128]), required, &mut 0),
            None,
            "{encoding}"
        );
    }
    assert!(
        of(
            &page(Encoding::DELTA_LENGTH_BYTE_ARRAY, 1, one),
            required,
            &mut 0
        )
        .is_some()
    );
    assert_eq!(
        of(
            &page(Encoding::DELTA_LENGTH_BYTE_ARRAY, 1, one),
            TEXTS,
            &mut 0
        ),
        None,
        "its levels end behind it"
    );
}
