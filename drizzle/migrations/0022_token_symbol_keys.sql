ALTER TABLE "tokens" DROP CONSTRAINT "tokens_symbol_not_none";--> statement-breakpoint
DROP INDEX "tokens_symbol_unique";--> statement-breakpoint
-- Of tokens whose symbols differ by capitals or a leading $ alone the oldest keeps its symbol, and so do the requests for
-- it; the others get their id at the end, with the requests for them.
do $$
declare
  twin record;
begin
  for twin in
    select id, symbol, left(symbol, 19 - length(id::text)) || '-' || id as free from (
      select id, symbol, row_number() over (partition by lower(ltrim(symbol, '$')) order by id) as place from tokens
    ) as numbered
    where place > 1 or lower(ltrim(symbol, '$')) in ('none', '')
    order by id
  loop
    update tokens set symbol = twin.free where id = twin.id;
    update portfolios set pending_investments = twin.free where lower(pending_investments) = lower(twin.symbol);
  end loop;
end $$;
--> statement-breakpoint
CREATE UNIQUE INDEX "tokens_symbol_unique" ON "tokens" USING btree (lower(ltrim("symbol", '$')));--> statement-breakpoint
ALTER TABLE "tokens" ADD CONSTRAINT "tokens_symbol_not_none" CHECK (lower(ltrim("tokens"."symbol", '$')) not in ('none', ''));