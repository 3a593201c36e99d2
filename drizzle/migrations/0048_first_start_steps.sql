CREATE TABLE "first_start_steps" (
	"step" text PRIMARY KEY NOT NULL,
	"done_at" timestamp (3) with time zone,
	CONSTRAINT "first_start_steps_step_known" CHECK ("first_start_steps"."step" in ('base', 'demo'))
);
