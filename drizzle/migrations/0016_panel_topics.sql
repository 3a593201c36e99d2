-- Every list of the panel follows what other administrators and visitors change, not the desk and portfolios alone.
do $$
declare
  watched record;
begin
  for watched in select * from (values
    ('transactions', 'transactions'), ('activities', 'activities'), ('notifications', 'notifications'),
    ('tokens', 'tokens'), ('token_categories', 'tokens'), ('documents', 'documents'),
    ('settings', 'settings'), ('contact_departments', 'settings')) as list (of_table, topic)
  loop
    execute format('create trigger announce_to_panel after insert or update or delete on %I for each statement execute function announce_panel_change(%L)', watched.of_table, watched.topic);
  end loop;
end $$;
--> statement-breakpoint
create trigger announce_to_panel after insert on audit_log
  for each statement execute function announce_panel_change('audit');
--> statement-breakpoint
-- Sign-ins come all day and are no change that somebody made; a record that was deleted is.
create trigger announce_to_panel after delete on login_records
  for each statement execute function announce_panel_change('logins');
--> statement-breakpoint
-- Names and addresses stand in every list: an investor may change them too.
drop trigger announce_to_panel on users;
--> statement-breakpoint
create trigger announce_to_panel
  after insert or delete or update of is_active, is_verified, deleted_at, first_name, last_name, email, phone, country on users
  for each statement execute function announce_panel_change('users');
