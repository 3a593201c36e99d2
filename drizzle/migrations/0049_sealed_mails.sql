DROP INDEX "outbox_due";--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "urgency" smallint DEFAULT 1 NOT NULL;--> statement-breakpoint
CREATE INDEX "outbox_due" ON "outbox" USING btree ("urgency","next_attempt_at","id") WHERE "outbox"."status" = 'pending';--> statement-breakpoint
-- The first start afterwards encrypts what mails say, see api/modules/mail/sealed-content.ts.
update outbox set body = json_build_array(body, html, unsubscribe)::text where status <> 'sent' and body <> '';--> statement-breakpoint
update outbox set body = '' where status = 'sent' and body <> '';--> statement-breakpoint
ALTER TABLE "outbox" DROP COLUMN "html";--> statement-breakpoint
ALTER TABLE "outbox" DROP COLUMN "unsubscribe";--> statement-breakpoint
ALTER TABLE "outbox" ADD CONSTRAINT "outbox_urgency_range" CHECK ("outbox"."urgency" >= 0 and "outbox"."urgency" <= 2);