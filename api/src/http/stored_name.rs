//! Stored names whose set is closed: strings in Rust, enums in the contract.

use poem_openapi::registry::{MetaSchema, MetaSchemaRef, Registry};
use poem_openapi::types::{ParseError, ParseFromJSON, ParseResult, ToJSON, Type};
use serde_json::Value;
use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;

/// A closed set of names, such as the actions of the audit log.
pub trait NameSet: Send + Sync {
    /// The name of the schema in the contract.
    const SCHEMA: &'static str;
    /// What the names stand for, for the contract.
    const DESCRIPTION: &'static str;

    /// Every name.
    fn names() -> Vec<&'static str>;
}

/// A name from a row, sent as it is stored. During an upgrade, a newer server may have stored a
/// name that this one does not know; lists still work then.
pub struct StoredName<S> {
    name: String,
    set: PhantomData<S>,
}

impl<S> StoredName<S> {
    /// A name of the set, as it is stored.
    pub fn new(name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            set: PhantomData,
        }
    }

    /// The name.
    pub fn as_str(&self) -> &str {
        &self.name
    }
}

/// The value of an enum of the contract, by the name that its row stores.
pub fn parse_stored_name<T: ParseFromJSON>(name: &str) -> Option<T> {
    T::parse_from_json(Some(Value::from(name))).ok()
}

impl<S> Clone for StoredName<S> {
    fn clone(&self) -> Self {
        Self::new(self.name.clone())
    }
}

impl<S> PartialEq for StoredName<S> {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl<S> Eq for StoredName<S> {}

impl<S> fmt::Debug for StoredName<S> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.name.fmt(formatter)
    }
}

impl<S: NameSet> Type for StoredName<S> {
    const IS_REQUIRED: bool = true;

    type RawValueType = Self;
    type RawElementValueType = Self;

    fn name() -> Cow<'static, str> {
        S::SCHEMA.into()
    }

    fn schema_ref() -> MetaSchemaRef {
        MetaSchemaRef::Reference(S::SCHEMA.to_owned())
    }

    fn register(registry: &mut Registry) {
        registry.create_schema::<Self, _>(S::SCHEMA.to_owned(), |_| MetaSchema {
            description: Some(S::DESCRIPTION),
            enum_items: S::names().into_iter().map(Value::from).collect(),
            ..MetaSchema::new("string")
        });
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

impl<S: NameSet> ParseFromJSON for StoredName<S> {
    fn parse_from_json(value: Option<Value>) -> ParseResult<Self> {
        match value.unwrap_or_default() {
            Value::String(name) => Ok(Self::new(name)),
            other => Err(ParseError::expected_type(other)),
        }
    }
}

impl<S: NameSet> ToJSON for StoredName<S> {
    fn to_json(&self) -> Option<Value> {
        Some(Value::String(self.name.clone()))
    }
}
