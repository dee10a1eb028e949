//! A path of the contract, with placeholders for ids.

/// Its segments; a placeholder stands for any one segment.
#[derive(Clone, Debug)]
pub struct PathTemplate(Vec<String>);

impl PathTemplate {
    /// Reads a path as the contract has it, such as `/api/runs/{id}`.
    pub fn new(path: &str) -> Self {
        Self(path.split('/').map(str::to_owned).collect())
    }

    /// Whether a request's path is one of these.
    pub fn matches_path(&self, path: &str) -> bool {
        let mut segments = path.split('/');
        self.0.iter().all(|wanted| {
            segments
                .next()
                .is_some_and(|found| wanted.starts_with('{') || wanted == found)
        }) && segments.next().is_none()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_placeholder_is_one_segment_whatever_it_holds() {
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
