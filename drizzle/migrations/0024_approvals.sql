CREATE TABLE "approvals" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "approvals_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"call" varchar(500) NOT NULL,
	"permission" varchar(100) NOT NULL,
	"action" varchar(100) NOT NULL,
	"entity" varchar(100) NOT NULL,
	"entity_id" integer,
	"changes" jsonb NOT NULL,
	"concerns" text[] NOT NULL,
	"input" text NOT NULL,
	"fingerprint" char(64) NOT NULL,
	"reason" varchar(5000) NOT NULL,
	"filename" varchar(100) DEFAULT '' NOT NULL,
	"file_name" varchar(500) DEFAULT '' NOT NULL,
	"file_size" bigint DEFAULT 0 NOT NULL,
	"file_sha256" varchar(64) DEFAULT '' NOT NULL,
	"proposed_by" integer NOT NULL,
	"proposed_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"decided_by" integer,
	"decided_at" timestamp (3) with time zone,
	"decision_reason" varchar(5000) DEFAULT '' NOT NULL,
	CONSTRAINT "approvals_state_known" CHECK ("approvals"."state" in ('waiting', 'approved', 'refused', 'withdrawn', 'expired', 'stale')),
	CONSTRAINT "approvals_decided" CHECK (("approvals"."state" = 'waiting') = ("approvals"."decided_at" is null)),
	CONSTRAINT "approvals_two_people" CHECK ("approvals"."state" not in ('approved', 'refused') or ("approvals"."decided_by" is not null and "approvals"."decided_by" <> "approvals"."proposed_by"))
);
--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "four_eyes_amount" numeric(20, 2) DEFAULT '10000.00' NOT NULL;--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_proposed_by_admins_id_fk" FOREIGN KEY ("proposed_by") REFERENCES "public"."admins"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_decided_by_admins_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."admins"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "approvals_newest" ON "approvals" USING btree ("proposed_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "approvals_waiting" ON "approvals" USING btree ("expires_at") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "approvals_proposed_by" ON "approvals" USING btree ("proposed_by");--> statement-breakpoint
CREATE INDEX "approvals_filename" ON "approvals" USING btree ("filename") WHERE filename <> '';--> statement-breakpoint
ALTER TABLE "settings" ADD CONSTRAINT "settings_four_eyes_amount_range" CHECK ("settings"."four_eyes_amount" >= 0 and "settings"."four_eyes_amount" < 1000000000000);--> statement-breakpoint

-- A proposal is decided once, and what is proposed never changes: only its input and the name of its file are erased then.
create function keep_proposal() returns trigger language plpgsql as $$
declare
  decision text[] := array['state', 'decided_by', 'decided_at', 'decision_reason', 'input', 'filename'];
begin
  if tg_op = 'DELETE' or old.state <> 'waiting' or new.state = 'waiting'
    or to_jsonb(new) - decision is distinct from to_jsonb(old) - decision
    or new.input not in ('', old.input) or new.filename not in ('', old.filename) then
    raise exception 'A proposal can only be decided, once' using errcode = 'check_violation', constraint = 'approvals_kept';
  end if;
  return new;
end $$;
--> statement-breakpoint
create trigger keep_proposal before update or delete on approvals for each row execute function keep_proposal();
--> statement-breakpoint
create trigger announce_to_panel after insert or update on approvals
  for each statement execute function announce_panel_change('approvals');
