-- A valuation changes what holdings are worth, and the facts of a series say whether they are marked. Only the holders are
-- told: every subscription of anybody announces `series` to all.
create function announce_to_holders() returns trigger language plpgsql as $$
begin
  perform pg_notify('user_changed', 'portfolio ' || user_id)
    from (select distinct user_id from holdings where units > 0 and token_id in (select token_id from added)) as changed;
  return null;
end $$;
--> statement-breakpoint
create trigger announce_to_holders after insert on series_valuations referencing new table as added for each statement execute function announce_to_holders();--> statement-breakpoint
create trigger announce_to_holders after update on series referencing new table as added for each statement execute function announce_to_holders();
