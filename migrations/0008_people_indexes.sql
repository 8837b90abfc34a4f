CREATE INDEX `listing_images_owner` ON `listing_images` (`owner_id`);--> statement-breakpoint
CREATE INDEX `audit_log_actor` ON `audit_log` (`actor_id`) WHERE actor_id is not null;