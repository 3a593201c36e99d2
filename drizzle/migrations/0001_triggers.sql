-- Storage. Rate limits are written on every limited call: half-empty pages keep updates on their page (HOT), and a crash
-- that loses the counts does no harm.
alter table rate_limits set unlogged;
alter table rate_limits set (fillfactor = 50);
alter table transaction_totals set (fillfactor = 70);
alter table quotes set (fillfactor = 70);
-- A chart is read from its index alone, because the points of one asset are scattered over the table.
alter table price_points drop constraint price_points_asset_id_feed_resolution_time_pk,
  add constraint price_points_asset_id_feed_resolution_time_pk primary key (asset_id, feed, resolution, time) include (price, volume);
-- Index-only scans need pages marked as all-visible: vacuum after every 10,000 inserts instead of once a day.
alter table price_points set (autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 10000);
--> statement-breakpoint

-- updated_at. It moves forward by at least a millisecond on every change, so that two changes never carry the same instant
-- and a stale edit is always detected. The arguments of a trigger name the columns that change without an edit, such as at
-- a sign-in or with a message, and generated columns, which are still empty before a row is written.
create function touch_updated_at() returns trigger language plpgsql as $$
declare
  changed boolean;
begin
  if tg_nargs = 0 then
    changed := new is distinct from old;
  else
    changed := to_jsonb(new) - tg_argv is distinct from to_jsonb(old) - tg_argv;
  end if;
  if changed then
    new.updated_at := greatest(date_trunc('milliseconds', clock_timestamp()), old.updated_at + interval '1 millisecond');
  end if;
  return new;
end $$;
--> statement-breakpoint
create trigger touch before update on activities for each row execute function touch_updated_at();
create trigger touch before update on admins for each row execute function touch_updated_at('last_login_at', 'must_change_password');
create trigger touch before update on assets for each row execute function touch_updated_at();
create trigger touch before update on banners for each row execute function touch_updated_at();
create trigger touch before update on call_schedules for each row execute function touch_updated_at('reference', 'due');
create trigger touch before update on canned_replies for each row execute function touch_updated_at();
create trigger touch before update on chat_sessions for each row execute function touch_updated_at('reference', 'due', 'first_answered_at', 'resolved_at', 'first_answer_due', 'resolution_due', 'last_message_at');
create trigger touch before update on contact_departments for each row execute function touch_updated_at();
create trigger touch before update on documents for each row execute function touch_updated_at();
create trigger touch before update on notifications for each row execute function touch_updated_at('is_read', 'read_at', 'in_bell', 'email');
create trigger touch before update on outbox for each row execute function touch_updated_at();
create trigger touch before update on portfolios for each row execute function touch_updated_at();
create trigger touch before update on screening_hits for each row execute function touch_updated_at();
create trigger touch before update on settings for each row execute function touch_updated_at();
create trigger touch before update on support_tickets for each row execute function touch_updated_at('reference', 'due', 'first_answered_at', 'resolved_at', 'first_answer_due', 'resolution_due');
create trigger touch before update on token_categories for each row execute function touch_updated_at();
create trigger touch before update on tokens for each row execute function touch_updated_at();
create trigger touch before update on transactions for each row execute function touch_updated_at();
create trigger touch before update on user_notes for each row execute function touch_updated_at();
create trigger touch before update on users for each row execute function touch_updated_at('last_login_at', 'email_confirmed', 'mailbox_confirmed_at', 'closes_at', 'closing_obstacle', 'verified_name');
create trigger touch before update on verifications for each row execute function touch_updated_at();
--> statement-breakpoint

-- Deleted accounts. Nothing is written for an account that is deleted or being deleted. A foreign key is not enough,
-- because the user's row remains. The deletion locks that row `for update`; an insert waits for the lock here, then sees
-- the account deleted and is refused (LD001).
create function refuse_deleted_account(account integer) returns void language plpgsql as $$
begin
  raise exception 'The account % was deleted', account using errcode = 'LD001';
end $$;
--> statement-breakpoint

