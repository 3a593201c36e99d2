-- One trigger instead of two when transactions are added, and a short way for the statement that adds one row,
-- as most do: its total is added to by key, without grouping, sorting and looking for different investors.
create function note_added_transactions() returns trigger language plpgsql as $$
declare
  first record;
begin
  select user_id, type, status, amount, fee, exists (select 1 from added offset 1) as has_more into first from added limit 1;
  if not found then
    return null;
  end if;
  if first.has_more then
    insert into transaction_totals as totals (user_id, type, status, count, amount, fees)
    select user_id, type, status, count(*), sum(amount), sum(fee) from added
    group by user_id, type, status order by user_id, type, status
    on conflict (user_id, type, status) do update set
      count = totals.count + excluded.count, amount = totals.amount + excluded.amount, fees = totals.fees + excluded.fees;
    perform pg_notify('user_changed', 'portfolio ' || user_id) from (select distinct user_id from added) as changed;
  else
    insert into transaction_totals as totals (user_id, type, status, count, amount, fees)
    values (first.user_id, first.type, first.status, 1, first.amount, first.fee)
    on conflict (user_id, type, status) do update set
      count = totals.count + excluded.count, amount = totals.amount + excluded.amount, fees = totals.fees + excluded.fees;
    perform pg_notify('user_changed', 'portfolio ' || first.user_id);
  end if;
  return null;
end $$;
--> statement-breakpoint
drop trigger totals_on_insert on transactions;--> statement-breakpoint
drop trigger announce_insert on transactions;--> statement-breakpoint
create trigger note_added after insert on transactions referencing new table as added for each statement execute function note_added_transactions();
