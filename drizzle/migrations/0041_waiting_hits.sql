DROP INDEX "screening_hits_open";--> statement-breakpoint
CREATE INDEX "screening_hits_waiting" ON "screening_hits" USING btree ("created_at","id") WHERE "screening_hits"."state" = 'open';