//! Path templates of the contract, with placeholders for ids.

/// The segments. A placeholder matches any one segment.
#[derive(Clone, Debug)]
pub struct PathTemplate(Vec<String>);

impl PathTemplate {
    /// Parses a path such as `/api/runs/{id}`.
    pub fn new(path: &str) -> Self {
        Self(path.split('/').map(str::to_owned).collect())
    }

    /// Whether a request path matches.
    pub fn matches_path(&self, path: &str) -> bool {
        let mut segments = path.split('/');
        self.0.iter().all(|expected| {
            segments
                .next()
                .is_some_and(|segment| expected.starts_with('{') || expected == segment)
        }) && segments.next().is_none()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn placeholder_matches_one_segment() {
        let template = PathTemplate::new("/api/runs/{id}");
        assert!(template.matches_path("/api/runs/7") && template.matches_path("/api/runs/"));
        for other in [
            "/api/runs",
            "/api/runs/7/rejects",
            "/api/jobs/7",
            "api/runs/7",
            "",
        ] {
            assert!(!template.matches_path(other), "{other}");
        }
    }
}
