-- Disables row level security. The role stays: it belongs to the whole cluster.
do $disable$
declare
    item record;
begin
    for item in
        select c.relname, p.polname
        from pg_policy p
        join pg_class c on c.oid = p.polrelid
        where c.relnamespace = current_schema()::regnamespace
          and (p.polname in ('tenant', 'member') or p.polname like 'platform\_%')
    loop
        execute format('drop policy %I on %I', item.polname, item.relname);
    end loop;
    for item in
        select relname
        from pg_class
        where relnamespace = current_schema()::regnamespace
          and relkind in ('r', 'p')
          and relrowsecurity
    loop
        execute format(
            'alter table %I no force row level security, disable row level security', item.relname
        );
        if exists (select from pg_roles where rolname = 'sprout_app') then
            execute format('revoke all on %I from sprout_app', item.relname);
        end if;
    end loop;
end
$disable$
