ALTER TABLE "portfolios" ADD COLUMN "is_recorded" boolean DEFAULT true NOT NULL;--> statement-breakpoint
-- Portfolios that investors made by asking for a token, with figures that no administrator has entered since.
update portfolios set is_recorded = false
where (total_value, total_invested, total_gains, performance) = (0, 0, 0, 0) and not exists (
  select from audit_log
  where entity = 'portfolio' and entity_id = portfolios.id::text and action in ('portfolio.create', 'portfolio.update')
);
--> statement-breakpoint
delete from portfolio_values using portfolios where portfolios.id = portfolio_id and not is_recorded;
--> statement-breakpoint
drop trigger record_value_on_insert on portfolios;--> statement-breakpoint
drop trigger record_value_on_update on portfolios;--> statement-breakpoint
create trigger record_value_on_insert after insert on portfolios for each row
  when (new.is_recorded)
  execute function record_portfolio_value();--> statement-breakpoint
create trigger record_value_on_update after update on portfolios for each row
  when ((old.total_value, old.total_invested, old.total_gains, old.is_recorded) is distinct from (new.total_value, new.total_invested, new.total_gains, new.is_recorded))
  execute function record_portfolio_value();
