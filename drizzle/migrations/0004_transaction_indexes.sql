DROP INDEX "transactions_of_user_by_type";--> statement-breakpoint
DROP INDEX "transactions_of_user_by_status";--> statement-breakpoint
CREATE INDEX "transactions_of_user_by_type_and_status" ON "transactions" USING btree ("user_id","type","status","transaction_date" DESC NULLS FIRST,"id" DESC NULLS FIRST);