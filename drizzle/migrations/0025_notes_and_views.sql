CREATE TABLE "note_mentions" (
	"note_id" integer NOT NULL,
	"admin_id" integer NOT NULL,
	"read_at" timestamp (3) with time zone,
	CONSTRAINT "note_mentions_note_id_admin_id_pk" PRIMARY KEY("note_id","admin_id")
);
--> statement-breakpoint
CREATE TABLE "saved_views" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "saved_views_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"admin_id" integer NOT NULL,
	"name" varchar(100) NOT NULL,
	"section" varchar(100) NOT NULL,
	"address" varchar(2000) NOT NULL,
	"shared" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "saved_views_name_not_blank" CHECK (btrim("saved_views"."name") <> ''),
	CONSTRAINT "saved_views_section_not_blank" CHECK (btrim("saved_views"."section") <> ''),
	CONSTRAINT "saved_views_address_not_blank" CHECK (btrim("saved_views"."address") <> '')
);
--> statement-breakpoint
CREATE TABLE "user_notes" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "user_notes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"admin_id" integer,
	"text" varchar(5000) NOT NULL,
	"pinned" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "user_notes_text_not_blank" CHECK (btrim("user_notes"."text") <> '')
);
--> statement-breakpoint
ALTER TABLE "note_mentions" ADD CONSTRAINT "note_mentions_note_id_user_notes_id_fk" FOREIGN KEY ("note_id") REFERENCES "public"."user_notes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "note_mentions" ADD CONSTRAINT "note_mentions_admin_id_admins_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."admins"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_views" ADD CONSTRAINT "saved_views_admin_id_admins_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."admins"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_notes" ADD CONSTRAINT "user_notes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_notes" ADD CONSTRAINT "user_notes_admin_id_admins_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."admins"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "note_mentions_unread" ON "note_mentions" USING btree ("admin_id","note_id" DESC NULLS FIRST) WHERE "note_mentions"."read_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "saved_views_name_unique" ON "saved_views" USING btree ("admin_id","section",lower("name"));--> statement-breakpoint
CREATE INDEX "saved_views_shared" ON "saved_views" USING btree ("section") WHERE "saved_views"."shared";--> statement-breakpoint
CREATE INDEX "user_notes_of_user" ON "user_notes" USING btree ("user_id","pinned" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "user_notes_newest_of_user" ON "user_notes" USING btree ("user_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "user_notes_of_admin" ON "user_notes" USING btree ("admin_id");--> statement-breakpoint
CREATE INDEX "outbox_of_recipient" ON "outbox" USING btree (lower("recipient"),"created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "transactions_by_description" ON "transactions" USING btree (lower(left("description", 60)) text_pattern_ops) WHERE "transactions"."description" <> '';--> statement-breakpoint
create trigger touch before update on user_notes for each row execute function touch_updated_at();
--> statement-breakpoint
create trigger owner_is_live after insert on user_notes referencing new table as added for each statement execute function require_live_owners();
--> statement-breakpoint
create trigger announce_to_panel after insert or update or delete on user_notes for each statement execute function announce_panel_change('notes');
--> statement-breakpoint
create trigger announce_to_panel after insert or update or delete on note_mentions for each statement execute function announce_panel_change('notes');
