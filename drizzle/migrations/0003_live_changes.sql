-- What changes while people are signed in is announced to every instance. A notice carries ids only:
-- whoever may see the row reads it where it is guarded. Notices leave with the commit, never before.

-- An account that is disabled, deleted or gets another password ends its sessions, whoever writes.
-- Enabling revives none: their reason changes, so that their tokens stop being told 'disabled'.
create function end_sessions_of_account() returns trigger language plpgsql as $$
declare
  reason text := case
    when to_jsonb(old)->>'deleted_at' is null and to_jsonb(new)->>'deleted_at' is not null then 'account_deleted'
    when old.is_active and not new.is_active then 'account_disabled'
    when new.is_active and not old.is_active then 'account_enabled'
    else 'password_changed'
  end;
begin
  -- Two statements, so that each finds its rows by an index. Tokens older than an hour are dead anyway.
  execute format('update sessions set revoked_at = now(), revoked_reason = $2 where %I = $1 and revoked_at is null', tg_argv[0])
    using new.id, reason;
  execute format('update sessions set revoked_reason = $2 where %I = $1 and revoked_reason = ''account_disabled'' and revoked_at > now() - interval ''1 hour''', tg_argv[0])
    using new.id, reason;
  return null;
end $$;
--> statement-breakpoint
create trigger end_sessions after update of is_active, deleted_at, password_hash on users for each row
  when ((old.is_active, old.deleted_at, old.password_hash) is distinct from (new.is_active, new.deleted_at, new.password_hash))
  execute function end_sessions_of_account('user_id');
--> statement-breakpoint
create trigger end_sessions after update of is_active, password_hash on admins for each row
  when ((old.is_active, old.password_hash) is distinct from (new.is_active, new.password_hash))
  execute function end_sessions_of_account('admin_id');
--> statement-breakpoint
create function announce_session_end() returns trigger language plpgsql as $$
begin
  perform pg_notify('session_ended', case when tg_op = 'DELETE' then old.id || ' signed_out' else new.id || ' ' || new.revoked_reason end);
  return null;
end $$;
--> statement-breakpoint
create trigger announce_end after update of revoked_at, revoked_reason on sessions for each row
  when (new.revoked_at is not null and (old.revoked_at, old.revoked_reason) is distinct from (new.revoked_at, new.revoked_reason))
  execute function announce_session_end();
--> statement-breakpoint
create trigger announce_removal after delete on sessions for each row
  when (old.revoked_at is null and old.expires_at > now())
  execute function announce_session_end();
--> statement-breakpoint
-- One notice an investor and statement, however many rows it wrote.
create function announce_user_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    perform pg_notify('user_changed', tg_argv[0] || ' ' || user_id) from (select distinct user_id from removed) as changed;
  else
    perform pg_notify('user_changed', tg_argv[0] || ' ' || user_id) from (select distinct user_id from added) as changed;
  end if;
  return null;
end $$;
--> statement-breakpoint
do $$
declare
  watched record;
begin
  for watched in select * from (values
    ('notifications', 'notifications'), ('portfolios', 'portfolio'), ('activities', 'portfolio'),
    ('investments', 'portfolio'), ('transactions', 'portfolio')) as list (of_table, topic)
  loop
    execute format('create trigger announce_insert after insert on %I referencing new table as added for each statement execute function announce_user_change(%L)', watched.of_table, watched.topic);
    execute format('create trigger announce_update after update on %I referencing new table as added for each statement execute function announce_user_change(%L)', watched.of_table, watched.topic);
    execute format('create trigger announce_delete after delete on %I referencing old table as removed for each statement execute function announce_user_change(%L)', watched.of_table, watched.topic);
  end loop;
end $$;
