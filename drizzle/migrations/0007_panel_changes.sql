-- What administrators watch is announced to every instance by its topic alone; whoever may see the rows reads
-- them where they are guarded. Equal notices of one transaction are one notice, and leave with its commit.
create function announce_panel_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('panel_changed', tg_argv[0]);
  return null;
end $$;
--> statement-breakpoint
do $$
declare
  watched record;
begin
  for watched in select * from (values
    ('support_tickets', 'support'), ('ticket_replies', 'support'), ('call_schedules', 'support'),
    ('chat_sessions', 'support'), ('chat_messages', 'support'), ('portfolios', 'portfolio')) as list (of_table, topic)
  loop
    execute format('create trigger announce_to_panel after insert or update or delete on %I for each statement execute function announce_panel_change(%L)', watched.of_table, watched.topic);
  end loop;
end $$;
--> statement-breakpoint
-- Signing in writes a time into the row: that is no change of a user.
create trigger announce_to_panel after insert or delete or update of is_active, is_verified, deleted_at on users
  for each statement execute function announce_panel_change('users');
--> statement-breakpoint
-- Whether a reply has left is shown on the desk.
create trigger announce_to_panel after update of status on outbox
  for each row when (old.status is distinct from new.status)
  execute function announce_panel_change('support');
