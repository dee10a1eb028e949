//! Normalizes state names in customer records: names or postal codes, in any case.

/// Postal codes and names.
const STATES: [(&str, &str); 50] = [
    ("AL", "Alabama"),
    ("AK", "Alaska"),
    ("AZ", "Arizona"),
    ("AR", "Arkansas"),
    ("CA", "California"),
    ("CO", "Colorado"),
    ("CT", "Connecticut"),
    ("DE", "Delaware"),
    ("FL", "Florida"),
    ("GA", "Georgia"),
    ("HI", "Hawaii"),
    ("ID", "Idaho"),
    ("IL", "Illinois"),
    ("IN", "Indiana"),
    ("IA", "Iowa"),
    ("KS", "Kansas"),
    ("KY", "Kentucky"),
    ("LA", "Louisiana"),
    ("ME", "Maine"),
    ("MD", "Maryland"),
    ("MA", "Massachusetts"),
    ("MI", "Michigan"),
    ("MN", "Minnesota"),
    ("MS", "Mississippi"),
    ("MO", "Missouri"),
    ("MT", "Montana"),
    ("NE", "Nebraska"),
    ("NV", "Nevada"),
    ("NH", "New Hampshire"),
    ("NJ", "New Jersey"),
    ("NM", "New Mexico"),
    ("NY", "New York"),
    ("NC", "North Carolina"),
    ("ND", "North Dakota"),
    ("OH", "Ohio"),
    ("OK", "Oklahoma"),
    ("OR", "Oregon"),
    ("PA", "Pennsylvania"),
    ("RI", "Rhode Island"),
    ("SC", "South Carolina"),
    ("SD", "South Dakota"),
    ("TN", "Tennessee"),
    ("TX", "Texas"),
    ("UT", "Utah"),
    ("VT", "Vermont"),
    ("VA", "Virginia"),
    ("WA", "Washington"),
    ("WV", "West Virginia"),
    ("WI", "Wisconsin"),
    ("WY", "Wyoming"),
];

/// Full name of a state given as `Iowa`, `IA` or `iowa`; none for other texts.
pub fn normalize_state_name(text: &str) -> Option<&'static str> {
    let text = text.trim();
    STATES
        .iter()
        .find(|(code, name)| text.eq_ignore_ascii_case(code) || text.eq_ignore_ascii_case(name))
        .map(|(_, name)| *name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accepts_names_and_codes_in_any_case() {
        for text in ["Iowa", "IA", "iowa", "ia", " IOWA "] {
            assert_eq!(normalize_state_name(text), Some("Iowa"), "{text}");
        }
        assert_eq!(normalize_state_name("north dakota"), Some("North Dakota"));
    }

    #[test]
    fn rejects_other_texts() {
        for text in ["", "Ontario", "I", "Iowa County", "US"] {
            assert_eq!(normalize_state_name(text), None, "{text}");
        }
    }
}
