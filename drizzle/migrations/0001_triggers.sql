-- Storage. Rate limits are written on every limited call: half-empty pages keep updates on their page (HOT), and a crash
-- that loses the counts does no harm.
alter table rate_limits set unlogged;--> statement-breakpoint
alter table rate_limits set (fillfactor = 50);--> statement-breakpoint
alter table transaction_totals set (fillfactor = 70);--> statement-breakpoint
alter table quotes set (fillfactor = 70);
--> statement-breakpoint
-- A chart is read from its index alone, because the points of one asset are scattered over the table.
alter table price_points drop constraint price_points_asset_id_feed_resolution_time_pk,
  add constraint price_points_asset_id_feed_resolution_time_pk primary key (asset_id, feed, resolution, time) include (price, volume);
--> statement-breakpoint
-- Index-only scans need pages marked as all-visible: vacuum after every 10,000 inserts instead of once a day.
alter table price_points set (autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 10000);
--> statement-breakpoint

-- updated_at. It moves forward by at least a millisecond on every change, so that two changes never carry the same instant
-- and a stale edit is always detected. A trigger "of" columns leaves out those that change without an edit (a login, a
-- message): they must not make an edit stale. Generated columns are still empty before a row is written, so a row that has
-- one would always look changed: the argument of the trigger names the column to ignore.
create function touch_updated_at() returns trigger language plpgsql as $$
declare
  changed boolean;
begin
  if tg_nargs = 0 then
    changed := new is distinct from old;
  else
    changed := to_jsonb(new) - tg_argv[0] is distinct from to_jsonb(old) - tg_argv[0];
  end if;
  if changed then
    new.updated_at := greatest(date_trunc('milliseconds', clock_timestamp()), old.updated_at + interval '1 millisecond');
  end if;
  return new;
end $$;
--> statement-breakpoint
create trigger touch before update on activities for each row execute function touch_updated_at();--> statement-breakpoint
create trigger touch before update of username, email, password_hash, is_active on admins for each row execute function touch_updated_at();--> statement-breakpoint
create trigger touch before update on assets for each row execute function touch_updated_at();--> statement-breakpoint
create trigger touch before update on call_schedules for each row execute function touch_updated_at('reference');--> statement-breakpoint
create trigger touch before update of name, email, status, user_id on chat_sessions for each row execute function touch_updated_at('reference');--> statement-breakpoint
create trigger touch before update on contact_departments for each row execute function touch_updated_at();--> statement-breakpoint
create trigger touch before update on documents for each row execute function touch_updated_at();--> statement-breakpoint
create trigger touch before update of category, type, title, message on notifications for each row execute function touch_updated_at();--> statement-breakpoint
create trigger touch before update on outbox for each row execute function touch_updated_at();--> statement-breakpoint
create trigger touch before update on portfolios for each row execute function touch_updated_at();--> statement-breakpoint
create trigger touch before update on settings for each row execute function touch_updated_at();--> statement-breakpoint
create trigger touch before update on support_tickets for each row execute function touch_updated_at('reference');--> statement-breakpoint
create trigger touch before update on token_categories for each row execute function touch_updated_at();--> statement-breakpoint
create trigger touch before update on tokens for each row execute function touch_updated_at();--> statement-breakpoint
create trigger touch before update on transactions for each row execute function touch_updated_at();--> statement-breakpoint
create trigger touch before update of username, email, password_hash, first_name, last_name, phone, country, linkedin, twitter, telegram, is_active, is_verified, deleted_at on users for each row execute function touch_updated_at();
--> statement-breakpoint

-- Deleted accounts. Nothing is written for an account that is deleted or being deleted. A foreign key is not enough,
-- because the user's row remains. The deletion locks that row `for update`; an insert waits for the lock here, then sees
-- the account deleted and is refused (LD001).
create function refuse_deleted_account(account integer) returns void language plpgsql as $$
begin
  raise exception 'The account % was deleted', account using errcode = 'LD001';
