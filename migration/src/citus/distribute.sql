-- Distributes the tables of the warehouse over the nodes of a Citus cluster by tenant_id. Safe to
-- repeat: distributed tables are left alone. {synced_tables} is a list of their names in quotes.
do $distribute$
declare
    -- Citus rejects policies with a subquery.
    tenant constant text := 'tenant_id = nullif(current_setting(''sprout.tenant_id'', true), '''')::uuid';
    item record;
    anchor text;
    rows_before bigint;
    rows_after bigint;
    columns text;
begin
    if not exists (select from pg_extension where extname = 'citus') then
        raise exception 'Citus is not installed in this database. Run "create extension citus" in '
            'this database on every node and add the workers with citus_add_node, then try again.';
    end if;
    -- Workers are connected to as the role of the transaction.
    if exists (select from pg_roles where rolname = 'sprout_app' and not rolcanlogin) then
        begin
            alter role sprout_app login;
        exception when insufficient_privilege then
            raise exception 'The role sprout_app must be able to log in to the workers. Let an '
                'administrator run "alter role sprout_app login", then try again.';
        end;
    end if;

    select c.relname into anchor
    from pg_class c
    join pg_dist_partition p on p.logicalrelid = c.oid
    where c.relnamespace = current_schema()::regnamespace and c.relname = 'inventory';
    for item in
        select c.relname
        from pg_class c
        where c.relnamespace = current_schema()::regnamespace
          and c.relkind = 'r'
          and c.relpersistence = 'p'
          and (c.relname in ({synced_tables}) or c.relname like 'rollup\_%')
          and not exists (select from pg_dist_partition p where p.logicalrelid = c.oid)
        order by c.relname <> 'inventory', c.relname
    loop
        -- The rows of all tenants are copied as the table's owner.
        execute format('alter table %I no force row level security', item.relname);
        execute format('drop policy if exists tenant on %I', item.relname);
        execute format(
            'create policy tenant on %I using (%s) with check (%s)', item.relname, tenant, tenant
        );
        execute format('select count(*) from %I', item.relname) into rows_before;
        perform create_distributed_table(
            item.relname::text, 'tenant_id', colocate_with => coalesce(anchor, 'none')
        );
        anchor := coalesce(anchor, item.relname);
        execute format('select count(*) from %I', item.relname) into rows_after;
        if rows_after <> rows_before then
            raise exception 'Table % has % rows after its distribution instead of %.',
                item.relname, rows_after, rows_before;
        end if;
        perform truncate_local_data_after_distributing_table(item.relname::regclass);
        execute format('alter table %I force row level security', item.relname);
    end loop;

    -- A sync stages its rows and captures changes where the rows of its tenant are, because a
    -- temporary table exists on the coordinator only. These rows never outlive their transaction,
    -- so the tables are unlogged and need no row level security, with which COPY is refused.
    select string_agg(format('%I %s', name, type), ', ') into columns
    from (
        select a.attname as name, min(format_type(a.atttypid, a.atttypmod)) as type
        from pg_class c
        join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
        where c.relnamespace = current_schema()::regnamespace
          and c.relname in ({synced_tables})
          and a.attname not in ('tenant_id', 'deleted_at')
        group by a.attname
    ) as staged;
    drop table if exists distributed_stage, distributed_line_change;
    execute format(
        'create unlogged table distributed_stage '
        '(tenant_id uuid not null, locator bigint not null, accepted boolean not null, %s)',
        columns
    );
    create unlogged table distributed_line_change as
    select *, 1 as sign
    from purchase_transactions
    limit 0;
    for item in
        select unnest(array['distributed_stage', 'distributed_line_change']) as name
    loop
        perform create_distributed_table(item.name, 'tenant_id', colocate_with => anchor);
        if exists (select from pg_roles where rolname = 'sprout_app') then
            execute format('grant select, insert, delete on %I to sprout_app', item.name);
        end if;
    end loop;
end
$distribute$
