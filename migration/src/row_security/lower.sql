-- Takes the wall down again. The role stays: it is the whole cluster's.
do $lower$
declare
  there record;
begin
  for there in
    select c.relname, p.polname from pg_policy p join pg_class c on c.oid = p.polrelid
    where c.relnamespace = current_schema()::regnamespace and (p.polname in ('tenant', 'member') or p.polname like 'platform\_%')
  loop
    execute format('drop policy %I on %I', there.polname, there.relname);
  end loop;
  for there in select relname from pg_class where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and relrowsecurity loop
    execute format('alter table %I no force row level security, disable row level security', there.relname);
    if exists (select from pg_roles where rolname = 'sprout_app') then
      execute format('revoke all on %I from sprout_app', there.relname);
    end if;
  end loop;
end
$lower$
