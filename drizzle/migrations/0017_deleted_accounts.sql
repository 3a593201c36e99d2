-- Nothing is written for an account that is deleted, or while it is. The deletion holds the user's row `for update`;
-- an insert waits for it here, then sees the account deleted and is refused (LD001). The row of the user stays, so a
-- foreign key alone would be satisfied.
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
  -- What has an owner. Transactions are checked by the trigger they already have, and by the next one.
  foreach name in array array['portfolios', 'activities', 'investments', 'notifications', 'sessions', 'login_records',
    'support_tickets', 'call_schedules', 'chat_sessions']
  loop
    execute format('create trigger owner_is_live after insert on %I referencing new table as added for each statement execute function require_live_owners()', name);
  end loop;
end $$;
--> statement-breakpoint
-- As before, with the check.
create or replace function note_added_transactions() returns trigger language plpgsql as $$
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
-- The ledger outlives its account: it can be read, and is neither edited nor cut short.
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
-- What was written while accounts were being deleted, before this.
delete from portfolios using users where users.id = portfolios.user_id and users.deleted_at is not null;--> statement-breakpoint
delete from activities using users where users.id = activities.user_id and users.deleted_at is not null;--> statement-breakpoint
delete from notifications using users where users.id = notifications.user_id and users.deleted_at is not null;--> statement-breakpoint
delete from login_records using users where users.id = login_records.user_id and users.deleted_at is not null;--> statement-breakpoint
update sessions set ip_address = '', user_agent = '', revoked_at = coalesce(revoked_at, now()),
  revoked_reason = case when revoked_at is null then 'account_deleted' else revoked_reason end
from users where users.id = sessions.user_id and users.deleted_at is not null
  and (revoked_at is null or sessions.ip_address <> '' or sessions.user_agent <> '');--> statement-breakpoint
update support_tickets set name = 'Deleted user', email = 'deleted@deleted.invalid', user_id = null
from users where users.id = support_tickets.user_id and users.deleted_at is not null;--> statement-breakpoint
update call_schedules set name = 'Deleted user', email = 'deleted@deleted.invalid', phone = '', company = '', user_id = null
from users where users.id = call_schedules.user_id and users.deleted_at is not null;--> statement-breakpoint
update chat_sessions set name = 'Deleted user', email = 'deleted@deleted.invalid', user_id = null
from users where users.id = chat_sessions.user_id and users.deleted_at is not null;--> statement-breakpoint
delete from idempotency_keys using users
where users.deleted_at is not null and starts_with(idempotency_keys.scope, 'investor ' || users.id || ' ');
