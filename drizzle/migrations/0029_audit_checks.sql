-- The investors that an entry of the audit log concerns: the account itself, the owner of its row before or after, and
-- those of a movement of the register. Ascending, each once.
create function audit_investors(entity text, entity_id text, before jsonb, after jsonb) returns integer[]
language sql immutable parallel safe set search_path = pg_catalog, pg_temp as $$
  select coalesce(array_agg(distinct written::integer order by written::integer), '{}')
  from (
    select entity_id where entity in ('user', 'verification')
    union all select version->>'user_id' from (values (before), (after)) as versions (version)
    union all select part->>'user_id' from (values (before), (after)) as versions (version),
      jsonb_array_elements(case jsonb_typeof(version->'entries') when 'array' then version->'entries' else '[]' end) as part
  ) as found (written)
  where written ~ '^[1-9][0-9]{0,8}$'
$$;
--> statement-breakpoint
CREATE TABLE "audit_checks" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_checks_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"admin_id" integer NOT NULL,
	"state" text DEFAULT 'running' NOT NULL,
	"last_id" integer NOT NULL,
	"checked" integer DEFAULT 0 NOT NULL,
	"broken_at" integer,
	"sealed_from" integer,
	"started_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp (3) with time zone,
	CONSTRAINT "audit_checks_state_known" CHECK ("audit_checks"."state" in ('running', 'unbroken', 'broken', 'failed')),
	CONSTRAINT "audit_checks_finished" CHECK (("audit_checks"."state" = 'running') = ("audit_checks"."finished_at" is null))
);
--> statement-breakpoint
ALTER TABLE "audit_checks" ADD CONSTRAINT "audit_checks_admin_id_admins_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."admins"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_checks_of_admin" ON "audit_checks" USING btree ("admin_id");--> statement-breakpoint
CREATE UNIQUE INDEX "audit_checks_one_runs" ON "audit_checks" USING btree ("state") WHERE state = 'running';--> statement-breakpoint
CREATE INDEX "approvals_concerns" ON "approvals" USING gin ("concerns");--> statement-breakpoint
CREATE INDEX "audit_log_of_investors" ON "audit_log" USING gin (audit_investors("entity", "entity_id", "before", "after"));--> statement-breakpoint
CREATE INDEX "verification_steps_newest" ON "verification_steps" USING btree ("user_id","at" DESC NULLS FIRST,"id" DESC NULLS FIRST);