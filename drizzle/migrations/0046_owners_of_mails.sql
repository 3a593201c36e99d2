CREATE TABLE "confirmed_emails" (
	"email" varchar(254) PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"confirmed_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "confirmed_emails_lower_case" CHECK ("confirmed_emails"."email" = lower("confirmed_emails"."email")),
	CONSTRAINT "confirmed_emails_email_not_blank" CHECK (btrim("confirmed_emails"."email") <> '')
);
--> statement-breakpoint
DROP INDEX "outbox_of_recipient";--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "user_id" integer;--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "admin_id" integer;--> statement-breakpoint
ALTER TABLE "confirmed_emails" ADD CONSTRAINT "confirmed_emails_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "confirmed_emails_of_user" ON "confirmed_emails" USING btree ("user_id");--> statement-breakpoint
ALTER TABLE "outbox" ADD CONSTRAINT "outbox_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "outbox" ADD CONSTRAINT "outbox_admin_id_admins_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."admins"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "outbox_of_user" ON "outbox" USING btree ("user_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "outbox_of_admin" ON "outbox" USING btree ("admin_id");--> statement-breakpoint
CREATE INDEX "outbox_of_visitor" ON "outbox" USING btree (lower("recipient")) WHERE "outbox"."user_id" is null and "outbox"."admin_id" is null;--> statement-breakpoint
ALTER TABLE "outbox" ADD CONSTRAINT "outbox_one_owner" CHECK ("outbox"."user_id" is null or "outbox"."admin_id" is null);--> statement-breakpoint

-- An address that an account has shown to be its own, whichever way: the account that did so last has it.
create function keep_confirmed_email() returns trigger language plpgsql as $$
begin
  insert into confirmed_emails (email, user_id) values (lower(new.email), new.id)
  on conflict (email) do update set user_id = excluded.user_id, confirmed_at = excluded.confirmed_at
  where confirmed_emails.user_id <> excluded.user_id;
  return null;
end $$;
--> statement-breakpoint
create trigger keep_confirmed_email after insert or update of email, email_confirmed on users for each row
  when (new.email_confirmed and new.deleted_at is null) execute function keep_confirmed_email();
--> statement-breakpoint
insert into confirmed_emails (email, user_id)
select lower(email), id from users where email_confirmed and deleted_at is null;
--> statement-breakpoint

-- Mails about what somebody wrote are of its author.
update outbox set user_id = written.user_id
from (select reference, user_id from support_tickets union all select reference, user_id from call_schedules
  union all select reference, user_id from chat_sessions) as written
where outbox.reference = written.reference and written.user_id is not null;
--> statement-breakpoint

-- Others are of the one account that has confirmed the address and had it then, or of the one administrator.
update outbox set user_id = users.id from users
where outbox.reference = '' and users.email_confirmed and users.deleted_at is null
  and lower(outbox.recipient) = lower(users.email) and users.created_at <= outbox.created_at
  and not exists (select from admins where lower(admins.email) = lower(users.email))
  and not exists (select from account_links as link
    where link.user_id = users.id and link.kind = 'undo' and link.created_at > outbox.created_at);
--> statement-breakpoint
update outbox set admin_id = admins.id from admins
where outbox.reference = '' and outbox.user_id is null and admins.deleted_at is null
  and lower(outbox.recipient) = lower(admins.email) and admins.created_at <= outbox.created_at
  and not exists (select from users where lower(users.email) = lower(admins.email) and users.deleted_at is null);
