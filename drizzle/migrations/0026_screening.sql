CREATE TABLE "screening_hits" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "screening_hits_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"list" varchar(100) NOT NULL,
	"entry_id" varchar(100) NOT NULL,
	"entry_name" varchar(255) NOT NULL,
	"entry_birth_date" varchar(10) DEFAULT '' NOT NULL,
	"entry_hash" varchar(64) NOT NULL,
	"user_name" varchar(255) NOT NULL,
	"user_birth_date" varchar(10) DEFAULT '' NOT NULL,
	"score" smallint NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"reason" varchar(5000) DEFAULT '' NOT NULL,
	"decided_by" integer,
	"decided_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "screening_hits_state_known" CHECK ("screening_hits"."state" in ('open', 'match', 'no_match')),
	CONSTRAINT "screening_hits_score_range" CHECK ("screening_hits"."score" >= 0 and "screening_hits"."score" <= 100),
	CONSTRAINT "screening_hits_decided" CHECK (("screening_hits"."state" = 'open') = ("screening_hits"."decided_at" is null) and ("screening_hits"."state" = 'open' or btrim("screening_hits"."reason") <> ''))
);
--> statement-breakpoint
CREATE TABLE "screening_lists" (
	"id" smallint PRIMARY KEY DEFAULT 1 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"filename" varchar(255) DEFAULT '' NOT NULL,
	"entries" integer NOT NULL,
	"uploaded_by" integer,
	"uploaded_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "screening_lists_single_row" CHECK ("screening_lists"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "screening_names" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "screening_names_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"list" varchar(100) NOT NULL,
	"entry_id" varchar(100) NOT NULL,
	"name" varchar(255) NOT NULL,
	"birth_date" varchar(10) DEFAULT '' NOT NULL,
	CONSTRAINT "screening_names_name_not_blank" CHECK (btrim("screening_names"."name") <> '')
);
--> statement-breakpoint
CREATE TABLE "screenings" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"version" integer NOT NULL,
	"threshold" smallint NOT NULL,
	"identity" varchar(64) NOT NULL,
	"screened_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "screening_threshold" smallint DEFAULT 85 NOT NULL;--> statement-breakpoint
ALTER TABLE "screening_hits" ADD CONSTRAINT "screening_hits_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "screening_hits" ADD CONSTRAINT "screening_hits_decided_by_admins_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."admins"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "screening_lists" ADD CONSTRAINT "screening_lists_uploaded_by_admins_id_fk" FOREIGN KEY ("uploaded_by") REFERENCES "public"."admins"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "screenings" ADD CONSTRAINT "screenings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "screening_hits_once" ON "screening_hits" USING btree ("user_id","list","entry_id");--> statement-breakpoint
CREATE INDEX "screening_hits_newest" ON "screening_hits" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "screening_hits_open" ON "screening_hits" USING btree ("user_id") WHERE "screening_hits"."state" = 'open';--> statement-breakpoint
CREATE INDEX "screening_names_of_entry" ON "screening_names" USING btree ("list","entry_id");--> statement-breakpoint
CREATE INDEX "screenings_by_version" ON "screenings" USING btree ("version");--> statement-breakpoint
ALTER TABLE "settings" ADD CONSTRAINT "settings_screening_threshold_range" CHECK ("settings"."screening_threshold" >= 50 and "settings"."screening_threshold" <= 100);--> statement-breakpoint
create trigger touch before update on screening_hits for each row execute function touch_updated_at();--> statement-breakpoint
create trigger announce_to_panel after insert or update or delete on screening_hits for each statement execute function announce_panel_change('screening');--> statement-breakpoint
create trigger announce_to_panel after insert or update or delete on screening_lists for each statement execute function announce_panel_change('screening');
