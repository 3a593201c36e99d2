-- An attestation waits for the movements before it, and those after it see it. Its time is that of its turn and after
-- the last movement, not that of the beginning of its transaction: the check of the register reads the order from it.
-- A time of earlier, which demonstration data have, stays.
create or replace function order_attestation() returns trigger
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
