ALTER TABLE "contact_departments" DROP CONSTRAINT "contact_departments_department_known";--> statement-breakpoint
ALTER TABLE "contact_departments" ALTER COLUMN "department" SET DATA TYPE varchar(100);--> statement-breakpoint
ALTER TABLE "contact_departments" ADD CONSTRAINT "contact_departments_department_words" CHECK ("contact_departments"."department" ~ '^[a-z][a-z0-9]*(_[a-z0-9]+)*$');