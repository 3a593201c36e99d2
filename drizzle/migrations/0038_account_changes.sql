-- For an investor's own clients: sign-ins and their ends, the email and the change of it that waits, second factors, and
-- whatever else the activity of the account lists. The argument is the column with the investor.
create function announce_account_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('user_changed', 'account ' || ((case when tg_op = 'DELETE' then to_jsonb(old) else to_jsonb(new) end) ->> tg_argv[0]));
  return null;
end $$;
--> statement-breakpoint
create trigger announce_sign_in after insert on login_records for each row
  when (new.user_id is not null) execute function announce_account_change('user_id');
--> statement-breakpoint
create trigger announce_to_account after update of revoked_at on sessions for each row
  when (new.user_id is not null and old.revoked_at is null and new.revoked_at is not null)
  execute function announce_account_change('user_id');
--> statement-breakpoint
create trigger announce_change after insert or update of used_at on account_links for each row
  when (new.user_id is not null and new.kind = 'change') execute function announce_account_change('user_id');
--> statement-breakpoint
create trigger announce_entry after insert on account_events for each row
  execute function announce_account_change('user_id');
--> statement-breakpoint
create trigger announce_email after update of email, email_confirmed on users for each row
  when ((old.email, old.email_confirmed) is distinct from (new.email, new.email_confirmed))
  execute function announce_account_change('id');
--> statement-breakpoint
create trigger announce_factor after insert or update of confirmed_at on factors for each row
  when (new.user_id is not null and new.confirmed_at is not null) execute function announce_account_change('user_id');
--> statement-breakpoint
create trigger announce_removed_factor after delete on factors for each row
  when (old.user_id is not null and old.confirmed_at is not null) execute function announce_account_change('user_id');