-- Every table with an owner. note_added_transactions() below checks new transactions.
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
create trigger owner_is_live after insert on activities referencing new table as added for each statement execute function require_live_owners();
create trigger owner_is_live after insert on call_schedules referencing new table as added for each statement execute function require_live_owners();
create trigger owner_is_live after insert on chat_sessions referencing new table as added for each statement execute function require_live_owners();
create trigger owner_is_live after insert on investments referencing new table as added for each statement execute function require_live_owners();
create trigger owner_is_live after insert on login_records referencing new table as added for each statement execute function require_live_owners();
create trigger owner_is_live after insert on notifications referencing new table as added for each statement execute function require_live_owners();
create trigger owner_is_live after insert on portfolios referencing new table as added for each statement execute function require_live_owners();
create trigger owner_is_live after insert on sessions referencing new table as added for each statement execute function require_live_owners();
create trigger owner_is_live after insert on support_tickets referencing new table as added for each statement execute function require_live_owners();
create trigger owner_is_live after insert on user_notes referencing new table as added for each statement execute function require_live_owners();
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
create trigger owner_is_live before delete or update on transactions for each row execute function require_live_ledger();
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
create trigger totals_on_delete after delete on transactions referencing old table as removed for each statement execute function add_transaction_totals();
create trigger totals_on_update after update on transactions referencing old table as removed new table as added for each statement execute function add_transaction_totals();
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
  execute function record_portfolio_value();
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
revoke execute on function chain_audit_entry() from public;
create trigger chain_entry before insert on audit_log for each row execute function chain_audit_entry();
insert into audit_head (id) values (1);
--> statement-breakpoint

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'The audit log is append-only: % is refused', lower(tg_op) using errcode = 'insufficient_privilege';
end $$;
--> statement-breakpoint
create trigger append_only before delete or update or truncate on audit_log for each statement execute function refuse_change();
--> statement-breakpoint

-- Access tokens contain the roles, so a change of roles ends the administrator's sessions.
create function end_sessions_of_account() returns trigger language plpgsql as $$
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
create trigger end_sessions after update on admins for each row
  when ((old.is_active, old.password_hash, old.roles) is distinct from (new.is_active, new.password_hash, new.roles))
  execute function end_sessions_of_account('admin_id');
create trigger end_sessions after update on users for each row
  when ((old.is_active, old.deleted_at, old.password_hash) is distinct from (new.is_active, new.deleted_at, new.password_hash))
  execute function end_sessions_of_account('user_id');
--> statement-breakpoint

-- Notifications to all servers, sent with the commit and never before. They carry ids and topics only: a client that may
-- see a row reads it through the guarded API. Equal notifications of one transaction are sent once.
create function announce_session_end() returns trigger language plpgsql as $$
begin
  perform pg_notify('session_ended', case when tg_op = 'DELETE' then old.id || ' signed_out' else new.id || ' ' || new.revoked_reason end);
  return null;
end $$;
--> statement-breakpoint
create trigger announce_end after update on sessions for each row
  when (new.revoked_at is not null
    and (old.revoked_at, old.revoked_reason) is distinct from (new.revoked_at, new.revoked_reason))
  execute function announce_session_end();
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
create trigger announce_delete after delete on activities referencing old table as removed for each statement execute function announce_user_change('portfolio');
create trigger announce_delete after delete on investments referencing old table as removed for each statement execute function announce_user_change('portfolio');
create trigger announce_delete after delete on notifications referencing old table as removed for each statement execute function announce_user_change('notifications');
create trigger announce_delete after delete on portfolios referencing old table as removed for each statement execute function announce_user_change('portfolio');
create trigger announce_delete after delete on transactions referencing old table as removed for each statement execute function announce_user_change('portfolio');
create trigger announce_insert after insert on activities referencing new table as added for each statement execute function announce_user_change('portfolio');
create trigger announce_insert after insert on investments referencing new table as added for each statement execute function announce_user_change('portfolio');
create trigger announce_insert after insert on notifications referencing new table as added for each statement execute function announce_user_change('notifications');
create trigger announce_insert after insert on portfolios referencing new table as added for each statement execute function announce_user_change('portfolio');
create trigger announce_update after update on activities referencing new table as added for each statement execute function announce_user_change('portfolio');
create trigger announce_update after update on investments referencing new table as added for each statement execute function announce_user_change('portfolio');
create trigger announce_update after update on notifications referencing new table as added for each statement execute function announce_user_change('notifications');
create trigger announce_update after update on portfolios referencing new table as added for each statement execute function announce_user_change('portfolio');
create trigger announce_update after update on transactions referencing new table as added for each statement execute function announce_user_change('portfolio');
create trigger announce_update after update on verifications referencing new table as added for each statement execute function announce_user_change('verification');
--> statement-breakpoint

