//! Reads Parquet files row by row; the names of the columns come first.

use super::{Bytes, RowSink, RowSource, Sheet, SheetLayout};
use crate::cell::{Cell, Display, Row};
use crate::refusal::RefusalCode;
use parquet::data_type::Decimal;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::Field;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Maximum size of one row group, which is read at once in the worst case.
const MAX_GROUP_BYTES: i64 = 128 * 1024 * 1024;

struct ParquetSheet {
    bytes: Bytes,
}

fn open_reader(bytes: &Bytes) -> Result<Box<dyn FileReader>, RefusalCode> {
    let reader: Box<dyn FileReader> = match bytes {
        Bytes::Disk(path) => {
            let file = std::fs::File::open(path).map_err(|_| RefusalCode::Damaged)?;
            Box::new(SerializedFileReader::new(file).map_err(|_| RefusalCode::Damaged)?)
        }
        Bytes::Memory(bytes) => {
            let bytes = parquet_bytes(bytes);
            Box::new(SerializedFileReader::new(bytes).map_err(|_| RefusalCode::Damaged)?)
        }
        _ => return Err(RefusalCode::Unsupported),
    };
    if reader
        .metadata()
        .row_groups()
        .iter()
        .any(|group| group.total_byte_size() > MAX_GROUP_BYTES)
    {
        return Err(RefusalCode::TooLarge);
    }
    Ok(reader)
}

fn parquet_bytes(bytes: &[u8]) -> bytes::Bytes {
    bytes::Bytes::copy_from_slice(bytes)
}

pub(super) fn open_parquet(bytes: &Bytes) -> Result<Vec<Sheet>, RefusalCode> {
    catch_unwind(AssertUnwindSafe(|| open_reader(bytes).map(|_| ())))
        .unwrap_or(Err(RefusalCode::Damaged))?;
    Ok(vec![Sheet {
        name: String::new(),
        hidden: false,
        is_text_file: true,
        encoding: None,
        separator: None,
        epoch_1904: false,
        source: std::rc::Rc::new(ParquetSheet {
            bytes: bytes.clone(),
        }),
    }])
}

impl RowSource for ParquetSheet {
    fn read_rows(&self, sink: RowSink<'_>) -> Result<SheetLayout, RefusalCode> {
        // The crate panics on some damaged files.
        catch_unwind(AssertUnwindSafe(|| self.stream_rows(sink)))
            .unwrap_or(Err(RefusalCode::Damaged))?;
        Ok(SheetLayout::default())
    }
}

impl ParquetSheet {
    fn stream_rows(&self, sink: RowSink<'_>) -> Result<(), RefusalCode> {
        let reader = open_reader(&self.bytes)?;
        let fields = reader.metadata().file_metadata().schema().get_fields();
        let names = fields
            .iter()
            .map(|field| Cell::Text(field.name().to_owned()))
            .collect();
        if sink(Row {
            number: 1,
            hidden: false,
            cells: names,
        }) == ControlFlow::Break(())
        {
            return Ok(());
        }
        let rows = reader
            .get_row_iter(None)
            .map_err(|_| RefusalCode::Damaged)?;
        for (number, row) in (2_u32..).zip(rows) {
            let row = row.map_err(|_| RefusalCode::Damaged)?;
            let cells = row
                .get_column_iter()
                .map(|(_, field)| convert_field(field))
                .collect();
            if sink(Row {
                number,
                hidden: false,
                cells,
            }) == ControlFlow::Break(())
            {
                break;
            }
        }
        Ok(())
    }
}

fn convert_field(field: &Field) -> Cell {
    match field {
        Field::Null => Cell::Empty,
        Field::Bool(flag) => Cell::Bool(*flag),
        Field::Str(text) => Cell::Text(text.clone()),
        Field::Bytes(bytes) => Cell::Text(String::from_utf8_lossy(bytes.data()).into_owned()),
        Field::Decimal(value) => Cell::Number(decimal_text(value), Display::General),
        Field::ListInternal(list) => {
            let texts: Vec<String> = list
                .elements()
                .iter()
                .map(|field| convert_field(field).raw_text().to_owned())
                .collect();
            Cell::Text(texts.join(";"))
        }
        Field::Float(number) => Cell::Number(number.to_string(), Display::General),
        Field::Double(number) => Cell::Number(number.to_string(), Display::General),
        Field::Date(_) | Field::TimestampMillis(_) | Field::TimestampMicros(_) => {
            Cell::Text(field.to_string())
        }
        other => Cell::Number(other.to_string(), Display::General),
    }
}

fn decimal_text(value: &Decimal) -> String {
    let bytes = value.data();
    let negative = bytes.first().is_some_and(|byte| byte & 0x80 != 0);
    let mut number: i128 = if negative { -1 } else { 0 };
    for byte in bytes.iter().take(16) {
        number = (number << 8) | i128::from(*byte);
    }
    let scale = usize::try_from(value.scale()).unwrap_or(0);
    let digits = format!("{:0>width$}", number.unsigned_abs(), width = scale + 1);
    let (whole, places) = digits.split_at(digits.len() - scale);
    let sign = if number < 0 { "-" } else { "" };
    if places.is_empty() {
        format!("{sign}{whole}")
    } else {
        format!("{sign}{whole}.{places}")
    }
}
