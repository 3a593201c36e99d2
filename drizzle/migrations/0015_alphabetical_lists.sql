DROP INDEX "call_schedules_by_name";--> statement-breakpoint
DROP INDEX "chat_sessions_by_name";--> statement-breakpoint
DROP INDEX "support_tickets_by_name";--> statement-breakpoint
DROP INDEX "support_tickets_by_subject";--> statement-breakpoint
DROP INDEX "users_by_first_name";--> statement-breakpoint
DROP INDEX "users_by_last_name";--> statement-breakpoint
CREATE INDEX "call_schedules_by_name" ON "call_schedules" USING btree ("name" collate "und-x-icu","id");--> statement-breakpoint
CREATE INDEX "chat_sessions_by_name" ON "chat_sessions" USING btree ("name" collate "und-x-icu","id");--> statement-breakpoint
CREATE INDEX "support_tickets_by_name" ON "support_tickets" USING btree ("name" collate "und-x-icu","id");--> statement-breakpoint
CREATE INDEX "support_tickets_by_subject" ON "support_tickets" USING btree ("subject" collate "und-x-icu","id");--> statement-breakpoint
CREATE INDEX "users_by_first_name" ON "users" USING btree ("first_name" collate "und-x-icu","id") WHERE "users"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "users_by_last_name" ON "users" USING btree ("last_name" collate "und-x-icu","id") WHERE "users"."deleted_at" is null;