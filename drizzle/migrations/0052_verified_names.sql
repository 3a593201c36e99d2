ALTER TABLE "account_events" DROP CONSTRAINT "account_events_kind_known";--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "mailbox_confirmed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "verified_name" varchar(255) DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "account_events" ADD CONSTRAINT "account_events_kind_known" CHECK ("account_events"."kind" in ('session_ended', 'password_changed', 'email_changed', 'name_changed', 'factor_added', 'factor_removed', 'recovery_codes_replaced', 'recovery_code_used', 'statement_downloaded', 'export_made'));--> statement-breakpoint

-- The name that was verified: of the verification where one was decided, else of the profile. What sets the mark again
-- by hand changes nothing, and what takes it away keeps the name for papers about what is still held.
create function keep_verified_name() returns trigger language plpgsql as $$
declare
  answered text;
begin
  if tg_op = 'UPDATE' and current_setting('lodefield.verifying', true) = 'yes' then
    select case when kind = 'entity' then answers -> 'entity' ->> 'name' else answers -> 'identity' ->> 'full_name' end
      into answered from verifications where user_id = new.id;
  elsif tg_op = 'UPDATE' and old.is_verified then
    return new;
  end if;
  new.verified_name := left(coalesce(nullif(btrim(answered), ''), btrim(new.first_name || ' ' || new.last_name)), 255);
  return new;
end $$;
--> statement-breakpoint
create trigger keep_verified_name before insert or update of is_verified on users for each row
  when (new.is_verified and new.deleted_at is null) execute function keep_verified_name();
--> statement-breakpoint
update users set verified_name = left(coalesce(
    nullif(btrim(case when form.kind = 'entity' then form.answers -> 'entity' ->> 'name' else form.answers -> 'identity' ->> 'full_name' end), ''),
    btrim(users.first_name || ' ' || users.last_name)), 255)
  from verifications as form where form.user_id = users.id and not form.by_hand and form.state in ('verified', 'expired')
  and users.deleted_at is null;
--> statement-breakpoint
update users set verified_name = btrim(first_name || ' ' || last_name)
  where is_verified and verified_name = '' and deleted_at is null;
--> statement-breakpoint

-- An address whose mailbox alone confirmed it says nothing about whose account it is: what was written under it is not
-- the account's until somebody shows to have the account as well.
drop trigger keep_confirmed_email on users;
--> statement-breakpoint
create trigger keep_confirmed_email after insert or update of email, email_confirmed, mailbox_confirmed_at on users for each row
  when (new.email_confirmed and new.mailbox_confirmed_at is null and new.deleted_at is null) execute function keep_confirmed_email();
