//! Deserializes lists with a maximum length, so that a small response cannot become many values.

use serde::de::{Error, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use std::fmt;
use std::marker::PhantomData;

/// A list of at most `MAX` elements. More are an error.
pub(super) fn deserialize_bounded_list<'de, D, T, const MAX: usize>(
    deserializer: D,
) -> Result<Vec<T>, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de>,
{
    struct Elements<T, const MAX: usize>(PhantomData<T>);

    impl<'de, T: Deserialize<'de>, const MAX: usize> Visitor<'de> for Elements<T, MAX> {
        type Value = Vec<T>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            write!(f, "a list of at most {MAX} elements")
        }

        fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Vec<T>, A::Error> {
            let mut elements = Vec::new();
            while let Some(element) = list.next_element()? {
                if elements.len() == MAX {
                    return Err(A::Error::invalid_length(MAX + 1, &self));
                }
                elements.push(element);
            }
            Ok(elements)
        }
    }

    deserializer.deserialize_seq(Elements::<T, MAX>(PhantomData))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Deserialize)]
    struct Numbers {
        #[serde(deserialize_with = "deserialize_bounded_list::<_, _, 3>")]
        numbers: Vec<u8>,
    }

    #[test]
    fn lists_have_a_maximum_length() {
        let read = |text: &str| serde_json::from_str::<Numbers>(text).map(|read| read.numbers);
        assert_eq!(read(r#"{"numbers": [1, 2, 3]}"#).unwrap(), [1, 2, 3]);
        assert!(read(r#"{"numbers": []}"#).unwrap().is_empty());
        assert!(read(r#"{"numbers": [1, 2, 3, 4]}"#).is_err());
        assert!(read(r#"{"numbers": 1}"#).is_err());
    }
}
