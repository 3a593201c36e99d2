CREATE TABLE "banners" (
	"id" smallint PRIMARY KEY DEFAULT 1 NOT NULL,
	"text" varchar(500) NOT NULL,
	"from" timestamp (3) with time zone NOT NULL,
	"to" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "banners_single_row" CHECK ("banners"."id" = 1),
	CONSTRAINT "banners_text_not_blank" CHECK (btrim("banners"."text") <> ''),
	CONSTRAINT "banners_in_order" CHECK ("banners"."from" < "banners"."to")
);
--> statement-breakpoint
CREATE TABLE "notification_choices" (
	"user_id" integer NOT NULL,
	"kind" text NOT NULL,
	"bell" boolean NOT NULL,
	"email" text NOT NULL,
	CONSTRAINT "notification_choices_user_id_kind_pk" PRIMARY KEY("user_id","kind"),
	CONSTRAINT "notification_choices_kind_known" CHECK ("notification_choices"."kind" in ('transaction', 'investment', 'portfolio', 'document', 'security', 'announcement')),
	CONSTRAINT "notification_choices_email_known" CHECK ("notification_choices"."email" in ('off', 'now', 'daily'))
);
--> statement-breakpoint
CREATE TABLE "user_preferences" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"theme" text DEFAULT 'system' NOT NULL,
	"time_zone" varchar(100) DEFAULT '' NOT NULL,
	"date_format" text DEFAULT '' NOT NULL,
	"number_format" text DEFAULT '1,234.56' NOT NULL,
	CONSTRAINT "user_preferences_theme_known" CHECK ("user_preferences"."theme" in ('system', 'light', 'dark')),
	CONSTRAINT "user_preferences_date_format_known" CHECK ("user_preferences"."date_format" in ('', 'MM/YY', 'MM/YYYY', 'DD/MM/YY', 'DD/MM/YYYY', 'MM/DD/YY', 'MM/DD/YYYY')),
	CONSTRAINT "user_preferences_number_format_known" CHECK ("user_preferences"."number_format" in ('1,234.56', '1.234,56', '1 234,56'))
);
--> statement-breakpoint
ALTER TABLE "account_links" DROP CONSTRAINT "account_links_of_admin_reset";--> statement-breakpoint
ALTER TABLE "account_links" DROP CONSTRAINT "account_links_kind_known";--> statement-breakpoint
ALTER TABLE "notifications" DROP CONSTRAINT "notifications_category_known";--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "in_bell" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "email" text DEFAULT 'off';--> statement-breakpoint
-- Only new notifications are mailed.
ALTER TABLE "notifications" ALTER COLUMN "email" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "unsubscribe" varchar(500) DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "notification_choices" ADD CONSTRAINT "notification_choices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_preferences" ADD CONSTRAINT "user_preferences_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "notifications_to_mail" ON "notifications" USING btree ("email","user_id","created_at") WHERE "notifications"."email" <> 'off';--> statement-breakpoint
ALTER TABLE "account_links" ADD CONSTRAINT "account_links_of_admin_kind" CHECK ("account_links"."admin_id" is null or "account_links"."kind" in ('reset', 'not_me'));--> statement-breakpoint
ALTER TABLE "account_links" ADD CONSTRAINT "account_links_kind_known" CHECK ("account_links"."kind" in ('reset', 'confirm', 'change', 'undo', 'not_me'));--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_email_known" CHECK ("notifications"."email" in ('off', 'now', 'daily'));--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_category_known" CHECK ("notifications"."category" in ('transaction', 'investment', 'portfolio', 'document', 'security', 'system'));
--> statement-breakpoint

-- A notification is shown and mailed as its reader has chosen for its kind. `defaultWays` in
-- `shared/enums/notifications.ts` names the ways of those who have not chosen.
create function apply_choice() returns trigger language plpgsql as $$
declare
  kind_of text := case new.category when 'system' then 'announcement' else new.category end;
  choice notification_choices;
begin
  select * into choice from notification_choices where user_id = new.user_id and kind = kind_of;
  new.in_bell := new.in_bell and coalesce(choice.bell, true);
  new.email := coalesce(new.email, choice.email, case kind_of when 'security' then 'now' else 'daily' end);
  return new;
end $$;
--> statement-breakpoint
create trigger apply_choice before insert on notifications for each row execute function apply_choice();--> statement-breakpoint
create trigger touch before update on banners for each row execute function touch_updated_at();--> statement-breakpoint
create trigger announce_shared after insert or update or delete or truncate on banners for each statement execute function announce_shared_change('banner');--> statement-breakpoint
create trigger announce_to_panel after insert or update or delete on banners for each statement execute function announce_panel_change('settings');--> statement-breakpoint
create trigger announce_mail_to_panel after insert or update of status, attempts or delete on outbox for each statement execute function announce_panel_change('mails');