-- For the cached responses that are the same for everybody: each server drops the ones of the topic.
create function announce_shared_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('shared_changed', tg_argv[0]);
  return null;
end $$;
--> statement-breakpoint
create trigger announce_shared after insert or delete or update or truncate on banners for each statement execute function announce_shared_change('banner');
create trigger announce_shared after insert or delete or update or truncate on contact_departments for each statement execute function announce_shared_change('departments');
create trigger announce_shared after insert or delete or update or truncate on documents for each statement execute function announce_shared_change('documents');
create trigger announce_shared after insert or delete or update or truncate on settings for each statement execute function announce_shared_change('settings');
create trigger announce_shared after insert or delete or update or truncate on token_categories for each statement execute function announce_shared_change('tokens');
create trigger announce_shared after insert or delete or update or truncate on tokens for each statement execute function announce_shared_change('tokens');
--> statement-breakpoint

-- For the lists of the admin panel, which follow the changes of other administrators, investors and visitors.
create function announce_panel_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('panel_changed', tg_argv[0]);
  return null;
end $$;
--> statement-breakpoint
create trigger announce_edit_to_panel after update on admins for each row
  when (old.updated_at is distinct from new.updated_at) execute function announce_panel_change('administrators');
create trigger announce_edit_to_panel after update on users for each row
  when (old.updated_at is distinct from new.updated_at) execute function announce_panel_change('users');
create trigger announce_mail_to_panel after insert or delete or update on outbox for each statement execute function announce_panel_change('mails');
create trigger announce_to_panel after insert or delete or update on activities for each statement execute function announce_panel_change('activities');
create trigger announce_to_panel after insert or delete on admins for each statement execute function announce_panel_change('administrators');
create trigger announce_to_panel after insert or update on approvals for each statement execute function announce_panel_change('approvals');
create trigger announce_to_panel after insert on audit_log for each statement execute function announce_panel_change('audit');
create trigger announce_to_panel after insert or delete or update on banners for each statement execute function announce_panel_change('settings');
create trigger announce_to_panel after insert or delete or update on call_schedules for each statement execute function announce_panel_change('support');
create trigger announce_to_panel after insert or delete or update on canned_replies for each statement execute function announce_panel_change('support');
create trigger announce_to_panel after insert or delete or update on chat_messages for each statement execute function announce_panel_change('support');
create trigger announce_to_panel after insert or delete or update on chat_sessions for each statement execute function announce_panel_change('support');
create trigger announce_to_panel after insert or delete or update on contact_departments for each statement execute function announce_panel_change('settings');
create trigger announce_to_panel after insert or delete or update on desk_notes for each statement execute function announce_panel_change('support');
create trigger announce_to_panel after insert or delete or update on documents for each statement execute function announce_panel_change('documents');
create trigger announce_to_panel after insert or delete or update on feedback_requests for each statement execute function announce_panel_change('support');
-- Sign-ins are recorded all day and are no edit; the deletion of a record is.
create trigger announce_to_panel after delete on login_records for each statement execute function announce_panel_change('logins');
create trigger announce_to_panel after insert or delete or update on note_mentions for each statement execute function announce_panel_change('notes');
create trigger announce_to_panel after insert or delete or update on notifications for each statement execute function announce_panel_change('notifications');
create trigger announce_to_panel after update on outbox for each row
  when (old.status is distinct from new.status) execute function announce_panel_change('support');
