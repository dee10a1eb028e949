//! The database catalog: every tenant table has row-level security, and the tenant role can access
//! nothing else.

use super::{list_names, start_on_postgres};

#[tokio::test]
async fn every_table_of_tenants_is_under_forced_row_security() {
    let app = start_on_postgres().await;
    let without = r"
        select c.relname::text
        from pg_class c
        where c.relnamespace = 'public'::regnamespace
          and c.relkind in ('r', 'p')
          and (
              c.relname = 'organization'
                or exists (
                    select
                    from pg_attribute a
                    where a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped
                  )
            )
          and not (
              c.relrowsecurity
                and c.relforcerowsecurity
                and exists (
                    select
                    from pg_policy p
                    where p.polrelid = c.oid
                      and p.polname = 'tenant'
                      and p.polcmd = '*'
                      and p.polqual is not null
                      and p.polwithcheck is not null
                  )
            )
    ";
    assert_eq!(list_names(&app.raw, without).await, Vec::<String>::new());
    let tables = super::tenants_tables(&app.raw).await;
    // Tables from the code: a tenant table with another name of its tenant column would be missed
    // above.
    for table in [
        "membership",
        "session",
        "job",
        "purchase_transactions",
        "rollup_customer_history",
        "rollup_item_history",
        "rollup_delivery_history",
        "rollup_sale_delivery",
        "conversation_message",
        "sync_reject",
    ] {
        assert!(tables.iter().any(|(name, _)| name == table), "{table}");
    }
    // A view returns what its owner may see.
    let views = r"
        select relname::text
        from pg_class
        where relnamespace = 'public'::regnamespace
          and (
              relkind = 'm'
                or relkind = 'v'
                and not coalesce('security_invoker=true' = any (reloptions), false)
            )
    ";
    assert_eq!(list_names(&app.raw, views).await, Vec::<String>::new());
    // A function with the rights of its owner would bypass the policies.
    let functions = r"
        select proname::text
        from pg_proc
        where pronamespace = 'public'::regnamespace and prosecdef
    ";
    assert_eq!(list_names(&app.raw, functions).await, Vec::<String>::new());
}

#[tokio::test]
async fn every_other_policy_is_closed_to_the_role_that_works_in_tenants() {
    let app = start_on_postgres().await;
    let open = r"
        select p.polname || ' on ' || c.relname
        from pg_policy p
        join pg_class c on c.oid = p.polrelid
        where p.polname <> 'tenant'
          and not (p.polname = 'member' and c.relname = 'person')
          and not (
              coalesce(pg_get_expr(p.polqual, p.polrelid), '') ||
                coalesce(pg_get_expr(p.polwithcheck, p.polrelid), '') like
                '%CURRENT_USER <> ''sprout_app''%'
            )
    ";
    assert_eq!(list_names(&app.raw, open).await, Vec::<String>::new());
}

#[tokio::test]
async fn the_role_has_rights_on_tenants_tables_and_hardly_anything_else() {
    let app = start_on_postgres().await;
    let role = r"
        select rolname::text
        from pg_roles
        where rolname = 'sprout_app'
          and not (rolsuper or rolbypassrls or rolcanlogin or rolcreaterole or rolcreatedb)
    ";
    assert_eq!(list_names(&app.raw, role).await, ["sprout_app"]);
    let beside = r"
        select distinct table_name::text from information_schema.column_privileges
        where grantee = 'sprout_app'
          and table_schema = 'public'
          and table_name not in (
              select table_name
              from information_schema.columns
              where column_name = 'tenant_id' and table_schema = 'public'
            )
        order by 1
    ";
    assert_eq!(
        list_names(&app.raw, beside).await,
        ["email_outbox", "one_time_token", "organization", "person"]
    );
    let of_tokens = r"
        select column_name::text
        from information_schema.column_privileges
        where grantee = 'sprout_app' and table_name = 'one_time_token' and privilege_type = 'SELECT'
        order by 1
    ";
    assert_eq!(
        list_names(&app.raw, of_tokens).await,
        ["purpose", "subject_id", "used_at"]
    );
    let of_people = r"
        select column_name::text
        from information_schema.column_privileges
        where grantee = 'sprout_app' and table_name = 'person'
        order by 1
    ";
    assert_eq!(
        list_names(&app.raw, of_people).await,
        ["created_at", "disabled_at", "email", "id", "name"]
    );
}
