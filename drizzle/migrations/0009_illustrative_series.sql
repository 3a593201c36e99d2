ALTER TABLE "series" DROP CONSTRAINT "series_token_id_tokens_id_fk";
--> statement-breakpoint
ALTER TABLE "series" ADD COLUMN "is_illustrative" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "series" ADD CONSTRAINT "series_token_id_tokens_id_fk" FOREIGN KEY ("token_id") REFERENCES "public"."tokens"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
-- The tokens of the first start are invented. Administrators take the mark off with the series.
insert into series (token_id, is_illustrative)
  select id, true from tokens where symbol in ('$WITGOLD', '$GAClay', '$HALL', '$REECLAY', '$MONZ', '$BAST', '$BYNREE', '$MTPASS', '$BUSHVELD', '$MAGREE')
  on conflict (token_id) do update set is_illustrative = true;
