//! Reads members of a JSON object, with the path of each error.

use super::QueryError;
use serde_json::{Map, Value};

/// The maximum number of texts in a list.
const MAX_TEXTS: usize = 100;
/// The number of ids that an error suggests.
const MAX_SUGGESTIONS: usize = 3;

/// A JSON object and its place in the query. Members that are null count as missing.
pub(crate) struct JsonObject<'a> {
    members: &'a Map<String, Value>,
    path: String,
}

impl<'a> JsonObject<'a> {
    pub(crate) fn new(value: &'a Value, path: &str) -> Result<Self, QueryError> {
        let members = value.as_object().ok_or_else(|| {
            let path = if path.is_empty() { "body" } else { path };
            QueryError::new(path, "Send a JSON object.")
        })?;
        Ok(Self {
            members,
            path: path.to_owned(),
        })
    }

    pub(super) fn path(&self, name: &str) -> String {
        if self.path.is_empty() {
            name.to_owned()
        } else {
            format!("{}.{name}", self.path)
        }
    }

    /// The path of the object itself.
    pub(super) fn own_path(&self) -> &str {
        &self.path
    }

    pub(super) fn get(&self, name: &str) -> Option<&'a Value> {
        self.members.get(name).filter(|value| !value.is_null())
    }

    pub(crate) fn contains(&self, name: &str) -> bool {
        self.get(name).is_some()
    }

    /// Fails if there is a member with another name.
    pub(crate) fn allow_members(&self, names: &[&str]) -> Result<(), QueryError> {
        match self
            .members
            .keys()
            .find(|key| !names.contains(&key.as_str()))
        {
            None => Ok(()),
            Some(key) => {
                let hint = closest_ids(key, names.iter().copied());
                let message = format!("There is no member \"{key}\" here.{hint}");
                Err(QueryError::new(self.path(key), message))
            }
        }
    }

    pub(crate) fn optional_text(&self, name: &str) -> Result<Option<&'a str>, QueryError> {
        match self.get(name) {
            None => Ok(None),
            Some(Value::String(text)) => Ok(Some(text)),
            Some(_) => Err(QueryError::new(self.path(name), "Send a text.")),
        }
    }

    pub(crate) fn text(&self, name: &str) -> Result<&'a str, QueryError> {
        self.optional_text(name)?
            .ok_or_else(|| QueryError::new(self.path(name), "Send a text."))
    }

    pub(super) fn optional_texts(&self, name: &str) -> Result<Vec<&'a str>, QueryError> {
        match self.get(name) {
            None => Ok(Vec::new()),
            Some(_) => self.texts(name),
        }
    }

    pub(crate) fn texts(&self, name: &str) -> Result<Vec<&'a str>, QueryError> {
        let list = self.get(name).and_then(Value::as_array);
        let list = list.filter(|list| list.len() <= MAX_TEXTS);
        let list = list.ok_or_else(|| QueryError::new(self.path(name), "Send a list of texts."))?;
        list.iter()
            .enumerate()
            .map(|(index, one)| {
                let path = || format!("{}[{index}]", self.path(name));
                one.as_str()
                    .ok_or_else(|| QueryError::new(path(), "Send a text."))
            })
            .collect()
    }

    /// The values of a member that is a list or a single value.
    pub(super) fn values(&self, name: &str) -> Result<Vec<&'a Value>, QueryError> {
        match self.get(name) {
            None => Ok(Vec::new()),
            Some(Value::Array(list)) => Ok(list.iter().collect()),
            Some(single) if name == "value" => Ok(vec![single]),
            Some(_) => Err(QueryError::new(self.path(name), "Send a list of values.")),
        }
    }

    pub(super) fn optional_object(&self, name: &str) -> Result<Option<Self>, QueryError> {
        self.get(name)
            .map(|value| JsonObject::new(value, &self.path(name)))
            .transpose()
    }

    pub(super) fn objects(&self, name: &str, max: usize) -> Result<Vec<Self>, QueryError> {
        let Some(value) = self.get(name) else {
            return Ok(Vec::new());
        };
        let list = value.as_array().filter(|list| list.len() <= max);
        let list = list.ok_or_else(|| {
            QueryError::new(
                self.path(name),
                format!("Send a list of at most {max} objects."),
            )
        })?;
        list.iter()
            .enumerate()
            .map(|(index, one)| JsonObject::new(one, &format!("{}[{index}]", self.path(name))))
            .collect()
    }

    /// A hash (FNV-1a) of all members but one, the same in all versions and processes.
    pub(super) fn fingerprint_without(&self, name: &str) -> u64 {
        let mut hash = 0xcbf2_9ce4_8422_2325_u64;
        for (key, value) in self.members.iter().filter(|(key, _)| key.as_str() != name) {
            for byte in key.bytes().chain(value.to_string().bytes()) {
                hash = (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
            }
        }
        hash
    }
}

/// A sentence with the ids most similar to a text.
pub(super) fn closest_ids<'a>(text: &str, ids: impl IntoIterator<Item = &'a str>) -> String {
    let text: String = text.chars().take(64).collect::<String>().to_lowercase();
    let mut ranked: Vec<(usize, &str)> = ids
        .into_iter()
        .map(|id| (edit_distance(&text, id), id))
        .collect();
    ranked.sort_unstable();
    ranked.dedup();
    let closest: Vec<String> = ranked
        .iter()
        .take(MAX_SUGGESTIONS)
        .map(|(_, id)| format!("\"{id}\""))
        .collect();
    if closest.is_empty() {
        String::new()
    } else {
        format!(" The closest are {}.", closest.join(", "))
    }
}

/// The Levenshtein distance.
fn edit_distance(left: &str, right: &str) -> usize {
    let mut row: Vec<usize> = (0..=right.chars().count()).collect();
    for (index, from) in left.chars().enumerate() {
        let mut diagonal = index;
        let mut before = index + 1;
        let mut next = vec![before];
        for (cell, to) in row.iter().skip(1).zip(right.chars()) {
            let cost = diagonal + usize::from(from != to);
            before = cost.min(before + 1).min(cell + 1);
            diagonal = *cell;
            next.push(before);
        }
        row = next;
    }
    row.last().copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn suggests_similar_ids() {
        assert_eq!(edit_distance("revenu", "revenue"), 1);
        assert_eq!(edit_distance("", "abc"), 3);
        assert_eq!(edit_distance("kitten", "sitting"), 3);
        let hint = closest_ids("Revenu", ["orders", "revenue", "lines", "quantity"]);
        assert!(hint.starts_with(" The closest are \"revenue\","), "{hint}");
    }
}
