ALTER TABLE "audit_head" ADD COLUMN "last_seal" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "seal" text DEFAULT '' NOT NULL;
--> statement-breakpoint
-- A server adds entries and can do nothing else to the log: these run as the owner, for it. All names are qualified,
-- because a caller's search path may lead elsewhere.
create function lock_audit_head(out last_id integer, out last_hash text, out last_seal text, out written_at text)
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  select head.last_id, head.last_hash, head.last_seal into strict last_id, last_hash, last_seal
  from public.audit_head as head where head.id = 1 for update;
  written_at := to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');
end $$;
--> statement-breakpoint
create or replace function chain_audit_entry() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  head public.audit_head;
begin
  if tg_relid <> 'public.audit_log'::regclass then
    raise exception 'Only the audit log is chained' using errcode = 'insufficient_privilege';
  end if;
  -- The lock is held until the transaction ends, so that entries are committed in the order of their ids.
  select * into strict head from public.audit_head where id = 1 for update;
  new.id := head.last_id + 1;
  new.prev_hash := head.last_hash;
  new.hash := public.audit_digest(new);
  update public.audit_head set last_id = new.id, last_hash = new.hash, last_seal = new.seal where id = 1;
  return new;
end $$;
--> statement-breakpoint
revoke execute on function chain_audit_entry() from public;