create trigger announce_to_panel after insert or delete or update on portfolios for each statement execute function announce_panel_change('portfolio');
create trigger announce_to_panel after insert or delete or update on screening_hits for each statement execute function announce_panel_change('screening');
create trigger announce_to_panel after insert or delete or update on screening_lists for each statement execute function announce_panel_change('screening');
create trigger announce_to_panel after insert or delete or update on settings for each statement execute function announce_panel_change('settings');
create trigger announce_to_panel after insert or delete or update on support_tickets for each statement execute function announce_panel_change('support');
create trigger announce_to_panel after insert or delete or update on ticket_replies for each statement execute function announce_panel_change('support');
create trigger announce_to_panel after insert or delete or update on token_categories for each statement execute function announce_panel_change('tokens');
create trigger announce_to_panel after insert or delete or update on tokens for each statement execute function announce_panel_change('tokens');
create trigger announce_to_panel after insert or delete or update on transactions for each statement execute function announce_panel_change('transactions');
create trigger announce_to_panel after insert or delete or update on user_notes for each statement execute function announce_panel_change('notes');
create trigger announce_to_panel after insert or delete on users for each statement execute function announce_panel_change('users');
create trigger announce_to_panel after insert or delete or update on verifications for each statement execute function announce_panel_change('verifications');
--> statement-breakpoint

-- Challenges issued before an account was disabled, deleted or given a new password become invalid.
create function end_challenges_of_account() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  execute format('delete from challenges where %I = $1', tg_argv[0]) using new.id;
  return null;
end $$;
--> statement-breakpoint
create trigger end_challenges after update on admins for each row
  when ((old.is_active, old.password_hash) is distinct from (new.is_active, new.password_hash))
  execute function end_challenges_of_account('admin_id');
create trigger end_challenges after update on users for each row
  when ((old.is_active, old.deleted_at, old.password_hash) is distinct from (new.is_active, new.deleted_at, new.password_hash))
  execute function end_challenges_of_account('user_id');
--> statement-breakpoint

-- A notification is shown and emailed as its reader has chosen for its category; `shared/enums/notifications.ts` has the
-- defaults of those who have not chosen.
create function apply_choice() returns trigger language plpgsql as $$
declare
  kind_of text := case new.category when 'system' then 'announcement' else new.category end;
  choice notification_choices;
begin
  select * into choice from notification_choices where user_id = new.user_id and kind = kind_of;
  new.in_bell := new.in_bell and coalesce(choice.bell, true);
  new.email := coalesce(new.email, choice.email, case kind_of when 'security' then 'now' else 'daily' end);
  return new;
end $$;
--> statement-breakpoint
create trigger apply_choice before insert on notifications for each row execute function apply_choice();
--> statement-breakpoint

-- An approval request is decided once and never changes otherwise; the decision erases only its input and the name of its
-- file.
create function keep_proposal() returns trigger language plpgsql as $$
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
create trigger keep_proposal before delete or update on approvals for each row execute function keep_proposal();
--> statement-breakpoint

create function begin_verifications() returns trigger language plpgsql as $$
begin
  insert into verifications (user_id, state, by_hand, decided_at)
    select id, case when is_verified then 'verified' else 'not_started' end, is_verified, case when is_verified then now() end
    from added where deleted_at is null order by id;
  return null;
end $$;
--> statement-breakpoint
create trigger begin_verification after insert on users referencing new table as added for each statement execute function begin_verifications();
--> statement-breakpoint

-- Any other change of is_verified counts as manual; review decisions set lodefield.verifying first.
create function mark_verified_by_hand() returns trigger language plpgsql as $$
begin
  if current_setting('lodefield.verifying', true) = 'yes' then
    return null;
  end if;
  update verifications set by_hand = true, hand_reason = '', decided_at = now(), verified_until = null, reminded = null,
    state = case when new.is_verified then 'verified' when answers = '{}' then 'not_started' else 'in_progress' end
    where user_id = new.id;
  return null;
end $$;
--> statement-breakpoint
create trigger mark_by_hand after update on users for each row
  when (old.is_verified is distinct from new.is_verified and new.deleted_at is null)
  execute function mark_verified_by_hand();
--> statement-breakpoint

-- For an investor's own clients: sign-ins and sign-outs, the email and its pending change, second factors, and whatever
-- else the account's activity lists. The argument is the column with the investor's id.
create function announce_account_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('user_changed', 'account ' || ((case when tg_op = 'DELETE' then to_jsonb(old) else to_jsonb(new) end) ->> tg_argv[0]));
  return null;
