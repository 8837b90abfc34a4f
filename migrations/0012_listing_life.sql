ALTER TABLE `listings` ADD `suspended_from` text;--> statement-breakpoint
CREATE INDEX `listings_changed` ON `listings` (`state`,`updated_ts`);--> statement-breakpoint
CREATE INDEX `listings_expired` ON `listings` (`expires_ts`) WHERE state = 'published';--> statement-breakpoint
CREATE INDEX `listings_reminders` ON `listings` (`expiry_notice`,`expires_ts`) WHERE state = 'published';--> statement-breakpoint
CREATE INDEX `listings_deleted` ON `listings` (`deleted_ts`) WHERE state = 'deleted' and purged_ts is null;