-- Row level security on every table that belongs to tenants, found in the catalogue. Safe to repeat: what stands is left alone, so a table that a later
-- migration adds, or a role that an operator has made meanwhile, is taken in the next time. {platform} is a list of
-- (table, command), {rights} one of (table, what the role may do there): on other tables of tenants it may read and write, on others nothing.
do $raise$
declare
  login constant name := current_user;
  tenant constant text := '(select nullif(current_setting(''sprout.tenant_id'', true), '''')::uuid)';
  -- Neither in a tenant's transaction nor ever as the role that those work in.
  platform constant text := '(select current_user <> ''sprout_app'' and coalesce(current_setting(''sprout.tenant_id'', true), '''') = '''')';
  -- From PostgreSQL 16 on a member may be one that cannot become the role.
  membership constant text := case when current_setting('server_version_num')::int >= 160000 then 'set' else 'member' end;
  there record;
  has_role boolean;
  tries int := 0;
begin
  -- Two servers that migrate one database at once take turns.
  perform pg_advisory_xact_lock(hashtext('sprout row security'));
  -- The role is the whole cluster's: somebody else may be making it for another database this very moment.
  loop
    begin
      if not exists (select from pg_roles where rolname = 'sprout_app') then
        create role sprout_app nologin nosuperuser nobypassrls nocreatedb nocreaterole noinherit;
      end if;
      if not exists (select from pg_roles where rolname = 'sprout_app' and pg_has_role(login, oid, membership)) then
        execute format('grant sprout_app to %I', login);
      end if;
      exit;
    exception
      -- Without the right to make roles the tables' owner is held by FORCE.
      when insufficient_privilege then exit;
      when duplicate_object or unique_violation or internal_error then
        tries := tries + 1;
        if tries > 50 then raise; end if;
        perform pg_sleep(0.02);
    end;
  end loop;
  if exists (select from pg_roles where rolname = 'sprout_app' and (rolsuper or rolbypassrls)) then
    raise exception 'The role sprout_app may pass row security. Take that away: alter role sprout_app nosuperuser nobypassrls';
  end if;
  has_role := exists (select from pg_roles where rolname = 'sprout_app');
  if has_role then
    if exists (select from pg_auth_members m join pg_roles r on r.oid = m.member where r.rolname = 'sprout_app') then
      raise exception 'The role sprout_app is a member of other roles, whose rights would be those of every tenant. Revoke them from it.';
    end if;
    if not has_schema_privilege('sprout_app', current_schema(), 'usage') then
      execute format('grant usage on schema %I to sprout_app', current_schema());
    end if;
    -- A sync stages its rows in tables of its own.
    if not has_database_privilege('sprout_app', current_database(), 'temporary') then
      execute format('grant temporary on database %I to sprout_app', current_database());
    end if;
  end if;

  for there in
    select c.relname, c.relrowsecurity, c.relforcerowsecurity, a.attname as owner_column,
      exists (select from pg_policy p where p.polrelid = c.oid and p.polname = 'tenant') as has_policy,
      exists (select from (values {rights}) as given (of_table, rights) where given.of_table = c.relname) as is_given
    from pg_class c join pg_attribute a on a.attrelid = c.oid and not a.attisdropped
      and a.attname = case c.relname when 'organization' then 'id' else 'tenant_id' end
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p')
    order by c.relname
  loop
    if not there.has_policy then
      execute format('create policy tenant on %I using (%I = %s) with check (%I = %s)', there.relname, there.owner_column, tenant, there.owner_column, tenant);
    end if;
    if not there.relrowsecurity then
      execute format('alter table %I enable row level security', there.relname);
    end if;
    if not there.relforcerowsecurity then
      execute format('alter table %I force row level security', there.relname);
    end if;
    if has_role and not there.is_given and not has_table_privilege('sprout_app', there.relname, 'delete') then
      execute format('grant select, insert, update, delete on %I to sprout_app', there.relname);
    end if;
  end loop;

  if has_role then
    for there in
      select given.of_table, given.rights from (values {rights}) as given (of_table, rights)
      join pg_class c on c.relname = given.of_table and c.relnamespace = current_schema()::regnamespace
    loop
      execute format('grant %s on %I to sprout_app', there.rights, there.of_table);
    end loop;
    -- A tenant sees its members; the owner, who looks for people at sign-in, all.
    if not exists (select from pg_policy where polrelid = 'person'::regclass and polname = 'member') then
      create policy member on person for select to sprout_app using (exists (select from membership where membership.person_id = person.id));
    end if;
    if not (select relrowsecurity from pg_class where oid = 'person'::regclass) then
      alter table person enable row level security;
    end if;
  end if;

  for there in
    select given.of_table, given.command from (values {platform}) as given (of_table, command)
    join pg_class c on c.relname = given.of_table and c.relnamespace = current_schema()::regnamespace
    where not exists (select from pg_policy p where p.polrelid = c.oid and p.polname = 'platform_' || given.command)
  loop
    execute format('create policy %I on %I for %s %s', 'platform_' || there.command, there.of_table, there.command,
      case there.command
        when 'insert' then format('with check (%s)', platform)
        when 'update' then format('using (%s) with check (%s)', platform, platform)
        else format('using (%s)', platform)
      end);
  end loop;
end
$raise$
