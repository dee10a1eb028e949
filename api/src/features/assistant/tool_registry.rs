//! The tools of Sprout AI: names, permissions and arguments. What is not listed here cannot be
//! called.
//!
//! `registry.json` is the same table as the contract that a language model reads; a test holds the
//! two together. No tool takes an organization, SQL or an address, and none writes anything but a
//! report that its caller owns.

pub mod arg_choices;
pub mod tool_args;
mod tool_table;

use std::fmt;

use serde_json::{Map, Value, json};

pub use arg_choices::{
    Category, Commodity, Compare, Crop, GroupBy, Impact, Metric, Order, Region, ReportFormat,
    ReportKind, SourceTable, Timeframe,
};
pub use tool_args::{Args, ArgsError};
pub use tool_table::ToolName;

/// The contract in JSON, byte for byte the same in every prompt so that a model server can keep it
/// cached.
pub const CONTRACT_JSON: &str = include_str!("registry.json");

/// One argument of a tool.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ToolParam {
    pub name: &'static str,
    pub param_type: ParamType,
    pub required: bool,
}

/// What an argument may hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ParamType {
    /// One of these words. `all` and `none` mean the same as leaving the argument out.
    Choice {
        values: &'static [&'static str],
        default: Option<&'static str>,
    },
    /// A whole number, both ends included.
    Integer {
        min: u32,
        max: u32,
        default: Option<u32>,
    },
    /// The name of an item, customer or supplier, in characters.
    Name { most: usize },
    /// A period as [`crate::features::assistant::periods::Period`] reads it.
    Period,
}

/// A tool with its arguments: what a plan consists of. Checked when it is made, so a call that
/// exists is valid.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ToolCall {
    pub tool: ToolName,
    pub args: Args,
}

impl ToolCall {
    /// Takes over what the tool accepts of `args`, fills in the tool's defaults and checks the
    /// result.
    pub fn new(tool: ToolName, args: &Args) -> Result<Self, ArgsError> {
        Self::from_json(tool, &Value::Object(args.accepted_by(tool).to_json()))
    }

    /// Reads the arguments that somebody else wrote (a conversation's past, a language model).
    pub fn from_json(tool: ToolName, args: &Value) -> Result<Self, ArgsError> {
        Ok(Self {
            tool,
            args: Args::from_json(tool, args)?,
        })
    }

    /// The normalised arguments: defaults filled in, `all` and `none` left out.
    pub fn args_to_json(&self) -> Map<String, Value> {
        self.args.to_json()
    }
}

impl fmt::Display for ToolCall {
    /// `price_trend(commodity: corn, timeframe: 3M)`, for logs and the evidence panel.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}(", self.tool)?;
        for (at, (name, value)) in self.args_to_json().iter().enumerate() {
            let comma = if at == 0 { "" } else { ", " };
            match value {
                Value::String(text) => write!(f, "{comma}{name}: {text}")?,
                other => write!(f, "{comma}{name}: {other}")?,
            }
        }
        f.write_str(")")
    }
}

impl ToolName {
    /// The argument of this name.
    pub fn find_param(self, name: &str) -> Option<&'static ToolParam> {
        self.params().iter().find(|param| param.name == name)
    }

    /// The number that a numeric argument has when it is left out.
    pub fn default_number(self, name: &str) -> Option<u32> {
        match self.find_param(name)?.param_type {
            ParamType::Integer { default, .. } => default,
            ParamType::Choice { .. } | ParamType::Name { .. } | ParamType::Period => None,
        }
    }

    /// Whether a caller with these permissions (their names) may run the tool.
    pub fn is_allowed_by(self, permissions: &[&str]) -> bool {
        self.permission()
            .is_none_or(|needed| permissions.contains(&needed))
    }

    /// The tool as the contract lists it.
    pub fn to_contract_json(self) -> Value {
        let properties: Map<String, Value> = self
            .params()
            .iter()
            .map(|param| (param.name.to_owned(), param.to_json_schema()))
            .collect();
        let required: Vec<&str> = self
            .params()
            .iter()
            .filter(|param| param.required)
            .map(|param| param.name)
            .collect();
        json!({
            "name": self.as_str(),
            "description": self.description(),
            "permission": self.permission().unwrap_or("any"),
            "parameters": {"type": "object", "properties": properties, "required": required, "additionalProperties": false},
        })
    }
}

impl ToolParam {
    /// JSON schema of the argument.
    fn to_json_schema(&self) -> Value {
        let (mut schema, default) = match self.param_type {
            ParamType::Choice {
                values: of,
                default,
            } => (
                json!({"type": "string", "enum": of}),
                default.map(Value::from),
            ),
            ParamType::Integer {
                min: least,
                max: most,
                default,
            } => (
                json!({"type": "integer", "minimum": least, "maximum": most}),
                default.map(Value::from),
            ),
            ParamType::Name { most } => (json!({"type": "string", "maxLength": most}), None),
            ParamType::Period => (
                json!({"type": "string", "description": super::period::PERIOD_GRAMMAR}),
                None,
            ),
        };
        if let (Some(default), Some(object)) = (default, schema.as_object_mut()) {
            object.insert("default".to_owned(), default);
        }
        schema
    }
}

#[cfg(test)]
mod tests;
