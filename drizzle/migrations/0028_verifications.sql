CREATE TABLE "verification_decisions" (
	"user_id" integer NOT NULL,
	"item" text NOT NULL,
	"decision" text NOT NULL,
	"reason" varchar(5000) DEFAULT '' NOT NULL,
	"is_answered" boolean DEFAULT false NOT NULL,
	"decided_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "verification_decisions_user_id_item_pk" PRIMARY KEY("user_id","item"),
	CONSTRAINT "verification_decisions_item_known" CHECK ("verification_decisions"."item" in ('identity', 'entity', 'address', 'tax', 'source_of_funds', 'investor_kind', 'declarations')),
	CONSTRAINT "verification_decisions_decision_known" CHECK ("verification_decisions"."decision" in ('accepted', 'needs_more')),
	CONSTRAINT "verification_decisions_reason" CHECK ("verification_decisions"."decision" <> 'needs_more' or btrim("verification_decisions"."reason") <> '')
);
--> statement-breakpoint
CREATE TABLE "verification_files" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "verification_files_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"item" text NOT NULL,
	"name" varchar(255) NOT NULL,
	"media_type" text NOT NULL,
	"size" integer NOT NULL,
	"filename" varchar(255) NOT NULL,
	"wrapped_key" varchar(255) NOT NULL,
	"scanned" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "verification_files_item_known" CHECK ("verification_files"."item" in ('identity', 'entity', 'address', 'investor_kind')),
	CONSTRAINT "verification_files_media_type_known" CHECK ("verification_files"."media_type" in ('application/pdf', 'image/jpeg', 'image/png')),
	CONSTRAINT "verification_files_scanned_known" CHECK ("verification_files"."scanned" in ('clean', 'not_scanned')),
	CONSTRAINT "verification_files_size_range" CHECK ("verification_files"."size" > 0 and "verification_files"."size" <= 20000000)
);
--> statement-breakpoint
CREATE TABLE "verification_steps" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "verification_steps_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"action" varchar(40) NOT NULL,
	"item" varchar(40),
	"by" text NOT NULL,
	"admin_id" integer,
	"reason" varchar(5000) DEFAULT '' NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "verification_steps_by_known" CHECK ("verification_steps"."by" in ('investor', 'desk', 'system'))
);
--> statement-breakpoint
CREATE TABLE "verifications" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"state" text DEFAULT 'not_started' NOT NULL,
	"kind" text DEFAULT 'person' NOT NULL,
	"answers" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"answered_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"reason" varchar(5000) DEFAULT '' NOT NULL,
	"by_hand" boolean DEFAULT false NOT NULL,
	"hand_reason" varchar(5000) DEFAULT '' NOT NULL,
	"risk" text,
	"risk_grounds" varchar(5000) DEFAULT '' NOT NULL,
	"checks" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"assigned_to" integer,
	"submitted_at" timestamp (3) with time zone,
	"decided_at" timestamp (3) with time zone,
	"verified_until" date,
	"reminded" smallint,
	"closed_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "verifications_state_known" CHECK ("verifications"."state" in ('not_started', 'in_progress', 'submitted', 'in_review', 'needs_more', 'verified', 'refused', 'expired')),
	CONSTRAINT "verifications_kind_known" CHECK ("verifications"."kind" in ('person', 'entity')),
	CONSTRAINT "verifications_risk_known" CHECK ("verifications"."risk" is null or "verifications"."risk" in ('low', 'medium', 'high')),
	CONSTRAINT "verifications_submitted_when_decided" CHECK ("verifications"."state" not in ('submitted', 'in_review', 'needs_more') or "verifications"."submitted_at" is not null)
);
--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "verification_target_days" smallint DEFAULT 2 NOT NULL;--> statement-breakpoint
ALTER TABLE "verification_decisions" ADD CONSTRAINT "verification_decisions_user_id_verifications_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."verifications"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "verification_files" ADD CONSTRAINT "verification_files_user_id_verifications_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."verifications"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "verification_steps" ADD CONSTRAINT "verification_steps_user_id_verifications_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."verifications"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "verification_steps" ADD CONSTRAINT "verification_steps_admin_id_admins_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."admins"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "verifications" ADD CONSTRAINT "verifications_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "verifications" ADD CONSTRAINT "verifications_assigned_to_admins_id_fk" FOREIGN KEY ("assigned_to") REFERENCES "public"."admins"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "verification_files_of_user" ON "verification_files" USING btree ("user_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "verification_files_filename_unique" ON "verification_files" USING btree ("filename");--> statement-breakpoint
CREATE INDEX "verification_steps_of_user" ON "verification_steps" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "verification_steps_of_admin" ON "verification_steps" USING btree ("admin_id");--> statement-breakpoint
CREATE INDEX "verifications_queue" ON "verifications" USING btree ("state","submitted_at","user_id");--> statement-breakpoint
CREATE INDEX "verifications_of_admin" ON "verifications" USING btree ("assigned_to");--> statement-breakpoint
CREATE INDEX "verifications_end" ON "verifications" USING btree ("verified_until") WHERE "verifications"."verified_until" is not null;--> statement-breakpoint
ALTER TABLE "settings" ADD CONSTRAINT "settings_verification_target_days_range" CHECK ("settings"."verification_target_days" >= 1 and "settings"."verification_target_days" <= 60);--> statement-breakpoint-- Every account has a verification from its beginning. One whose mark is set already was marked by hand.
insert into verifications (user_id, state, by_hand, decided_at)
  select id, case when is_verified then 'verified' else 'not_started' end, is_verified, case when is_verified then updated_at end
  from users where deleted_at is null;
--> statement-breakpoint
create function begin_verifications() returns trigger language plpgsql as $$
begin
  insert into verifications (user_id, state, by_hand, decided_at)
    select id, case when is_verified then 'verified' else 'not_started' end, is_verified, case when is_verified then now() end
    from added where deleted_at is null order by id;
  return null;
end $$;
--> statement-breakpoint
create trigger begin_verification after insert on users referencing new table as added for each statement execute function begin_verifications();
--> statement-breakpoint
-- Whatever else changes the mark of an account does it by hand: decisions of the desk set lodefield.verifying before.
create function mark_verified_by_hand() returns trigger language plpgsql as $$
begin
  if current_setting('lodefield.verifying', true) = 'yes' then
    return null;
  end if;
  update verifications set by_hand = true, hand_reason = '', decided_at = now(), verified_until = null, reminded = null,
    state = case when new.is_verified then 'verified' when answers = '{}' then 'not_started' else 'in_progress' end
    where user_id = new.id;
  return null;
end $$;
--> statement-breakpoint
create trigger mark_by_hand after update of is_verified on users for each row
  when (old.is_verified is distinct from new.is_verified and new.deleted_at is null)
  execute function mark_verified_by_hand();
--> statement-breakpoint
create trigger touch before update on verifications for each row execute function touch_updated_at();--> statement-breakpoint
create trigger announce_update after update on verifications referencing new table as added for each statement execute function announce_user_change('verification');--> statement-breakpoint
create trigger announce_to_panel after insert or update or delete on verifications for each statement execute function announce_panel_change('verifications');
