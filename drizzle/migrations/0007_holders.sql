ALTER TABLE "register_heads" ADD COLUMN "holders" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "register_heads" ADD CONSTRAINT "register_heads_holders_range" CHECK ("register_heads"."holders" >= 0);--> statement-breakpoint

-- The number of holders is kept with the head, so that neither a page of the cap table nor a series' figures count them.
update register_heads set holders = (
  select count(*) from holdings where holdings.token_id = register_heads.token_id and holdings.units > 0
);
--> statement-breakpoint
create or replace function chain_register_entry() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  head public.register_heads;
  movement public.register_movements;
  effect numeric;
  units_after numeric;
  new_holders integer := 0;
begin
  if tg_relid <> 'public.register_entries'::regclass then
    raise exception 'Only the register is chained' using errcode = 'insufficient_privilege';
  end if;
  select * into movement from public.register_movements where id = new.movement_id;
  if movement.token_id is distinct from new.token_id then
    raise exception 'The movement % is not of the series %', new.movement_id, new.token_id
      using errcode = 'check_violation', constraint = 'register_entries_of_one_series', table = 'register_entries';
  end if;
  if new.user_id is not null then
    perform 1 from public.users where id = new.user_id and deleted_at is null for key share;
    if not found then
      perform public.refuse_deleted_account(new.user_id);
    end if;
  end if;
  -- The lock is held until the transaction ends: the movements of a series are committed in the order of their entries.
  head := public.lock_register_head(new.token_id);
  new.number := head.last_number + 1;
  new.prev_hash := head.last_hash;
  new.hash := public.register_digest(new, movement);
  if new.user_id is not null then
    effect := public.cash_effect(new, movement);
    update public.holdings set units = units + new.units, cost = cost + new.cost, cash_effect = cash_effect + effect,
      moved_at = movement.at
    where token_id = new.token_id and user_id = new.user_id
    returning units into units_after;
    if not found then
      insert into public.holdings (token_id, user_id, units, cost, cash_effect, moved_at)
      values (new.token_id, new.user_id, new.units, new.cost, effect, movement.at)
      returning units into units_after;
    end if;
    new_holders := (units_after > 0)::integer - (units_after > new.units)::integer;
  end if;
  update public.register_heads set last_number = new.number, last_hash = new.hash,
    units_in_issue = units_in_issue - case when new.user_id is null then new.units else 0 end,
    holders = holders + new_holders
  where token_id = new.token_id;
  return new;
end $$;