end $$;
--> statement-breakpoint
create trigger announce_change after insert or update of used_at on account_links for each row
  when (new.user_id is not null and new.kind = 'change') execute function announce_account_change('user_id');
create trigger announce_email after update on users for each row
  when ((old.email, old.email_confirmed) is distinct from (new.email, new.email_confirmed))
  execute function announce_account_change('id');
create trigger announce_entry after insert on account_events for each row execute function announce_account_change('user_id');
create trigger announce_factor after insert or update of confirmed_at on factors for each row
  when (new.user_id is not null and new.confirmed_at is not null) execute function announce_account_change('user_id');
create trigger announce_removed_factor after delete on factors for each row
  when (old.user_id is not null and old.confirmed_at is not null) execute function announce_account_change('user_id');
create trigger announce_sign_in after insert on login_records for each row
  when (new.user_id is not null) execute function announce_account_change('user_id');
create trigger announce_to_account after update on sessions for each row
  when (new.user_id is not null and old.revoked_at is null and new.revoked_at is not null)
  execute function announce_account_change('user_id');
--> statement-breakpoint

-- The addresses whose ownership accounts have proven; the most recent account to prove an address owns it.
create function keep_confirmed_email() returns trigger language plpgsql as $$
begin
  insert into confirmed_emails (email, user_id) values (lower(new.email), new.id)
  on conflict (email) do update set user_id = excluded.user_id, confirmed_at = excluded.confirmed_at
  where confirmed_emails.user_id <> excluded.user_id;
  return null;
end $$;
--> statement-breakpoint
create trigger keep_changed_email after update on users for each row
  when ((old.email, old.email_confirmed, old.mailbox_confirmed_at) is distinct from (new.email, new.email_confirmed, new.mailbox_confirmed_at)
    and new.email_confirmed and new.mailbox_confirmed_at is null and new.deleted_at is null)
  execute function keep_confirmed_email();
create trigger keep_confirmed_email after insert on users for each row
  when (new.email_confirmed and new.mailbox_confirmed_at is null and new.deleted_at is null)
  execute function keep_confirmed_email();
--> statement-breakpoint

-- The cash of investors: completed transactions, less the cost of units, plus redemption proceeds. Paid subscriptions
-- reserve their amount until they are allotted. A transfer is between the investor's own accounts: only its fee counts.
create function investor_cash(investors integer[]) returns table (user_id integer, balance numeric, reserved numeric)
language sql stable set search_path = public, pg_temp as $$
  select investor.id,
    coalesce((
      select sum(case type when 'deposit' then amount when 'interest' then amount when 'transfer' then 0 else -amount end - fees)
      from transaction_totals as totals where totals.user_id = investor.id and totals.status = 'completed'
    ), 0.00) + coalesce((
      select sum(cash_effect) from holdings where holdings.user_id = investor.id
    ), 0.00),
    coalesce((
      select sum(amount) from subscriptions where subscriptions.user_id = investor.id and subscriptions.state = 'funded'
    ), 0.00)
  from unnest(investors) as investor(id)
$$;
--> statement-breakpoint

-- The verified name: from the verification form if it was reviewed, otherwise from the profile. Verifying again manually
-- leaves it unchanged, and revoking keeps it for documents about remaining holdings.
create function keep_verified_name() returns trigger language plpgsql as $$
declare
  answered text;
begin
  if tg_op = 'UPDATE' and current_setting('lodefield.verifying', true) = 'yes' then
    select case when kind = 'entity' then answers -> 'entity' ->> 'name' else answers -> 'identity' ->> 'full_name' end
      into answered from verifications where user_id = new.id;
  elsif tg_op = 'UPDATE' and old.is_verified then
    return new;
  end if;
  new.verified_name := left(coalesce(nullif(btrim(answered), ''), btrim(new.first_name || ' ' || new.last_name)), 255);
  return new;
end $$;
--> statement-breakpoint
create trigger keep_verified_name before insert or update of is_verified on users for each row
  when (new.is_verified and new.deleted_at is null) execute function keep_verified_name();
