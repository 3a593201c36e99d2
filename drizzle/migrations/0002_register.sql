-- History. These rows can be added and read, but never changed or removed, whoever connects.
create function refuse_history_change() returns trigger language plpgsql as $$
begin
  raise exception 'The table % is append-only: % is refused', tg_table_name, lower(tg_op) using errcode = 'insufficient_privilege';
end $$;
--> statement-breakpoint
create trigger append_only before delete or update or truncate on distribution_lines for each statement execute function refuse_history_change();
create trigger append_only before delete or update or truncate on distribution_reversals for each statement execute function refuse_history_change();
create trigger append_only before delete or update or truncate on distributions for each statement execute function refuse_history_change();
create trigger append_only before delete or update or truncate on proof_failures for each statement execute function refuse_history_change();
create trigger append_only before delete or update or truncate on proof_snapshots for each statement execute function refuse_history_change();
create trigger append_only before delete or update or truncate on register_entries for each statement execute function refuse_history_change();
create trigger append_only before delete or update or truncate on register_movements for each statement execute function refuse_history_change();
create trigger append_only before delete or update or truncate on series_attestations for each statement execute function refuse_history_change();
create trigger append_only before delete or update or truncate on series_document_versions for each statement execute function refuse_history_change();
create trigger append_only before delete or update or truncate on series_valuations for each statement execute function refuse_history_change();
create trigger append_only before delete or update or truncate on subscription_acknowledgements for each statement execute function refuse_history_change();
create trigger append_only before delete or update or truncate on subscription_steps for each statement execute function refuse_history_change();
--> statement-breakpoint

-- A payment of a reversed distribution may be cancelled; nothing else about it can change.
create function require_unlinked_transaction() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  if exists (select from subscriptions where transaction_id = old.id)
    or exists (
      select from distribution_lines as line where line.transaction_id = old.id and not (
        old.status = 'completed' and new.status = 'cancelled'
        and to_jsonb(new) - 'status' - 'updated_at' = to_jsonb(old) - 'status' - 'updated_at'
        and exists (select from distribution_reversals as reversal where reversal.distribution_id = line.distribution_id)
      )
    ) then
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

-- The time of a movement is when it is entered: no one can choose it.
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
create constraint trigger has_entries after insert on register_movements deferrable initially deferred for each row execute function require_entries();
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

-- An entry's effect on its holder's cash: units are paid for on allotment, and a redemption pays its proceeds. A
-- correction reverses the effect of the movement it corrects.
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
--> statement-breakpoint
revoke execute on function chain_register_entry() from public;
create trigger chain_entry before insert on register_entries for each row execute function chain_register_entry();
--> statement-breakpoint

-- The binding attestation: the last one entered for the latest day.
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
create trigger check_movements after insert on register_entries referencing new table as added for each statement execute function check_movements();
--> statement-breakpoint

-- An attestation waits for earlier movements, and later ones see it. Its time is the moment it gets its turn, after the
-- last movement, rather than the start of its transaction: the check of the register relies on this order. An earlier
-- time, as in demonstration data, is kept.
create function order_attestation() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  perform lock_register_head(new.token_id);
  if new.created_at >= now() - interval '1 second' then
    new.created_at := greatest(date_trunc('milliseconds', clock_timestamp()), (
      select at + interval '1 millisecond' from register_movements where token_id = new.token_id order by id desc limit 1
    ));
  end if;
  return new;
end $$;
--> statement-breakpoint
create trigger order_after_movements before insert on series_attestations for each row execute function order_attestation();
--> statement-breakpoint

-- A valuation changes the value of holdings, and the key facts determine whether they are marked as illustrative. Only
-- holders are notified: any subscription announces `series` to everyone.
create function announce_to_holders() returns trigger language plpgsql as $$
begin
  perform pg_notify('user_changed', 'portfolio ' || user_id)
    from (select distinct user_id from holdings where units > 0 and token_id in (select token_id from added)) as changed;
  return null;
end $$;
--> statement-breakpoint
create trigger announce_to_holders after update on series referencing new table as added for each statement execute function announce_to_holders();
create trigger announce_to_holders after insert on series_valuations referencing new table as added for each statement execute function announce_to_holders();
--> statement-breakpoint

-- A correction is final; to undo it, enter the movement again. A subscription can be allotted again only after its earlier
-- issue was corrected.
create function check_movement_history() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  perform lock_register_head(new.token_id);
  if exists (select from register_movements where id = new.reverses and type = 'correction') then
    perform refuse_movement('register_movements_correction_final', 'A correction cannot be corrected', '{}');
  end if;
  if new.subscription_id is not null and exists (
    select from register_movements as issued where issued.subscription_id = new.subscription_id
      and not exists (select from register_movements as correction where correction.reverses = issued.id)
  ) then
    perform refuse_movement('register_movements_allotted_once', 'The subscription is allotted already', '{}');
  end if;
  return new;
