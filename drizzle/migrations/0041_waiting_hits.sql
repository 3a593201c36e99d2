DROP INDEX "screening_hits_open";--> statement-breakpoint
CREATE INDEX "screening_hits_waiting" ON "screening_hits" USING btree ("created_at","id") WHERE "screening_hits"."state" = 'open';--> statement-breakpoint
-- Scores are computed in another way: all investors are screened again.
DELETE FROM "screenings";
