-- updated_at moves on every change, whoever writes. Always forward by at least a millisecond, so that
-- two changes never carry the same instant and a stale edit is always noticed. A trigger "of" columns
-- leaves out those that change without an edit (a sign-in, a message): they must not make an edit stale.
create function touch_updated_at() returns trigger language plpgsql as $$
begin
  if new is distinct from old then
    new.updated_at := greatest(date_trunc('milliseconds', clock_timestamp()), old.updated_at + interval '1 millisecond');
  end if;
  return new;
end $$;
--> statement-breakpoint
create trigger touch before update of username, email, password_hash, first_name, last_name, phone, country, linkedin, twitter, telegram, is_active, is_verified, deleted_at on users for each row execute function touch_updated_at();--> statement-breakpoint
create trigger touch before update of username, email, password_hash, is_active on admins for each row execute function touch_updated_at();--> statement-breakpoint
create trigger touch before update on settings for each row execute function touch_updated_at();--> statement-breakpoint
create trigger touch before update on contact_departments for each row execute function touch_updated_at();--> statement-breakpoint
create trigger touch before update on support_tickets for each row execute function touch_updated_at();--> statement-breakpoint
create trigger touch before update on call_schedules for each row execute function touch_updated_at();--> statement-breakpoint
create trigger touch before update of name, email, status, user_id on chat_sessions for each row execute function touch_updated_at();--> statement-breakpoint
create trigger touch before update on tokens for each row execute function touch_updated_at();--> statement-breakpoint
create trigger touch before update on token_categories for each row execute function touch_updated_at();--> statement-breakpoint
create trigger touch before update on portfolios for each row execute function touch_updated_at();--> statement-breakpoint
create trigger touch before update on activities for each row execute function touch_updated_at();--> statement-breakpoint
create trigger touch before update on transactions for each row execute function touch_updated_at();--> statement-breakpoint
create trigger touch before update of category, type, title, message on notifications for each row execute function touch_updated_at();--> statement-breakpoint
create trigger touch before update on documents for each row execute function touch_updated_at();--> statement-breakpoint
create trigger touch before update on outbox for each row execute function touch_updated_at();--> statement-breakpoint
create trigger touch before update on assets for each row execute function touch_updated_at();
--> statement-breakpoint
-- transaction_totals. Statement triggers with transition tables: one upsert a statement, however many
-- rows it wrote. Keys are taken in one order, so that two writers cannot wait for each other.
create function add_transaction_totals() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into transaction_totals as totals (user_id, type, status, count, amount, fees)
    select user_id, type, status, count(*), sum(amount), sum(fee) from added
    group by user_id, type, status order by user_id, type, status
    on conflict (user_id, type, status) do update set
      count = totals.count + excluded.count, amount = totals.amount + excluded.amount, fees = totals.fees + excluded.fees;
  elsif tg_op = 'DELETE' then
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
create trigger totals_on_insert after insert on transactions referencing new table as added for each statement execute function add_transaction_totals();--> statement-breakpoint
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
-- Each change of a portfolio's figures leaves a point of its chart.
create function record_portfolio_value() returns trigger language plpgsql as $$
begin
  insert into portfolio_values (portfolio_id, recorded_at, total_value, total_invested, total_gains)
  values (new.id, new.updated_at, new.total_value, new.total_invested, new.total_gains)
  on conflict (portfolio_id, recorded_at) do update set
    total_value = excluded.total_value, total_invested = excluded.total_invested, total_gains = excluded.total_gains;
  return null;
end $$;
--> statement-breakpoint
create trigger record_value_on_insert after insert on portfolios for each row execute function record_portfolio_value();--> statement-breakpoint
create trigger record_value_on_update after update on portfolios for each row
  when ((old.total_value, old.total_invested, old.total_gains) is distinct from (new.total_value, new.total_invested, new.total_gains))
  execute function record_portfolio_value();
--> statement-breakpoint
-- The audit log. The hash is made here and not by the writer: nobody can forget it or choose it.
-- Time is written out in UTC, because the text of a timestamptz depends on the session.
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
create function chain_audit_entry() returns trigger language plpgsql as $$
declare
  head audit_head;
begin
  -- The lock is held until the transaction ends, so that entries are committed in the order of their ids.
  select * into strict head from audit_head where id = 1 for update;
  new.id := head.last_id + 1;
  new.prev_hash := head.last_hash;
  new.hash := audit_digest(new);
  update audit_head set last_id = new.id, last_hash = new.hash where id = 1;
  return new;
end $$;
--> statement-breakpoint
create trigger chain_entry before insert on audit_log for each row execute function chain_audit_entry();
--> statement-breakpoint
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'The audit log is append-only: % is refused', lower(tg_op) using errcode = 'insufficient_privilege';
end $$;
--> statement-breakpoint
create trigger append_only before update or delete or truncate on audit_log for each statement execute function refuse_change();
--> statement-breakpoint
-- Written on every guarded call: half-empty pages let updates stay on their page (HOT), and losing the
-- counts in a crash costs nothing.
alter table rate_limits set unlogged;--> statement-breakpoint
alter table rate_limits set (fillfactor = 50);--> statement-breakpoint
alter table transaction_totals set (fillfactor = 70);--> statement-breakpoint
alter table quotes set (fillfactor = 70);
