//! Custom SQL that always names its tenant: a text without the placeholder does not compile.

/// A statement for both engines in which `$1` is the tenant; further parameters start at `$2`.
///
/// ```compile_fail
/// const EVERYBODY: api::db::TenantSql = api::db::TenantSql::new("select count(*) as n from customers");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct TenantSql(&'static str);

const TENANT_FILTER: &str = "tenant_id = $1";

impl TenantSql {
    /// For `const` items: the compiler rejects a text without `tenant_id = $1` or with more than
    /// one statement.
    ///
    /// # Panics
    ///
    /// Outside `const` items, for such a text.
    pub const fn new(sql: &'static str) -> Self {
        assert!(
            contains_text(sql, TENANT_FILTER),
            "the statement must restrict its rows with `tenant_id = $1`"
        );
        assert!(!contains_text(sql, ";"), "one statement at a time");
        Self(sql)
    }

    pub(in crate::db) fn as_str(self) -> &'static str {
        self.0
    }
}

const fn contains_text(text: &str, wanted: &str) -> bool {
    let (text, wanted) = (text.as_bytes(), wanted.as_bytes());
    let mut start = 0;
    while start + wanted.len() <= text.len() {
        let mut matched = 0;
        while matched < wanted.len() && text[start + matched] == wanted[matched] {
            matched += 1;
        }
        if matched == wanted.len() {
            return true;
        }
        start += 1;
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_the_tenant_placeholder() {
        assert!(contains_text(
            "select 1 where tenant_id = $1",
            TENANT_FILTER
        ));
        assert!(!contains_text(
            "select 1 where tenant_id = $",
            TENANT_FILTER
        ));
        assert!(!contains_text("", TENANT_FILTER));
    }

    #[test]
    #[should_panic(expected = "one statement at a time")]
    fn refuses_a_second_statement() {
        let _ =
            TenantSql::new("select 1 from customers where tenant_id = $1; delete from customers");
    }
}
