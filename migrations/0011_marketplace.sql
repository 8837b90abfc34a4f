CREATE TABLE `reports` (
	`id` text PRIMARY KEY NOT NULL,
	`listing_id` text NOT NULL,
	`reporter_id` text,
	`reason` text NOT NULL,
	`text` text DEFAULT '' NOT NULL,
	`created_ts` integer NOT NULL,
	`outcome` text,
	`decided_ts` integer,
	`decided_by` text,
	FOREIGN KEY (`listing_id`) REFERENCES `listings`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`reporter_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`decided_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `reports_listing` ON `reports` (`listing_id`,`created_ts`);--> statement-breakpoint
CREATE INDEX `reports_open` ON `reports` (`created_ts`) WHERE outcome is null;--> statement-breakpoint
CREATE INDEX `reports_reporter` ON `reports` (`reporter_id`) WHERE reporter_id is not null;--> statement-breakpoint
CREATE INDEX `reports_decided_by` ON `reports` (`decided_by`) WHERE decided_by is not null;--> statement-breakpoint
ALTER TABLE `enquiries` ADD `guest_name` text;--> statement-breakpoint
ALTER TABLE `enquiries` ADD `guest_email` text;--> statement-breakpoint
ALTER TABLE `enquiries` ADD `guest_locale` text;--> statement-breakpoint
ALTER TABLE `enquiries` ADD `confirmed_ts` integer;--> statement-breakpoint
ALTER TABLE `enquiries` ADD `reminded_ts` integer;--> statement-breakpoint
CREATE INDEX `enquiries_guest` ON `enquiries` (`guest_email`) WHERE guest_email is not null;--> statement-breakpoint
CREATE INDEX `enquiries_new` ON `enquiries` (`created_ts`) WHERE state = 'new';--> statement-breakpoint
ALTER TABLE `listings` ADD `expiry_notice` integer;--> statement-breakpoint
ALTER TABLE `listings` ADD `purged_ts` integer;--> statement-breakpoint
ALTER TABLE `users` ADD `reply_median_s` integer;