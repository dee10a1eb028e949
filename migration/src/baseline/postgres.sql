-- What PostgreSQL alone has: an index over the purchases, and trigger functions.

-- Sales are left out: rollups have them by day, and an index of them takes a fifth of the CPU time
-- of a first load's insert.
create index purchase_transactions_purchase_date_idx
    on purchase_transactions (tenant_id, transaction_date)
where direction = 'purchase';

create function audit_log_reject_change() returns trigger language plpgsql as $$
begin
    raise exception 'the audit log is append-only';
end
$$;

create function audit_log_reject_delete() returns trigger language plpgsql as $$
begin
    if exists (
        select 1
        from organization
        where id = old.tenant_id
          and deletion_started_at is null
    ) then
        raise exception 'the audit log is append-only';
    end if;
    return old;
end
$$;

create function audit_log_check_sequence() returns trigger language plpgsql as $$
begin
    if new.seq <> 1 + coalesce(
        (select max(seq) from audit_entry where tenant_id = new.tenant_id), 0
    ) then
        raise exception 'audit log entries must have the next sequence number';
    end if;
    return new;
end
$$;

create function organization_reject_restore_fn() returns trigger language plpgsql as $$
begin
    raise exception 'an organization that is being deleted cannot be restored';
end
$$;

create trigger audit_entry_reject_update
before update on audit_entry
for each row execute function audit_log_reject_change();

create trigger audit_entry_reject_delete
before delete on audit_entry
for each row execute function audit_log_reject_delete();

create trigger audit_entry_check_sequence
before insert on audit_entry
for each row execute function audit_log_check_sequence();

-- A truncate does not fire triggers for rows.
create trigger audit_entry_reject_truncate
before truncate on audit_entry
for each statement execute function audit_log_reject_change();

create trigger organization_reject_restore
before update on organization
for each row
when (old.deletion_started_at is not null and new.deletion_started_at is null)
execute function organization_reject_restore_fn();
