CREATE TABLE "account_links" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "account_links_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"user_id" integer,
	"admin_id" integer,
	"token_hash" varchar(64) NOT NULL,
	"email" varchar(254) NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "account_links_kind_known" CHECK ("account_links"."kind" in ('reset', 'confirm', 'change', 'undo')),
	CONSTRAINT "account_links_one_owner" CHECK (("account_links"."user_id" is null) <> ("account_links"."admin_id" is null)),
	CONSTRAINT "account_links_of_admin_reset" CHECK ("account_links"."admin_id" is null or "account_links"."kind" = 'reset')
);
--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "html" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "expires_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "email_confirmed" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "account_links" ADD CONSTRAINT "account_links_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_links" ADD CONSTRAINT "account_links_admin_id_admins_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."admins"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "account_links_token_hash_unique" ON "account_links" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "account_links_of_user" ON "account_links" USING btree ("user_id","kind");--> statement-breakpoint
CREATE INDEX "account_links_of_admin" ON "account_links" USING btree ("admin_id","kind");--> statement-breakpoint
CREATE INDEX "account_links_expiry" ON "account_links" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "outbox_ending" ON "outbox" USING btree ("expires_at") WHERE "outbox"."status" <> 'sent' and "outbox"."expires_at" is not null;--> statement-breakpoint

-- The text of a mail goes once it is sent.
update outbox set body = '' where status = 'sent';
--> statement-breakpoint

-- Investors who change their password stay signed in where they do so: that transaction names the session.
create or replace function end_sessions_of_account() returns trigger language plpgsql as $$
declare
  reason text := case
    when to_jsonb(old)->>'deleted_at' is null and to_jsonb(new)->>'deleted_at' is not null then 'account_deleted'
    when old.is_active and not new.is_active then 'account_disabled'
    when new.is_active and not old.is_active then 'account_enabled'
    else 'password_changed'
  end;
  kept text := case when reason = 'password_changed' then current_setting('lodefield.kept_session', true) end;
begin
  -- Two statements, so that each finds its rows by an index. Access tokens older than an hour have expired anyway.
  execute format('update sessions set revoked_at = now(), revoked_reason = $2 where %I = $1 and revoked_at is null and id::text is distinct from $3', tg_argv[0])
    using new.id, reason, kept;
  execute format('update sessions set revoked_reason = $2 where %I = $1 and revoked_reason = ''account_disabled'' and revoked_at > now() - interval ''1 hour''', tg_argv[0])
    using new.id, reason;
  return null;
end $$;
