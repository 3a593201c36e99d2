CREATE INDEX "activities_by_creation" ON "activities" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "call_schedules_by_change" ON "call_schedules" USING btree ("updated_at","id");--> statement-breakpoint
CREATE INDEX "call_schedules_by_day" ON "call_schedules" USING btree ("preferred_date","id");--> statement-breakpoint
CREATE INDEX "call_schedules_by_name" ON "call_schedules" USING btree (lower("name"),"id");--> statement-breakpoint
CREATE INDEX "chat_sessions_by_name" ON "chat_sessions" USING btree (lower("name"),"id");--> statement-breakpoint
CREATE INDEX "support_tickets_by_change" ON "support_tickets" USING btree ("updated_at","id");--> statement-breakpoint
CREATE INDEX "support_tickets_by_name" ON "support_tickets" USING btree (lower("name"),"id");--> statement-breakpoint
CREATE INDEX "support_tickets_by_subject" ON "support_tickets" USING btree (lower("subject"),"id");--> statement-breakpoint
CREATE INDEX "users_by_first_name" ON "users" USING btree (lower("first_name"),"id") WHERE "users"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "users_by_last_name" ON "users" USING btree (lower("last_name"),"id") WHERE "users"."deleted_at" is null;