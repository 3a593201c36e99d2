-- History. These rows are added and read, never changed or removed, whoever connects.
create function refuse_history_change() returns trigger language plpgsql as $$
begin
  raise exception 'The table % is append-only: % is refused', tg_table_name, lower(tg_op) using errcode = 'insufficient_privilege';
end $$;
--> statement-breakpoint
do $$
declare
  name text;
begin
  foreach name in array array['series_valuations', 'series_attestations', 'series_document_versions', 'subscription_steps',
    'subscription_acknowledgements', 'register_movements', 'register_entries', 'distributions', 'distribution_lines']
  loop
    execute format('create trigger append_only before update or delete or truncate on %I for each statement execute function refuse_history_change()', name);
  end loop;
end $$;
--> statement-breakpoint
create trigger touch before update on series for each row execute function touch_updated_at();--> statement-breakpoint
create trigger touch before update on offerings for each row execute function touch_updated_at();--> statement-breakpoint
create trigger touch before update on subscriptions for each row execute function touch_updated_at();--> statement-breakpoint
create trigger owner_is_live after insert on subscriptions referencing new table as added for each statement execute function require_live_owners();
--> statement-breakpoint

-- What the public page of a series is made of, and what administrators see.
do $$
declare
  watched record;
begin
  for watched in select * from (values
    ('series', 'series'), ('series_valuations', 'series'), ('series_attestations', 'series'), ('series_documents', 'series'),
    ('series_document_versions', 'series'), ('offerings', 'series'), ('subscriptions', 'subscriptions'),
    ('register_movements', 'register'), ('distributions', 'register')) as list (of_table, topic)
  loop
    execute format('create trigger announce_to_panel after insert or update or delete on %I for each statement execute function announce_panel_change(%L)', watched.of_table, watched.topic);
    execute format('create trigger announce_shared after insert or update or delete on %I for each statement execute function announce_shared_change(''series'')', watched.of_table);
  end loop;
end $$;
--> statement-breakpoint
create trigger announce_insert after insert on subscriptions referencing new table as added for each statement execute function announce_user_change('portfolio');--> statement-breakpoint
create trigger announce_update after update on subscriptions referencing new table as added for each statement execute function announce_user_change('portfolio');--> statement-breakpoint
create trigger announce_insert after insert on holdings referencing new table as added for each statement execute function announce_user_change('portfolio');--> statement-breakpoint
create trigger announce_update after update on holdings referencing new table as added for each statement execute function announce_user_change('portfolio');
--> statement-breakpoint

-- The functions below name the schema they search: a table of the caller's session must not take the place of another.

-- Booked money. A deposit that paid for a subscription and the payments of a distribution stay as they are. Their foreign
-- keys refuse the deletion.
create function require_unlinked_transaction() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  if exists (select from subscriptions where transaction_id = old.id)
    or exists (select from distribution_lines where transaction_id = old.id) then
    raise exception 'The transaction % is part of a subscription or a distribution', old.id
      using errcode = 'check_violation', constraint = 'transactions_linked', table = 'transactions';
  end if;
  return new;
end $$;
--> statement-breakpoint
create trigger is_unlinked before update on transactions for each row execute function require_unlinked_transaction();
--> statement-breakpoint

-- The register of holders. Its functions change register_heads and holdings, which the server's role can only read: they
-- run as the owner, and all their names are qualified, because the caller sets the search path.
create function lock_register_head(series integer) returns public.register_heads
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  head public.register_heads;
begin
  select * into head from public.register_heads where token_id = series for update;
  if not found then
    insert into public.register_heads (token_id) values (series) on conflict do nothing;
    select * into strict head from public.register_heads where token_id = series for update;
  end if;
  return head;
end $$;
--> statement-breakpoint
-- A movement happens when it is entered: nobody chooses its time.
create function stamp_movement() returns trigger language plpgsql as $$
begin
  new.at := date_trunc('milliseconds', clock_timestamp());
  return new;
end $$;
--> statement-breakpoint
create trigger stamp before insert on register_movements for each row execute function stamp_movement();
--> statement-breakpoint
create function require_entries() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  if not exists (select from register_entries where movement_id = new.id) then
    raise exception 'The movement % has no entries', new.id
      using errcode = 'check_violation', constraint = 'register_movements_has_entries', table = 'register_movements';
  end if;
  return null;
end $$;
--> statement-breakpoint
create constraint trigger has_entries after insert on register_movements deferrable initially deferred
  for each row execute function require_entries();
