DROP INDEX "transactions_completed_deposits";--> statement-breakpoint
CREATE INDEX "transactions_by_date" ON "transactions" USING btree ("transaction_date" DESC NULLS FIRST,"id" DESC NULLS FIRST);