end $$;
--> statement-breakpoint
create function require_live_owners() returns trigger language plpgsql as $$
declare
  gone integer;
begin
  perform 1 from users where id in (select user_id from added) order by id for key share;
  select min(users.id) into gone from users join added on added.user_id = users.id where users.deleted_at is not null;
  if gone is not null then
    perform refuse_deleted_account(gone);
  end if;
  return null;
end $$;
--> statement-breakpoint
do $$
declare
  name text;
begin
  -- Every table with an owner. note_added_transactions() below checks new transactions.
  foreach name in array array['portfolios', 'activities', 'investments', 'notifications', 'sessions', 'login_records',
    'support_tickets', 'call_schedules', 'chat_sessions']
  loop
    execute format('create trigger owner_is_live after insert on %I referencing new table as added for each statement execute function require_live_owners()', name);
  end loop;
end $$;
--> statement-breakpoint
-- The transactions of a deleted account are kept and can be read, but neither changed nor deleted.
create function require_live_ledger() returns trigger language plpgsql as $$
begin
  perform 1 from users where id = old.user_id and deleted_at is null for key share;
  if not found then
    perform refuse_deleted_account(old.user_id);
  end if;
  return case tg_op when 'DELETE' then old else new end;
end $$;
--> statement-breakpoint
create trigger owner_is_live before update or delete on transactions for each row execute function require_live_ledger();
--> statement-breakpoint

-- Transactions. Statement triggers with transition tables keep transaction_totals: one upsert for each statement, however
-- many rows it wrote. Keys are taken in one order, so that two writers cannot deadlock.
create function add_transaction_totals() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    insert into transaction_totals as totals (user_id, type, status, count, amount, fees)
    select user_id, type, status, -count(*), -sum(amount), -sum(fee) from removed
    group by user_id, type, status order by user_id, type, status
    on conflict (user_id, type, status) do update set
      count = totals.count + excluded.count, amount = totals.amount + excluded.amount, fees = totals.fees + excluded.fees;
  else
    insert into transaction_totals as totals (user_id, type, status, count, amount, fees)
    select user_id, type, status, sum(number), sum(amount), sum(fee) from (
      select user_id, type, status, 1 as number, amount, fee from added
      union all
      select user_id, type, status, -1, -amount, -fee from removed
    ) as changes
    group by user_id, type, status
    having sum(number) <> 0 or sum(amount) <> 0 or sum(fee) <> 0
    order by user_id, type, status
    on conflict (user_id, type, status) do update set
      count = totals.count + excluded.count, amount = totals.amount + excluded.amount, fees = totals.fees + excluded.fees;
  end if;
  return null;
end $$;
--> statement-breakpoint
create trigger totals_on_update after update on transactions referencing old table as removed new table as added for each statement execute function add_transaction_totals();--> statement-breakpoint
create trigger totals_on_delete after delete on transactions referencing old table as removed for each statement execute function add_transaction_totals();
--> statement-breakpoint
create function clear_transaction_totals() returns trigger language plpgsql as $$
begin
  delete from transaction_totals;
  return null;
end $$;
--> statement-breakpoint
create trigger totals_on_truncate after truncate on transactions for each statement execute function clear_transaction_totals();
--> statement-breakpoint
-- All the work after an insert in one trigger: the owner's check, the totals and the notification. Most statements add one
-- row; for those the total is found by its key, without grouping, sorting and looking for different investors.
create function note_added_transactions() returns trigger language plpgsql as $$
declare
  first record;
  gone integer;