--> statement-breakpoint
-- The text that is hashed, the same in every session: jsonb writes it, and time is in UTC.
create function register_digest(entry register_entries, movement register_movements) returns text language sql stable as $$
  select encode(sha256(convert_to(jsonb_build_array(
    entry.prev_hash, entry.token_id, entry.number, entry.movement_id, entry.user_id, entry.units, entry.cost,
    movement.type, to_char(movement.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS'), movement.reason,
    movement.reverses, movement.subscription_id, movement.amount, movement.admin_id
  )::text, 'UTF8')), 'hex')
$$;
--> statement-breakpoint
-- What an entry does to the cash of its holder: units are paid for when they are allotted, and a redemption pays its
-- proceeds. A correction takes back what the movement that it reverses did.
create function cash_effect(entry register_entries, movement register_movements) returns numeric language sql stable as $$
  select case movement.type
    when 'issue' then -entry.cost
    when 'redemption' then movement.amount
    when 'correction' then (
      select case reversed.type when 'issue' then -entry.cost when 'redemption' then -reversed.amount else 0 end
      from public.register_movements as reversed where reversed.id = movement.reverses)
    else 0 end
$$;
--> statement-breakpoint
create function chain_register_entry() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  head public.register_heads;
  movement public.register_movements;
  effect numeric;
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
  update public.register_heads set last_number = new.number, last_hash = new.hash,
    units_in_issue = units_in_issue - case when new.user_id is null then new.units else 0 end
  where token_id = new.token_id;
  if new.user_id is not null then
    effect := public.cash_effect(new, movement);
    update public.holdings set units = units + new.units, cost = cost + new.cost, cash_effect = cash_effect + effect,
      moved_at = movement.at
    where token_id = new.token_id and user_id = new.user_id;
    if not found then
      insert into public.holdings (token_id, user_id, units, cost, cash_effect, moved_at)
      values (new.token_id, new.user_id, new.units, new.cost, effect, movement.at);
    end if;
  end if;
  return new;
end $$;
--> statement-breakpoint
revoke execute on function chain_register_entry() from public;--> statement-breakpoint
create trigger chain_entry before insert on register_entries for each row execute function chain_register_entry();
--> statement-breakpoint
-- The attestation that binds: of the latest day, the last one entered.
create function binding_attestation(series integer) returns series_attestations
language sql stable set search_path = public, pg_temp as $$
  select attestation from series_attestations as attestation where token_id = series order by as_of desc, id desc limit 1
$$;
--> statement-breakpoint
create function refuse_movement(rule text, reason text, figures jsonb) returns void language plpgsql as $$
begin
  raise exception '%', reason
    using errcode = 'check_violation', constraint = rule, table = 'register_entries', detail = figures::text;
end $$;
--> statement-breakpoint
-- The rules of whole movements. All entries of a movement are added by one statement, so that they hold after each one.
create function check_movements() returns trigger
language plpgsql set search_path = public, pg_temp as $$
declare
  wrong integer;
  grown record;
  binding series_attestations;
begin
  select min(id) into wrong from (
    select movement.id from (
      select movement_id, count(*) as number, sum(units) as units, sum(cost) as cost,
        count(*) filter (where user_id is null) as contra, coalesce(sum(units) filter (where user_id is null), 0) as contra_units,
        count(*) filter (where user_id is not null and units > 0) as receivers,
        count(*) filter (where user_id is not null and units < 0) as givers
      from added group by movement_id
    ) as moved
    join register_movements as movement on movement.id = moved.movement_id
    where moved.units <> 0 or moved.cost <> 0
      or moved.number <> (select count(*) from register_entries where register_entries.movement_id = movement.id)
      or not case movement.type
        when 'issue' then contra = 1 and contra_units < 0 and receivers = 1 and givers = 0
        when 'redemption' then contra = 1 and contra_units > 0 and receivers = 0 and givers = 1
        when 'transfer' then contra = 0 and receivers > 0 and givers > 0
        else not exists (
          (select token_id, user_id, units, cost from register_entries where register_entries.movement_id = movement.id
            except select token_id, user_id, -units, -cost from register_entries where register_entries.movement_id = movement.reverses)
          union all
          (select token_id, user_id, -units, -cost from register_entries where register_entries.movement_id = movement.reverses
            except select token_id, user_id, units, cost from register_entries where register_entries.movement_id = movement.id))
      end
  ) as unsound;
  if wrong is not null then
    perform refuse_movement('register_entries_balance',
      format('The entries of the movement %s do not sum to zero, do not fit its type, or were not added at once', wrong),
      jsonb_build_object('movement_id', wrong));
  end if;
  for grown in
    select added.token_id, max(head.units_in_issue) as units_in_issue from added
    join register_heads as head using (token_id)
    where added.user_id is null group by added.token_id having sum(added.units) < 0 order by added.token_id
  loop
    binding := binding_attestation(grown.token_id);
    if binding.id is null or binding.expires < (clock_timestamp() at time zone 'UTC')::date then
      perform refuse_movement('register_attestation_binds', 'No attestation of units held is in force',
        jsonb_build_object('expires', binding.expires));
    elsif grown.units_in_issue > binding.units_held then
      perform refuse_movement('register_units_held', 'The units in issue would exceed the units held',
        jsonb_build_object('units_in_issue', grown.units_in_issue::text, 'units_held', binding.units_held::text));
    end if;
  end loop;
  return null;
end $$;
--> statement-breakpoint
create trigger check_movements after insert on register_entries referencing new table as added
  for each statement execute function check_movements();
--> statement-breakpoint
-- An attestation waits for the movements before it, and those after it see it.
create function order_attestation() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  perform lock_register_head(new.token_id);
  return new;
end $$;
--> statement-breakpoint
create trigger order_after_movements before insert on series_attestations for each row execute function order_attestation();
