use super::*;
use arrow_array::{ArrayRef, RecordBatch, StringArray};
use bytes::Bytes;
use parquet::arrow::ArrowWriter;
use parquet::file::properties::{WriterProperties, WriterPropertiesBuilder, WriterVersion};
use parquet::file::reader::{FileReader, SerializedFileReader};
use std::sync::Arc;

const TEXT_SHAPE: ColumnShape = ColumnShape {
    values: ValueStorage::Shared,
    repetition: 0,
    definition: 1,
    batch_rows: 2_000,
};

/// The pages of a text column, starting with the dictionary if there is one.
fn written_pages(
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

fn sample_texts() -> Vec<Option<String>> {
    (0..500)
        .map(|row: usize| {
            (!row.is_multiple_of(7)).then(|| format!("{}-{row}", "fertilizer ".repeat(row % 40)))
        })
        .collect()
}

#[test]
fn texts_that_begin_like_the_one_before_are_counted_whole() {
    let texts = sample_texts();
    let bytes: u64 = texts.iter().flatten().map(|text| text.len() as u64).sum();
    for version in [WriterVersion::PARQUET_1_0, WriterVersion::PARQUET_2_0] {
        let pages = written_pages(&texts, Some(Encoding::DELTA_BYTE_ARRAY), version);
        let [page] = &pages[..] else {
            panic!("{} pages", pages.len())
        };
        assert_eq!(page.encoding(), Encoding::DELTA_BYTE_ARRAY);
        assert_eq!(
            compute_page_cost(page, TEXT_SHAPE, &mut 0),
            Some(page.buffer().len() as u64 + LENGTH_PAIR_BYTES * 500 + bytes),
            "{version:?}"
        );
    }
}

#[test]
fn other_texts_are_those_of_their_page_and_once_more_where_they_are_copied() {
    let texts = sample_texts();
    let copied = ColumnShape {
        values: ValueStorage::Copied,
        ..TEXT_SHAPE
    };
    for version in [WriterVersion::PARQUET_1_0, WriterVersion::PARQUET_2_0] {
        for (encoding, more) in [
            (Encoding::PLAIN, 0),
            (
                Encoding::DELTA_LENGTH_BYTE_ARRAY,
                LENGTH_PAIR_BYTES / 2 * 500,
            ),
        ] {
            let pages = written_pages(&texts, Some(encoding), version);
            let own: u64 = pages[0].buffer().len() as u64;
            assert_eq!((pages.len(), pages[0].encoding()), (1, encoding));
            assert_eq!(
                compute_page_cost(&pages[0], TEXT_SHAPE, &mut 0),
                Some(own + more)
            );
            assert_eq!(
                compute_page_cost(&pages[0], copied, &mut 0),
                Some(own + more + own)
            );
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
    let pages = written_pages(&texts, None, WriterVersion::PARQUET_1_0);
    let [dictionary, page] = &pages[..] else {
        panic!("{} pages", pages.len())
    };
    let mut longest = 0;
    let own = |page: &Page| page.buffer().len() as u64;
    assert_eq!(
        compute_page_cost(dictionary, TEXT_SHAPE, &mut longest),
        Some(own(dictionary) + 2 * VIEW_BYTES)
    );
    assert_eq!(
        (compute_page_cost(page, TEXT_SHAPE, &mut longest), longest),
        (Some(own(page)), 0),
        "a view takes none of it"
    );
    let copied = ColumnShape {
        values: ValueStorage::Copied,
        ..TEXT_SHAPE
    };
    assert!(compute_page_cost(dictionary, copied, &mut longest).is_some());
    assert_eq!(
        (compute_page_cost(page, copied, &mut longest), longest),
        (Some(own(page) + 2_000 * 10_000), 10_000)
    );
    let in_lists = ColumnShape {
        repetition: 1,
        ..copied
    };
    assert_eq!(
        compute_page_cost(page, in_lists, &mut longest),
        Some(own(page) + 5_000 * (10_000 + LIST_ITEM_BYTES)),
        "a row may have all of them"
    );
}

/// A page of texts without levels.
fn test_page(encoding: Encoding, num_values: u32, bytes: &'static [u8]) -> Page {
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
    let required = ColumnShape {
        definition: 0,
        ..TEXT_SHAPE
    };
    let dictionary = |num_values| Page::DictionaryPage {
        buf: Bytes::from_static(&[1, 0, 0, 0, b'a']),
        num_values,
        encoding: Encoding::PLAIN,
        is_sorted: false,
    };
    assert!(compute_page_cost(&dictionary(1), TEXT_SHAPE, &mut 0).is_some());
    assert_eq!(compute_page_cost(&dictionary(6), TEXT_SHAPE, &mut 0), None);
    assert_eq!(
        compute_page_cost(
            &dictionary(2),
            ColumnShape {
                values: ValueStorage::Copied,
                ..TEXT_SHAPE
            },
            &mut 0
        ),
        None,
        "the second text is not there"
    );
    // A length of 7, and a block of a thousand million texts of zero bits.
    let one = &[128, 1, 4, 1, 14];
    let many = &[128, 1, 4, 128, 148, 235, 220, 3, 0];
    for encoding in [
        Encoding::DELTA_LENGTH_BYTE_ARRAY,
        Encoding::DELTA_BYTE_ARRAY,
    ] {
        assert_eq!(
            compute_page_cost(&test_page(encoding, 1, many), required, &mut 0),
            None,
            "{encoding}"
        );
        assert_eq!(
            compute_page_cost(&test_page(encoding, 1, &[128]), required, &mut 0),
            None,
            "{encoding}"
        );
    }
    assert!(
        compute_page_cost(
            &test_page(Encoding::DELTA_LENGTH_BYTE_ARRAY, 1, one),
            required,
            &mut 0
        )
        .is_some()
    );
    assert_eq!(
        compute_page_cost(
            &test_page(Encoding::DELTA_LENGTH_BYTE_ARRAY, 1, one),
            TEXT_SHAPE,
            &mut 0
        ),
        None,
        "its levels end behind it"
    );
}
