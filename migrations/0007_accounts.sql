-- SQLite can't loosen a column, so enquiries and orders are laid anew. Their rows go out to a copy and come back into
-- a table of the same name: messages and promotions that point at them are whole again before the transaction ends.
PRAGMA defer_foreign_keys = on;--> statement-breakpoint
CREATE TABLE `stale_media` (
	`key` text PRIMARY KEY NOT NULL,
	`created_ts` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `stale_media_created` ON `stale_media` (`created_ts`);--> statement-breakpoint
CREATE TABLE `known_devices` (
	`user_id` text NOT NULL,
	`device` text NOT NULL,
	`first_ts` integer NOT NULL,
	`last_ts` integer NOT NULL,
	PRIMARY KEY(`user_id`, `device`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `uploads` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`path` text NOT NULL,
	`filetype` text DEFAULT '' NOT NULL,
	`length` integer NOT NULL,
	`received` integer DEFAULT 0 NOT NULL,
	`parts` text DEFAULT '[]' NOT NULL,
	`created_ts` integer NOT NULL,
	`expires_ts` integer NOT NULL,
	`stored_ts` integer,
	`stored_path` text,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `uploads_user` ON `uploads` (`user_id`,`created_ts`);--> statement-breakpoint
CREATE INDEX `uploads_end` ON `uploads` (`expires_ts`);--> statement-breakpoint
CREATE TABLE `__old_enquiries` AS SELECT * FROM `enquiries`;--> statement-breakpoint
DROP TABLE `enquiries`;--> statement-breakpoint
CREATE TABLE `enquiries` (
	`id` text PRIMARY KEY NOT NULL,
	`listing_id` text,
	`teacher_id` text,
	`learner_id` text,
	`state` text NOT NULL,
	`created_ts` integer NOT NULL,
	`answered_ts` integer,
	`last_message_ts` integer NOT NULL,
	`teacher_read_ts` integer,
	`learner_read_ts` integer,
	FOREIGN KEY (`listing_id`) REFERENCES `listings`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`teacher_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`learner_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
INSERT INTO `enquiries`("id", "listing_id", "teacher_id", "learner_id", "state", "created_ts", "answered_ts", "last_message_ts", "teacher_read_ts", "learner_read_ts") SELECT "id", "listing_id", "teacher_id", "learner_id", "state", "created_ts", "answered_ts", "last_message_ts", "teacher_read_ts", "learner_read_ts" FROM `__old_enquiries`;--> statement-breakpoint
DROP TABLE `__old_enquiries`;--> statement-breakpoint
CREATE INDEX `enquiries_teacher` ON `enquiries` (`teacher_id`,`last_message_ts`);--> statement-breakpoint
CREATE INDEX `enquiries_learner` ON `enquiries` (`learner_id`,`last_message_ts`);--> statement-breakpoint
CREATE INDEX `enquiries_listing` ON `enquiries` (`listing_id`,`learner_id`);--> statement-breakpoint
CREATE TABLE `__old_orders` AS SELECT * FROM `orders`;--> statement-breakpoint
DROP TABLE `orders`;--> statement-breakpoint
CREATE TABLE `orders` (
	`id` text PRIMARY KEY NOT NULL,
	`listing_id` text,
	`buyer_id` text,
	`package` text NOT NULL,
	`days` integer NOT NULL,
	`placement` text NOT NULL,
	`amount` integer NOT NULL,
	`vat_amount` integer NOT NULL,
	`vat_rate` integer NOT NULL,
	`currency` text DEFAULT 'RON' NOT NULL,
	`state` text NOT NULL,
	`processing_ts` integer,
	`checkout_session_id` text,
	`checkout_url` text,
	`checkout_expires_ts` integer,
	`payment_intent_id` text,
	`refunded_amount` integer DEFAULT 0 NOT NULL,
	`immediate_start` integer NOT NULL,
	`consent_text` text NOT NULL,
	`consent_ts` integer NOT NULL,
	`created_ts` integer NOT NULL,
	`paid_ts` integer,
	`closed_ts` integer,
	FOREIGN KEY (`listing_id`) REFERENCES `listings`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`buyer_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
INSERT INTO `orders`("id", "listing_id", "buyer_id", "package", "days", "placement", "amount", "vat_amount", "vat_rate", "currency", "state", "processing_ts", "checkout_session_id", "checkout_url", "checkout_expires_ts", "payment_intent_id", "refunded_amount", "immediate_start", "consent_text", "consent_ts", "created_ts", "paid_ts", "closed_ts") SELECT "id", "listing_id", "buyer_id", "package", "days", "placement", "amount", "vat_amount", "vat_rate", "currency", "state", "processing_ts", "checkout_session_id", "checkout_url", "checkout_expires_ts", "payment_intent_id", "refunded_amount", "immediate_start", "consent_text", "consent_ts", "created_ts", "paid_ts", "closed_ts" FROM `__old_orders`;--> statement-breakpoint
DROP TABLE `__old_orders`;--> statement-breakpoint
CREATE UNIQUE INDEX `orders_checkout_session_id_unique` ON `orders` (`checkout_session_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `orders_payment_intent_id_unique` ON `orders` (`payment_intent_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `orders_one_open` ON `orders` (`listing_id`) WHERE state in ('created', 'open');--> statement-breakpoint
CREATE INDEX `orders_listing` ON `orders` (`listing_id`,`created_ts`);--> statement-breakpoint
CREATE INDEX `orders_buyer` ON `orders` (`buyer_id`,`created_ts`);--> statement-breakpoint
ALTER TABLE `mail_outbox` ADD `kept` integer DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE `one_time_tokens` ADD `email` text;--> statement-breakpoint
ALTER TABLE `users` ADD `disabled_by` text;--> statement-breakpoint
ALTER TABLE `users` ADD `picture_ts` integer;