begin
  select user_id, type, status, amount, fee, exists (select 1 from added offset 1) as has_more into first from added limit 1;
  if not found then
    return null;
  end if;
  if first.has_more then
    perform 1 from users where id in (select user_id from added) order by id for key share;
    select min(users.id) into gone from users join added on added.user_id = users.id where users.deleted_at is not null;
    if gone is not null then
      perform refuse_deleted_account(gone);
    end if;
    insert into transaction_totals as totals (user_id, type, status, count, amount, fees)
    select user_id, type, status, count(*), sum(amount), sum(fee) from added
    group by user_id, type, status order by user_id, type, status
    on conflict (user_id, type, status) do update set
      count = totals.count + excluded.count, amount = totals.amount + excluded.amount, fees = totals.fees + excluded.fees;
    perform pg_notify('user_changed', 'portfolio ' || user_id) from (select distinct user_id from added) as changed;
  else
    perform 1 from users where id = first.user_id and deleted_at is null for key share;
    if not found then
      perform refuse_deleted_account(first.user_id);
    end if;
    insert into transaction_totals as totals (user_id, type, status, count, amount, fees)
    values (first.user_id, first.type, first.status, 1, first.amount, first.fee)
    on conflict (user_id, type, status) do update set
      count = totals.count + excluded.count, amount = totals.amount + excluded.amount, fees = totals.fees + excluded.fees;
    perform pg_notify('user_changed', 'portfolio ' || first.user_id);
  end if;
  return null;
end $$;
--> statement-breakpoint
create trigger note_added after insert on transactions referencing new table as added for each statement execute function note_added_transactions();
--> statement-breakpoint

-- Portfolio charts. Each change of a portfolio's figures adds a point. A portfolio that an investor created by asking for
-- a token has no figures until an administrator enters them (is_recorded).
create function record_portfolio_value() returns trigger language plpgsql as $$
begin
  insert into portfolio_values (portfolio_id, recorded_at, total_value, total_invested, total_gains)
  values (new.id, new.updated_at, new.total_value, new.total_invested, new.total_gains)
  on conflict (portfolio_id, recorded_at) do update set
    total_value = excluded.total_value, total_invested = excluded.total_invested, total_gains = excluded.total_gains;
  return null;
end $$;
--> statement-breakpoint
create trigger record_value_on_insert after insert on portfolios for each row
  when (new.is_recorded)
  execute function record_portfolio_value();--> statement-breakpoint
create trigger record_value_on_update after update on portfolios for each row
  when ((old.total_value, old.total_invested, old.total_gains, old.is_recorded) is distinct from (new.total_value, new.total_invested, new.total_gains, new.is_recorded))
  execute function record_portfolio_value();
--> statement-breakpoint

