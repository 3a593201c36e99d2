-- What everybody may read is held in memory by every instance. A change of its rows is announced, whoever
-- writes, so that all of them make their answers anew. The notice leaves with the commit, never before.
create function announce_shared_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('shared_changed', tg_argv[0]);
  return null;
end $$;
--> statement-breakpoint
do $$
declare
  watched record;
begin
  for watched in select * from (values
    ('settings', 'settings'), ('contact_departments', 'departments'), ('tokens', 'tokens'),
    ('token_categories', 'tokens'), ('documents', 'documents')) as list (of_table, topic)
  loop
    execute format('create trigger announce_shared after insert or update or delete or truncate on %I for each statement execute function announce_shared_change(%L)', watched.of_table, watched.topic);
  end loop;
end $$;
