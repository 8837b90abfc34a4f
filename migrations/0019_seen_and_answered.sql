ALTER TABLE `mail_outbox` ADD `reply_to` text;--> statement-breakpoint
ALTER TABLE `payment_events` ADD `seen_ts` integer;--> statement-breakpoint
CREATE INDEX `payment_events_unseen` ON `payment_events` (`received_ts`) WHERE seen_ts is null and outcome in ('alert', 'mismatch', 'unknown_order', 'failed');--> statement-breakpoint
ALTER TABLE `refunds` ADD `attempt` integer DEFAULT 1 NOT NULL;