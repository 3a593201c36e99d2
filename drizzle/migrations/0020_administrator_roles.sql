ALTER TABLE "admins" ADD COLUMN "roles" text[] DEFAULT '{"owner"}' NOT NULL;--> statement-breakpoint
ALTER TABLE "admins" ADD CONSTRAINT "admins_roles_known" CHECK (cardinality("admins"."roles") > 0 and "admins"."roles" <@ array['owner', 'operator', 'compliance', 'support', 'auditor']::text[]);--> statement-breakpoint

-- Access tokens name the roles, so that another choice of roles ends the sessions of the administrator.
create or replace function end_sessions_of_account() returns trigger language plpgsql as $$
declare
  reason text := case
    when to_jsonb(old)->>'deleted_at' is null and to_jsonb(new)->>'deleted_at' is not null then 'account_deleted'
    when old.is_active and not new.is_active then 'account_disabled'
    when new.is_active and not old.is_active then 'account_enabled'
    when to_jsonb(old)->'roles' is distinct from to_jsonb(new)->'roles' then 'roles_changed'
    else 'password_changed'
  end;
  kept text := case when reason = 'password_changed' then current_setting('lodefield.kept_session', true) end;
begin
  -- Two statements, so that each finds its rows by an index. Access tokens older than an hour have expired anyway.
  execute format('update sessions set revoked_at = now(), revoked_reason = $2 where %I = $1 and revoked_at is null and id::text is distinct from $3', tg_argv[0])
    using new.id, reason, kept;
  execute format('update sessions set revoked_reason = $2 where %I = $1 and revoked_reason = ''account_disabled'' and revoked_at > now() - interval ''1 hour''', tg_argv[0])
    using new.id, reason;
  return null;
end $$;
--> statement-breakpoint
drop trigger end_sessions on admins;
--> statement-breakpoint
create trigger end_sessions after update of is_active, password_hash, roles on admins for each row
  when ((old.is_active, old.password_hash, old.roles) is distinct from (new.is_active, new.password_hash, new.roles))
  execute function end_sessions_of_account('admin_id');
--> statement-breakpoint
drop trigger touch on admins;
--> statement-breakpoint
create trigger touch before update of username, email, password_hash, is_active, roles on admins for each row execute function touch_updated_at();
