CREATE TABLE "distribution_reversals" (
	"distribution_id" integer PRIMARY KEY NOT NULL,
	"reason" varchar(5000) DEFAULT '' NOT NULL,
	"admin_id" integer,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
DROP INDEX "register_movements_subscription_unique";--> statement-breakpoint
ALTER TABLE "distribution_reversals" ADD CONSTRAINT "distribution_reversals_distribution_id_distributions_id_fk" FOREIGN KEY ("distribution_id") REFERENCES "public"."distributions"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "distribution_reversals" ADD CONSTRAINT "distribution_reversals_admin_id_admins_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."admins"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "distribution_reversals_of_admin" ON "distribution_reversals" USING btree ("admin_id");--> statement-breakpoint
CREATE INDEX "register_movements_of_subscription" ON "register_movements" USING btree ("subscription_id");--> statement-breakpoint
create trigger append_only before update or delete or truncate on distribution_reversals for each statement execute function refuse_history_change();--> statement-breakpoint
create trigger announce_to_panel after insert on distribution_reversals for each statement execute function announce_panel_change('register');
--> statement-breakpoint

-- A correction is final: what it took back is entered again. A subscription is allotted again only after the issue before
-- was corrected.
create function check_movement_history() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  perform lock_register_head(new.token_id);
  if exists (select from register_movements where id = new.reverses and type = 'correction') then
    perform refuse_movement('register_movements_correction_final', 'A correction cannot be corrected', '{}');
  end if;
  if new.subscription_id is not null and exists (
    select from register_movements as issued where issued.subscription_id = new.subscription_id
      and not exists (select from register_movements as correction where correction.reverses = issued.id)
  ) then
    perform refuse_movement('register_movements_allotted_once', 'The subscription is allotted already', '{}');
  end if;
  return new;
end $$;
--> statement-breakpoint
create trigger check_history before insert on register_movements
  for each row when (new.reverses is not null or new.subscription_id is not null) execute function check_movement_history();
--> statement-breakpoint

-- A payment of a distribution that was reversed may be cancelled, and nothing else about it changes.
create or replace function require_unlinked_transaction() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  if exists (select from subscriptions where transaction_id = old.id)
    or exists (
      select from distribution_lines as line where line.transaction_id = old.id and not (
        old.status = 'completed' and new.status = 'cancelled'
        and to_jsonb(new) - 'status' - 'updated_at' = to_jsonb(old) - 'status' - 'updated_at'
        and exists (select from distribution_reversals as reversal where reversal.distribution_id = line.distribution_id)
      )
    ) then
    raise exception 'The transaction % is part of a subscription or a distribution', old.id
      using errcode = 'check_violation', constraint = 'transactions_linked', table = 'transactions';
  end if;
  return new;
end $$;
--> statement-breakpoint
create function require_cancelled_payments() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  if exists (
    select from distribution_lines as line join transactions on transactions.id = line.transaction_id
    where line.distribution_id = new.distribution_id and transactions.status <> 'cancelled'
  ) then
    raise exception 'Payments of the distribution % are not cancelled', new.distribution_id
      using errcode = 'check_violation', constraint = 'distribution_reversals_cancels', table = 'distribution_reversals';
  end if;
  return null;
end $$;
--> statement-breakpoint
create constraint trigger cancels_payments after insert on distribution_reversals deferrable initially deferred
  for each row execute function require_cancelled_payments();
