-- Of several that wait for the same row, the newest keeps waiting: with the first approval the others would be out of date.
UPDATE "approvals" SET "state" = 'stale', "decided_at" = now(), "input" = '', "filename" = ''
WHERE "state" = 'waiting' AND EXISTS (
  SELECT FROM "approvals" AS "newer"
  WHERE "newer"."state" = 'waiting' AND "newer"."id" > "approvals"."id" AND "newer"."entity" = "approvals"."entity"
    AND "newer"."entity_id" = "approvals"."entity_id" AND "newer"."action" = "approvals"."action");
--> statement-breakpoint
CREATE UNIQUE INDEX "approvals_one_of_a_row" ON "approvals" USING btree ("entity","entity_id","action") WHERE state = 'waiting';