//! A request body that is one of several objects, told apart by one of its fields.

use poem_openapi::registry::{MetaSchemaRef, Registry};
use poem_openapi::types::{Example, ParseError, ParseFromJSON, ParseResult, ToJSON, Type};
use serde_json::Value;
use std::borrow::Cow;

/// A union with a discriminator.
pub trait TaggedUnion: ParseFromJSON + ToJSON + Example {
    /// The field that tells the variants apart.
    const DISCRIMINATOR: &'static str;
    /// Its values.
    const VARIANTS: &'static [&'static str];
}

/// Parses a [`TaggedUnion`]. If its discriminator is missing or unknown, the error names the field
/// and its values. The error of the derived parser would repeat the body with its secrets.
pub struct Tagged<U>(pub U);

impl<U: TaggedUnion> Type for Tagged<U> {
    const IS_REQUIRED: bool = true;

    type RawValueType = Self;
    type RawElementValueType = Self;

    fn name() -> Cow<'static, str> {
        U::name()
    }

    fn schema_ref() -> MetaSchemaRef {
        U::schema_ref()
    }

    fn register(registry: &mut Registry) {
        U::register(registry);
        if let Some(schema) = registry.schemas.get_mut(U::name().as_ref()) {
            schema.example = U::example().to_json();
        }
    }

    fn as_raw_value(&self) -> Option<&Self::RawValueType> {
        Some(self)
    }

    fn raw_element_iter<'a>(
        &'a self,
    ) -> Box<dyn Iterator<Item = &'a Self::RawElementValueType> + 'a> {
        Box::new(self.as_raw_value().into_iter())
    }
}

impl<U: TaggedUnion> ParseFromJSON for Tagged<U> {
    fn parse_from_json(value: Option<Value>) -> ParseResult<Self> {
        let field = U::DISCRIMINATOR;
        let value = value.unwrap_or_default();
        let Some(object) = value.as_object() else {
            return Err(ParseError::custom(format!(
                "it must be an object with the field \"{field}\""
            )));
        };
        match object.get(field) {
            None | Some(Value::Null) => Err(ParseError::custom(format!(
                "the field \"{field}\" is missing: it must be one of {}",
                U::VARIANTS.join(", ")
            ))),
            Some(Value::String(tag)) if U::VARIANTS.contains(&tag.as_str()) => {
                U::parse_from_json(Some(value))
                    .map(Self)
                    .map_err(ParseError::propagate)
            }
            Some(_) => Err(ParseError::custom(format!(
                "the field \"{field}\" must be one of {}",
                U::VARIANTS.join(", ")
            ))),
        }
    }
}
