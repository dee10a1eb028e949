-- Enables row level security on every table that belongs to tenants, as found in the catalog. Safe
-- to repeat: existing policies and grants are left alone, and tables or roles that were added since
-- are included. {platform_policies} is a list of (table, command). {role_grants} is a list of
-- (table, rights of the role); by default the role has all rights on tables of tenants and none on
-- other tables.
do $enable$
declare
    login constant name := current_user;
    tenant constant text :=
        '(select nullif(current_setting(''sprout.tenant_id'', true), '''')::uuid)';
    -- Neither inside a tenant transaction nor as the role of tenant transactions.
    platform constant text :=
        '(select current_user <> ''sprout_app'' '
        'and coalesce(current_setting(''sprout.tenant_id'', true), '''') = '''')';
    -- Since PostgreSQL 16 a member of a role may lack the right to become it.
    membership constant text :=
        case
            when current_setting('server_version_num')::int >= 160000 then 'set'
            else 'member'
        end;
    item record;
    has_role boolean;
    tries int := 0;
begin
    -- Servers that migrate the same database take turns.
    perform pg_advisory_xact_lock(hashtext('sprout row security'));
    -- The role belongs to the whole cluster: another database may create it at the same time.
    loop
        begin
            if not exists (select from pg_roles where rolname = 'sprout_app') then
                create role sprout_app
                    nologin nosuperuser nobypassrls nocreatedb nocreaterole noinherit;
            end if;
            if not exists (
                select
                from pg_roles
                where rolname = 'sprout_app' and pg_has_role(login, oid, membership)
            ) then
                execute format('grant sprout_app to %I', login);
            end if;
            exit;
        exception
            -- Without the right to create roles, FORCE still restricts the tables' owner.
            when insufficient_privilege then exit;
            when duplicate_object or unique_violation or internal_error then
                tries := tries + 1;
                if tries > 50 then raise; end if;
                perform pg_sleep(0.02);
        end;
    end loop;
    if exists (
        select
        from pg_roles
        where rolname = 'sprout_app' and (rolsuper or rolbypassrls)
    ) then
        raise exception 'The role sprout_app can bypass row level security. '
            'Run: alter role sprout_app nosuperuser nobypassrls';
    end if;
    has_role := exists (select from pg_roles where rolname = 'sprout_app');
    if has_role then
        if exists (
            select
            from pg_auth_members m
            join pg_roles r on r.oid = m.member
            where r.rolname = 'sprout_app'
        ) then
            raise exception 'The role sprout_app is a member of other roles, so every tenant '
                'would have their rights. Revoke these roles from sprout_app.';
        end if;
        if not has_schema_privilege('sprout_app', current_schema(), 'usage') then
            execute format('grant usage on schema %I to sprout_app', current_schema());
        end if;
        -- A sync stages its rows in temporary tables.
        if not has_database_privilege('sprout_app', current_database(), 'temporary') then
            execute format('grant temporary on database %I to sprout_app', current_database());
        end if;
    end if;

    for item in
        select
            c.relname,
            c.relrowsecurity,
            c.relforcerowsecurity,
            a.attname as owner_column,
            exists (
                select from pg_policy p where p.polrelid = c.oid and p.polname = 'tenant'
            ) as has_policy,
            exists (
                select
                from (values {role_grants}) as role_grant (table_name, rights)
                where role_grant.table_name = c.relname
            ) as has_grants
        from pg_class c
        join pg_attribute a
            on a.attrelid = c.oid
            and not a.attisdropped
            and a.attname = case c.relname when 'organization' then 'id' else 'tenant_id' end
        where c.relnamespace = current_schema()::regnamespace
          and c.relkind in ('r', 'p')
          -- Unlogged tables hold rows of unfinished transactions only.
          and c.relpersistence = 'p'
        order by c.relname
    loop
        if not item.has_policy then
            execute format(
                'create policy tenant on %I using (%I = %s) with check (%I = %s)',
                item.relname, item.owner_column, tenant, item.owner_column, tenant
            );
        end if;
        if not item.relrowsecurity then
            execute format('alter table %I enable row level security', item.relname);
        end if;
        if not item.relforcerowsecurity then
            execute format('alter table %I force row level security', item.relname);
        end if;
        if has_role
            and not item.has_grants
            and not has_table_privilege('sprout_app', item.relname, 'delete')
        then
            execute format(
                'grant select, insert, update, delete on %I to sprout_app', item.relname
            );
        end if;
    end loop;

    if has_role then
        for item in
            select role_grant.table_name, role_grant.rights
            from (values {role_grants}) as role_grant (table_name, rights)
            join pg_class c
                on c.relname = role_grant.table_name
                and c.relnamespace = current_schema()::regnamespace
        loop
            execute format('grant %s on %I to sprout_app', item.rights, item.table_name);
        end loop;
        -- A tenant sees its members. The owner, who looks people up at sign-in, sees everyone.
        if not exists (
            select from pg_policy where polrelid = 'person'::regclass and polname = 'member'
        ) then
            create policy member on person for select to sprout_app
                using (exists (select from membership where membership.person_id = person.id));
        end if;
        if not (select relrowsecurity from pg_class where oid = 'person'::regclass) then
            alter table person enable row level security;
        end if;
    end if;

    for item in
        select policy.table_name, policy.command
        from (values {platform_policies}) as policy (table_name, command)
        join pg_class c
            on c.relname = policy.table_name
            and c.relnamespace = current_schema()::regnamespace
        where not exists (
            select
            from pg_policy p
            where p.polrelid = c.oid and p.polname = 'platform_' || policy.command
        )
    loop
        execute format(
            'create policy %I on %I for %s %s',
            'platform_' || item.command, item.table_name, item.command,
            case item.command
                when 'insert' then format('with check (%s)', platform)
                when 'update' then format('using (%s) with check (%s)', platform, platform)
                else format('using (%s)', platform)
            end
        );
    end loop;
end
$enable$