-- Audit log. The trigger computes the hash, so that no writer can omit or choose it. Time is written in UTC, because the
-- text of a timestamptz depends on the session.
create function audit_digest(entry audit_log) returns text language sql stable as $$
  select encode(sha256(convert_to(jsonb_build_array(
    entry.prev_hash, entry.id, to_char(entry.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS'),
    entry.admin_id, entry.admin_name, entry.action, entry.entity, entry.entity_id,
    entry.before, entry.after, entry.ip_address, entry.request_id
  )::text, 'UTF8')), 'hex')
$$;
--> statement-breakpoint
insert into audit_head (id) values (1);
--> statement-breakpoint
-- The server's role can only add entries to the log. The next two functions change the head for it and therefore run as
-- the owner. All their names are qualified, because the caller sets the search path.
create function lock_audit_head(out last_id integer, out last_hash text, out last_seal text, out written_at text)
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  select head.last_id, head.last_hash, head.last_seal into strict last_id, last_hash, last_seal
  from public.audit_head as head where head.id = 1 for update;
  written_at := to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');
end $$;
--> statement-breakpoint
create function chain_audit_entry() returns trigger
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
revoke execute on function chain_audit_entry() from public;--> statement-breakpoint
create trigger chain_entry before insert on audit_log for each row execute function chain_audit_entry();
--> statement-breakpoint
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'The audit log is append-only: % is refused', lower(tg_op) using errcode = 'insufficient_privilege';
end $$;
--> statement-breakpoint
create trigger append_only before update or delete or truncate on audit_log for each statement execute function refuse_change();
--> statement-breakpoint

-- Ended sessions. An account that is disabled, deleted or gets another password loses its sessions, whoever writes the
-- change. Enabling it restores none: only their reason changes, so that their tokens are no longer refused as 'disabled'.
create function end_sessions_of_account() returns trigger language plpgsql as $$
declare
  reason text := case
    when to_jsonb(old)->>'deleted_at' is null and to_jsonb(new)->>'deleted_at' is not null then 'account_deleted'
    when old.is_active and not new.is_active then 'account_disabled'
    when new.is_active and not old.is_active then 'account_enabled'
    else 'password_changed'
  end;
begin
  -- Two statements, so that each finds its rows by an index. Access tokens older than an hour have expired anyway.
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

-- Notifications to all servers, sent with the commit and never before. They carry ids and topics only: a client that may
-- see a row reads it through the guarded API. Equal notifications of one transaction are sent once.
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
-- For an investor's own clients: one notification for each investor and statement, however many rows it wrote.
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
    -- note_added_transactions() announces new transactions.
    if watched.of_table <> 'transactions' then
      execute format('create trigger announce_insert after insert on %I referencing new table as added for each statement execute function announce_user_change(%L)', watched.of_table, watched.topic);
    end if;
    execute format('create trigger announce_update after update on %I referencing new table as added for each statement execute function announce_user_change(%L)', watched.of_table, watched.topic);
    execute format('create trigger announce_delete after delete on %I referencing old table as removed for each statement execute function announce_user_change(%L)', watched.of_table, watched.topic);
  end loop;
end $$;
--> statement-breakpoint
-- For the cached responses that are the same for everybody: each server drops the ones of the topic.
create function announce_shared_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('shared_changed', tg_argv[0]);
  return null;
end $$;
--> statement-breakpoint
do $$
declare
  watched record;
begin
  for watched in select * from (values
    ('settings', 'settings'), ('contact_departments', 'departments'), ('tokens', 'tokens'),
    ('token_categories', 'tokens'), ('documents', 'documents')) as list (of_table, topic)
  loop
    execute format('create trigger announce_shared after insert or update or delete or truncate on %I for each statement execute function announce_shared_change(%L)', watched.of_table, watched.topic);
  end loop;
end $$;
--> statement-breakpoint
-- For the lists of the admin panel, which follow the changes of other administrators, investors and visitors.
create function announce_panel_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('panel_changed', tg_argv[0]);
  return null;
end $$;
--> statement-breakpoint
do $$
declare
  watched record;
begin
  for watched in select * from (values
    ('support_tickets', 'support'), ('ticket_replies', 'support'), ('call_schedules', 'support'),
    ('chat_sessions', 'support'), ('chat_messages', 'support'), ('portfolios', 'portfolio'),
    ('transactions', 'transactions'), ('activities', 'activities'), ('notifications', 'notifications'),
    ('tokens', 'tokens'), ('token_categories', 'tokens'), ('documents', 'documents'),
    ('settings', 'settings'), ('contact_departments', 'settings')) as list (of_table, topic)
  loop
    execute format('create trigger announce_to_panel after insert or update or delete on %I for each statement execute function announce_panel_change(%L)', watched.of_table, watched.topic);
  end loop;
end $$;
--> statement-breakpoint
create trigger announce_to_panel after insert on audit_log
  for each statement execute function announce_panel_change('audit');
--> statement-breakpoint
-- Logins are recorded all day and are not an edit; a deleted record is.
create trigger announce_to_panel after delete on login_records
  for each statement execute function announce_panel_change('logins');
--> statement-breakpoint
-- What the lists show of a user. A login only writes its time, which is not among these columns.
create trigger announce_to_panel
  after insert or delete or update of is_active, is_verified, deleted_at, first_name, last_name, email, phone, country on users
  for each statement execute function announce_panel_change('users');
--> statement-breakpoint
-- Support lists show whether the mail of a reply was sent.
create trigger announce_to_panel after update of status on outbox
  for each row when (old.status is distinct from new.status)
  execute function announce_panel_change('support');
