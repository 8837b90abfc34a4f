CREATE TABLE `listing_edits` (
	`listing_id` text PRIMARY KEY NOT NULL,
	`title` text NOT NULL,
	`description` text NOT NULL,
	`submitted_ts` integer NOT NULL,
	`state_reason` text,
	`state_note` text DEFAULT '' NOT NULL,
	FOREIGN KEY (`listing_id`) REFERENCES `listings`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `listing_edits_queue` ON `listing_edits` (`submitted_ts`) WHERE state_reason is null;