end $$;
--> statement-breakpoint
create trigger check_history before insert on register_movements
  for each row when (new.reverses is not null or new.subscription_id is not null) execute function check_movement_history();
--> statement-breakpoint

create function require_cancelled_payments() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  if exists (
    select from distribution_lines as line join transactions on transactions.id = line.transaction_id
    where line.distribution_id = new.distribution_id and transactions.status <> 'cancelled'
  ) then
    raise exception 'Payments of the distribution % are not cancelled', new.distribution_id
      using errcode = 'check_violation', constraint = 'distribution_reversals_cancels', table = 'distribution_reversals';
  end if;
  return null;
end $$;
--> statement-breakpoint
create constraint trigger cancels_payments after insert on distribution_reversals deferrable initially deferred for each row execute function require_cancelled_payments();
--> statement-breakpoint

-- Snapshots form one chain: each names the previous one, and their numbers have no gaps.
create function check_snapshot_chain() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  if new.number > 1 and new.previous_hash is distinct from (select hash from proof_snapshots where number = new.number - 1) then
    raise exception 'The snapshot % does not name the one before it', new.id
      using errcode = 'check_violation', constraint = 'proof_snapshots_chain', table = 'proof_snapshots';
  end if;
  return new;
end $$;
--> statement-breakpoint
create trigger check_chain before insert on proof_snapshots for each row execute function check_snapshot_chain();
--> statement-breakpoint

-- Open pages follow the series, their offerings, units and payments.
create trigger announce_insert after insert on holdings referencing new table as added for each statement execute function announce_user_change('portfolio');
create trigger announce_insert after insert on subscriptions referencing new table as added for each statement execute function announce_user_change('portfolio');
create trigger announce_shared after insert or delete or update on distributions for each statement execute function announce_shared_change('series');
create trigger announce_shared after insert or delete or update on offerings for each statement execute function announce_shared_change('series');
create trigger announce_shared after insert or delete or update on register_movements for each statement execute function announce_shared_change('series');
create trigger announce_shared after insert or delete or update on series for each statement execute function announce_shared_change('series');
create trigger announce_shared after insert or delete or update on series_attestations for each statement execute function announce_shared_change('series');
create trigger announce_shared after insert or delete or update on series_document_versions for each statement execute function announce_shared_change('series');
create trigger announce_shared after insert or delete or update on series_documents for each statement execute function announce_shared_change('series');
create trigger announce_shared after insert or delete or update on series_valuations for each statement execute function announce_shared_change('series');
create trigger announce_shared after insert or delete or update on subscriptions for each statement execute function announce_shared_change('series');
create trigger announce_to_panel after insert on distribution_reversals for each statement execute function announce_panel_change('register');
create trigger announce_to_panel after insert or delete or update on distributions for each statement execute function announce_panel_change('register');
create trigger announce_to_panel after insert or delete or update on offerings for each statement execute function announce_panel_change('series');
create trigger announce_to_panel after insert on proof_failures for each statement execute function announce_panel_change('register');
create trigger announce_to_panel after insert on proof_snapshots for each statement execute function announce_panel_change('register');
create trigger announce_to_panel after insert or delete or update on register_movements for each statement execute function announce_panel_change('register');
create trigger announce_to_panel after insert or delete or update on series for each statement execute function announce_panel_change('series');
create trigger announce_to_panel after insert or delete or update on series_attestations for each statement execute function announce_panel_change('series');
create trigger announce_to_panel after insert or delete or update on series_document_versions for each statement execute function announce_panel_change('series');
create trigger announce_to_panel after insert or delete or update on series_documents for each statement execute function announce_panel_change('series');
create trigger announce_to_panel after insert or delete or update on series_valuations for each statement execute function announce_panel_change('series');
create trigger announce_to_panel after insert or delete or update on subscriptions for each statement execute function announce_panel_change('subscriptions');
create trigger announce_update after update on holdings referencing new table as added for each statement execute function announce_user_change('portfolio');
create trigger announce_update after update on subscriptions referencing new table as added for each statement execute function announce_user_change('portfolio');
create trigger owner_is_live after insert on subscriptions referencing new table as added for each statement execute function require_live_owners();
create trigger touch before update on offerings for each row execute function touch_updated_at();
create trigger touch before update on series for each row execute function touch_updated_at();
create trigger touch before update on subscriptions for each row execute function touch_updated_at();
