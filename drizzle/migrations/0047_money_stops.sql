ALTER TABLE "approvals" ADD COLUMN "cash" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "distributions" ADD COLUMN "held_back" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "screening_hits" ADD COLUMN "user_identity" varchar(64) DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "unverified_reservation" numeric(20, 2) DEFAULT '10000.00' NOT NULL;--> statement-breakpoint
ALTER TABLE "settings" ADD CONSTRAINT "settings_unverified_reservation_range" CHECK ("settings"."unverified_reservation" >= 0 and "settings"."unverified_reservation" < 1000000000000);--> statement-breakpoint

-- The cash of investors: completed transactions and what units have cost and paid. Reserved is what funded subscriptions
-- take when they are allotted. A transfer is between the investor's own accounts: only its fee counts.
create function investor_cash(investors integer[]) returns table (user_id integer, balance numeric, reserved numeric)
language sql stable set search_path = public, pg_temp as $$
  select investor.id,
    coalesce((
      select sum(case type when 'deposit' then amount when 'interest' then amount when 'transfer' then 0 else -amount end - fees)
      from transaction_totals as totals where totals.user_id = investor.id and totals.status = 'completed'
    ), 0.00) + coalesce((
      select sum(cash_effect) from holdings where holdings.user_id = investor.id
    ), 0.00),
    coalesce((
      select sum(amount) from subscriptions where subscriptions.user_id = investor.id and subscriptions.state = 'funded'
    ), 0.00)
  from unnest(investors) as investor(id)
$$;
--> statement-breakpoint
-- The identity that a match was decided for, where it is still the investor's: the others are opened again.
update screening_hits as hit set user_identity = encode(sha256(convert_to(concat_ws(chr(10),
    hit.user_name, hit.user_birth_date,
    coalesce(verification.answers -> 'identity' ->> 'nationality', ''),
    coalesce(nullif(verification.answers -> 'address' ->> 'country', ''), investor.country, '')
  ), 'UTF8')), 'hex')
from users as investor
left join verifications as verification on verification.user_id = investor.id
where investor.id = hit.user_id
  and hit.user_name = coalesce(nullif(verification.answers -> 'identity' ->> 'full_name', ''), investor.first_name || ' ' || investor.last_name)
  and hit.user_birth_date = coalesce(verification.answers -> 'identity' ->> 'birth_date', '');
