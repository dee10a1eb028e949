//! Prints the contract.

use super::{CommandError, say};
use crate::openapi;

pub(super) fn run() -> Result<(), CommandError> {
    say(&openapi::contract_json())
}
