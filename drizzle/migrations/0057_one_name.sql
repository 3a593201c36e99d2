ALTER TABLE "users" DROP CONSTRAINT "users_complete_or_deleted";--> statement-breakpoint
ALTER TABLE "users" ALTER COLUMN "last_name" SET DEFAULT '';--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_complete_or_deleted" CHECK ("users"."deleted_at" is not null or ("users"."email" <> '' and "users"."first_name" <> '' and "users"."password_hash" <> ''));--> statement-breakpoint
-- A dash in place of a last name.
update users set last_name = '' where deleted_at is null and last_name ~ '^[-–—._ ]+$';
