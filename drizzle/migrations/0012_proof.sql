CREATE TABLE "proof_failures" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "proof_failures_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"day" date NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"after_number" integer NOT NULL,
	"code" text NOT NULL,
	"symbol" varchar(20) DEFAULT '' NOT NULL,
	"reason" varchar(200) NOT NULL,
	CONSTRAINT "proof_failures_code_known" CHECK ("proof_failures"."code" in ('attestation', 'limit', 'totals', 'key', 'missed', 'internal')),
	CONSTRAINT "proof_failures_reason_not_blank" CHECK (btrim("proof_failures"."reason") <> ''),
	CONSTRAINT "proof_failures_after_number_range" CHECK ("proof_failures"."after_number" >= 0 and "proof_failures"."after_number" < 2147483647)
);
--> statement-breakpoint
CREATE TABLE "proof_holders" (
	"snapshot_number" integer NOT NULL,
	"token_id" integer NOT NULL,
	"first_user_id" integer NOT NULL,
	"entries" "bytea" NOT NULL,
	CONSTRAINT "proof_holders_snapshot_number_token_id_first_user_id_pk" PRIMARY KEY("snapshot_number","token_id","first_user_id"),
	CONSTRAINT "proof_holders_size" CHECK (length("proof_holders"."entries") > 0 and length("proof_holders"."entries") % 20 = 0)
);
--> statement-breakpoint
CREATE TABLE "proof_nodes" (
	"snapshot_number" integer NOT NULL,
	"token_id" integer NOT NULL,
	"level" smallint NOT NULL,
	"number" integer NOT NULL,
	"nodes" "bytea" NOT NULL,
	CONSTRAINT "proof_nodes_snapshot_number_token_id_level_number_pk" PRIMARY KEY("snapshot_number","token_id","level","number"),
	CONSTRAINT "proof_nodes_size" CHECK (length("proof_nodes"."nodes") between 40 and 1280 and length("proof_nodes"."nodes") % 40 = 0)
);
--> statement-breakpoint
CREATE TABLE "proof_snapshots" (
	"number" integer PRIMARY KEY NOT NULL,
	"id" text NOT NULL,
	"day" date NOT NULL,
	"taken_at" timestamp (3) with time zone NOT NULL,
	"content" text NOT NULL,
	"hash" char(64) NOT NULL,
	"previous_hash" char(64),
	"public_key" char(64) NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "proof_snapshots_number_range" CHECK ("proof_snapshots"."number" > 0 and "proof_snapshots"."number" < 2147483647),
	CONSTRAINT "proof_snapshots_first" CHECK (("proof_snapshots"."number" = 1) = ("proof_snapshots"."previous_hash" is null)),
	CONSTRAINT "proof_snapshots_id_of_day" CHECK (left("proof_snapshots"."id", 10) = to_char("proof_snapshots"."day", 'YYYY-MM-DD') and substr("proof_snapshots"."id", 11) ~ '^([.][1-9][0-9]{0,2})?$'),
	CONSTRAINT "proof_snapshots_hash_hex" CHECK ("proof_snapshots"."hash" ~ '^[0-9a-f]{64}$')
);
--> statement-breakpoint
CREATE TABLE "proof_trees" (
	"snapshot_number" integer NOT NULL,
	"token_id" integer NOT NULL,
	"symbol" varchar(20) NOT NULL,
	"leaves" integer NOT NULL,
	CONSTRAINT "proof_trees_snapshot_number_token_id_pk" PRIMARY KEY("snapshot_number","token_id"),
	CONSTRAINT "proof_trees_symbol_not_blank" CHECK (btrim("proof_trees"."symbol") <> ''),
	CONSTRAINT "proof_trees_leaves_range" CHECK ("proof_trees"."leaves" > 0 and "proof_trees"."leaves" <= 1073741824)
);
--> statement-breakpoint
CREATE UNIQUE INDEX "proof_failures_unique" ON "proof_failures" USING btree ("day","after_number","code","reason");--> statement-breakpoint
CREATE UNIQUE INDEX "proof_snapshots_id_unique" ON "proof_snapshots" USING btree ("id");--> statement-breakpoint
CREATE UNIQUE INDEX "proof_snapshots_hash_unique" ON "proof_snapshots" USING btree ("hash");--> statement-breakpoint
CREATE UNIQUE INDEX "proof_snapshots_previous_unique" ON "proof_snapshots" USING btree ("previous_hash");--> statement-breakpoint
CREATE INDEX "proof_snapshots_of_day" ON "proof_snapshots" USING btree ("day");--> statement-breakpoint
create trigger append_only before update or delete or truncate on proof_snapshots for each statement execute function refuse_history_change();--> statement-breakpoint
create trigger append_only before update or delete or truncate on proof_failures for each statement execute function refuse_history_change();--> statement-breakpoint
create trigger announce_to_panel after insert on proof_snapshots for each statement execute function announce_panel_change('register');--> statement-breakpoint
create trigger announce_to_panel after insert on proof_failures for each statement execute function announce_panel_change('register');--> statement-breakpoint

-- The snapshots are one chain: each names the one before it, and numbers have no gaps.
create function check_snapshot_chain() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  if new.number > 1 and new.previous_hash is distinct from (select hash from proof_snapshots where number = new.number - 1) then
    raise exception 'The snapshot % does not name the one before it', new.id
      using errcode = 'check_violation', constraint = 'proof_snapshots_chain', table = 'proof_snapshots';
  end if;
  return new;
end $$;
--> statement-breakpoint
create trigger check_chain before insert on proof_snapshots for each row execute function check_snapshot_chain();
