-- Before a row is written its generated columns are empty: compared with the old row it always looked changed. The
-- argument of the trigger names the one to leave out.
create or replace function touch_updated_at() returns trigger language plpgsql as $$
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
create or replace trigger touch before update on support_tickets for each row execute function touch_updated_at('reference');--> statement-breakpoint
create or replace trigger touch before update on call_schedules for each row execute function touch_updated_at('reference');--> statement-breakpoint
create or replace trigger touch before update of name, email, status, user_id on chat_sessions for each row execute function touch_updated_at('reference');
