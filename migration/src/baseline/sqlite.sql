-- What SQLite alone has: an index over all order lines, and triggers in its own syntax.

create index purchase_transactions_direction_date_idx
    on purchase_transactions (tenant_id, direction, transaction_date);

create trigger audit_entry_reject_update
before update on audit_entry
begin
    select raise(abort, 'the audit log is append-only');
end;

create trigger audit_entry_reject_delete
before delete on audit_entry
when exists (
    select 1
    from organization
    where id = old.tenant_id
      and deletion_started_at is null
)
begin
    select raise(abort, 'the audit log is append-only');
end;

-- `insert or replace` does not fire the delete trigger, so an insert must be the next entry.
create trigger audit_entry_check_sequence
before insert on audit_entry
when new.seq <> 1 + coalesce(
    (select max(seq) from audit_entry where tenant_id = new.tenant_id), 0
)
begin
    select raise(abort, 'audit log entries must have the next sequence number');
end;

create trigger organization_reject_restore
before update on organization
when old.deletion_started_at is not null and new.deletion_started_at is null
begin
    select raise(abort, 'an organization that is being deleted cannot be restored');
end;
