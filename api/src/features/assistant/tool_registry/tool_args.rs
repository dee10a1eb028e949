//! Arguments of every tool as one typed record, read strictly: what a tool does not take, or not in
//! this range, is refused with the way out.

use serde_json::{Map, Value};
use thiserror::Error;

use super::arg_choices::{
    Category, Commodity, Compare, Crop, GroupBy, Impact, Metric, Order, Region, ReportFormat,
    ReportKind, SourceTable, Timeframe,
};
use super::{ParamType, ToolName, ToolParam};
use crate::features::assistant::period::Period;

/// Why arguments were refused; the text says how to put it right.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ArgsError {
    #[error("the arguments of {tool} must be a JSON object, such as {{}}")]
    NotAnObject { tool: ToolName },
    #[error("{tool} has no argument \"{name}\": it takes {}", list_param_names(*tool))]
    UnknownParam { tool: ToolName, name: String },
    #[error("{tool} needs \"{name}\": {}", describe_param(*tool, name))]
    MissingParam { tool: ToolName, name: &'static str },
    #[error("\"{name}\" of {tool} does not fit: {}", describe_param(*tool, name))]
    InvalidValue { tool: ToolName, name: &'static str },
}

fn list_param_names(tool: ToolName) -> String {
    let names: Vec<&str> = tool.params().iter().map(|param| param.name).collect();
    if names.is_empty() {
        "none".to_owned()
    } else {
        names.join(", ")
    }
}

fn describe_param(tool: ToolName, name: &str) -> String {
    match tool.find_param(name).map(|param| param.param_type) {
        Some(ParamType::Choice { values: of, .. }) => format!("give one of {}", of.join(", ")),
        Some(ParamType::Integer {
            min: least,
            max: most,
            default: Some(default),
        }) => format!("give a whole number from {least} to {most}, or leave it out for {default}"),
        Some(ParamType::Integer {
            min: least,
            max: most,
            default: None,
        }) => format!("give a whole number from {least} to {most}, or leave it out"),
        Some(ParamType::Name { most }) => format!("give a name of 1 to {most} characters"),
        Some(ParamType::Period) => format!(
            "give one of {}",
            crate::features::assistant::period::PERIOD_GRAMMAR
        ),
        None => "leave it out".to_owned(),
    }
}

/// One kind of argument value, in and out of JSON. Reading gives none for a value that does not
/// fit.
trait Cell: Sized {
    fn read(value: &Value, shape: ParamType) -> Option<Self>;
    fn write(&self) -> Value;
}

macro_rules! choice_cells {
    ($($type:ty),+) => {$(
        impl Cell for $type {
            fn read(value: &Value, shape: ParamType) -> Option<Self> {
                let word = value.as_str()?;
                let ParamType::Choice { values, .. } = shape else { return None };
                values.contains(&word).then(|| Self::parse(word)).flatten()
            }

            fn write(&self) -> Value {
                Value::from(self.as_str())
            }
        }
    )+};
}

choice_cells!(
    Category,
    Commodity,
    Compare,
    Crop,
    GroupBy,
    Impact,
    Metric,
    Order,
    Region,
    ReportFormat,
    ReportKind,
    SourceTable,
    Timeframe
);

impl Cell for u32 {
    fn read(value: &Value, shape: ParamType) -> Option<Self> {
        let number = Self::try_from(value.as_u64()?).ok()?;
        matches!(shape, ParamType::Integer { min, max, .. } if (min..=max).contains(&number))
            .then_some(number)
    }

    fn write(&self) -> Value {
        Value::from(*self)
    }
}

impl Cell for String {
    fn read(value: &Value, shape: ParamType) -> Option<Self> {
        let text = value.as_str()?.trim();
        let ParamType::Name { most } = shape else {
            return None;
        };
        (!text.is_empty() && text.chars().count() <= most).then(|| text.to_owned())
    }

    fn write(&self) -> Value {
        Value::from(self.as_str())
    }
}

impl Cell for Period {
    fn read(value: &Value, _: ParamType) -> Option<Self> {
        Self::parse(value.as_str()?)
    }

    fn write(&self) -> Value {
        Value::from(self.to_string())
    }
}

macro_rules! args {
    ($($(#[$doc:meta])* $field:ident: $type:ty),+ $(,)?) => {
        /// The arguments of a call; none where the tool has no such argument, or where all is
        /// meant.
        #[derive(Debug, Clone, Default, PartialEq, Eq)]
        pub struct Args { $($(#[$doc])* pub $field: Option<$type>),+ }

        impl Args {
            /// In JSON, by name; absent where none.
            pub fn to_json(&self) -> Map<String, Value> {
                let mut object = Map::new();
                $(if let Some(value) = &self.$field {
                    object.insert(stringify!($field).to_owned(), Cell::write(value));
                })+
                object
            }

            /// These arguments, with those that `over` has taking their place.
            #[must_use]
            pub fn overlaid(&self, over: &Self) -> Self {
                Self { $($field: over.$field.clone().or_else(|| self.$field.clone())),+ }
            }

            /// Only what the tool has an argument for, and in its range.
            #[must_use]
            pub fn accepted_by(&self, tool: ToolName) -> Self {
                Self { $($field: self.$field.clone().filter(|value| fits(tool, stringify!($field), value))),+ }
            }

            /// Sets one argument from JSON; false where the value does not fit.
            fn set(&mut self, param: &ToolParam, value: &Value) -> bool {
                match param.name {
                    $(stringify!($field) => {
                        self.$field = Cell::read(value, param.param_type);
                        self.$field.is_some()
                    })+
                    _ => false,
                }
            }
        }
    };
}

args! {
    category: Category,
    commodity: Commodity,
    compare: Compare,
    crop: Crop,
    customer: String,
    format: ReportFormat,
    group_by: GroupBy,
    impact: Impact,
    /// Days without a purchase.
    inactive_days: u32,
    item: String,
    kind: ReportKind,
    /// Rows to show.
    limit: u32,
    metric: Metric,
    order: Order,
    period: Period,
    region: Region,
    supplier: String,
    table: SourceTable,
    timeframe: Timeframe,
    /// Days from today on.
    within_days: u32,
}

fn fits<T: Cell>(tool: ToolName, name: &str, value: &T) -> bool {
    tool.find_param(name)
        .is_some_and(|param| T::read(&value.write(), param.param_type).is_some())
}

impl Args {
    /// Reads JSON against the tool's table: unknown names and unfit values are errors, defaults are
    /// filled in.
    pub fn from_json(tool: ToolName, json: &Value) -> Result<Self, ArgsError> {
        let object = json.as_object().ok_or(ArgsError::NotAnObject { tool })?;
        if let Some(name) = object.keys().find(|name| tool.find_param(name).is_none()) {
            return Err(ArgsError::UnknownParam {
                tool,
                name: name.chars().take(40).collect(),
            });
        }
        let mut args = Self::default();
        for param in tool.params() {
            let given = object.get(param.name).filter(|value| !value.is_null());
            let value = given.cloned().or_else(|| param.param_type.default_value());
            let Some(value) = value else {
                if param.required {
                    return Err(ArgsError::MissingParam {
                        tool,
                        name: param.name,
                    });
                }
                continue;
            };
            if !param.param_type.is_unrestricted(&value) && !args.set(param, &value) {
                return Err(ArgsError::InvalidValue {
                    tool,
                    name: param.name,
                });
            }
        }
        Ok(args)
    }

    /// No argument at all.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

impl ParamType {
    fn default_value(self) -> Option<Value> {
        match self {
            Self::Choice { default, .. } => default.map(Value::from),
            Self::Integer { default, .. } => default.map(Value::from),
            Self::Name { .. } | Self::Period => None,
        }
    }

    /// `all` and `none` stand for no restriction where the tool lists them.
    fn is_unrestricted(self, value: &Value) -> bool {
        matches!((self, value.as_str()), (Self::Choice { values, .. }, Some(word @ ("all" | "none"))) if values.contains(&word))
    }
}
