ALTER TABLE "approvals" ADD COLUMN "audit_entries" integer[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
CREATE INDEX "approvals_audit_entries" ON "approvals" USING gin ("audit_entries");--> statement-breakpoint
create or replace function keep_proposal() returns trigger language plpgsql as $$
declare
  decision text[] := array['state', 'decided_by', 'decided_at', 'decision_reason', 'input', 'filename', 'audit_entries'];
begin
  if tg_op = 'DELETE' or old.state <> 'waiting' or new.state = 'waiting'
    or to_jsonb(new) - decision is distinct from to_jsonb(old) - decision
    or new.input not in ('', old.input) or new.filename not in ('', old.filename) then
    raise exception 'A proposal can only be decided, once' using errcode = 'check_violation', constraint = 'approvals_kept';
  end if;
  return new;
end $$;
--> statement-breakpoint
-- The entries of one request before that of its approval are those of the approved write.
alter table approvals disable trigger keep_proposal;
--> statement-breakpoint
update approvals set audit_entries = made.ids from (
  select approval.entity_id::int as id, array_agg(entry.id order by entry.id) as ids
  from audit_log as approval join audit_log as entry
    on entry.request_id = approval.request_id and entry.admin_id = approval.admin_id and entry.id < approval.id
  where approval.action = 'approval.approve' and approval.request_id <> '' and entry.entity <> 'approval'
  group by approval.entity_id
) as made where approvals.id = made.id;
--> statement-breakpoint
alter table approvals enable trigger keep_proposal;
