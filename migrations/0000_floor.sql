CREATE TABLE `enquiries` (
	`id` text PRIMARY KEY NOT NULL,
	`listing_id` text NOT NULL,
	`teacher_id` text NOT NULL,
	`learner_id` text NOT NULL,
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
CREATE INDEX `enquiries_teacher` ON `enquiries` (`teacher_id`,`last_message_ts`);--> statement-breakpoint
CREATE INDEX `enquiries_learner` ON `enquiries` (`learner_id`,`last_message_ts`);--> statement-breakpoint
CREATE INDEX `enquiries_listing` ON `enquiries` (`listing_id`,`learner_id`);--> statement-breakpoint
CREATE TABLE `messages` (
	`id` text PRIMARY KEY NOT NULL,
	`enquiry_id` text NOT NULL,
	`author` text NOT NULL,
	`text` text NOT NULL,
	`created_ts` integer NOT NULL,
	FOREIGN KEY (`enquiry_id`) REFERENCES `enquiries`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `messages_enquiry` ON `messages` (`enquiry_id`,`created_ts`);--> statement-breakpoint
CREATE TABLE `listing_images` (
	`id` text PRIMARY KEY NOT NULL,
	`listing_id` text NOT NULL,
	`owner_id` text NOT NULL,
	`file` text NOT NULL,
	`width` integer NOT NULL,
	`height` integer NOT NULL,
	`alt` text DEFAULT '' NOT NULL,
	`position` integer,
	`created_ts` integer NOT NULL,
	FOREIGN KEY (`owner_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `listing_images_listing` ON `listing_images` (`listing_id`,`position`);--> statement-breakpoint
CREATE TABLE `listings` (
	`num` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`owner_id` text NOT NULL,
	`title` text DEFAULT '' NOT NULL,
	`description` text DEFAULT '' NOT NULL,
	`subject` text NOT NULL,
	`levels` text DEFAULT '[]' NOT NULL,
	`locations` text DEFAULT '[]' NOT NULL,
	`online` integer DEFAULT false NOT NULL,
	`county` text,
	`neighbourhood` text DEFAULT '' NOT NULL,
	`latitude` real,
	`longitude` real,
	`price` integer,
	`session_minutes` integer DEFAULT 60 NOT NULL,
	`price_per_hour` integer,
	`state` text NOT NULL,
	`state_reason` text,
	`state_note` text DEFAULT '' NOT NULL,
	`created_ts` integer NOT NULL,
	`updated_ts` integer NOT NULL,
	`submitted_ts` integer,
	`published_ts` integer,
	`renewed_ts` integer,
	`expires_ts` integer,
	`deleted_ts` integer,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`owner_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `listings_id_unique` ON `listings` (`id`);--> statement-breakpoint
CREATE INDEX `listings_owner` ON `listings` (`owner_id`,`state`);--> statement-breakpoint
CREATE INDEX `listings_queue` ON `listings` (`state`,`submitted_ts`);--> statement-breakpoint
CREATE TABLE `search_counts` (
	`scope` text PRIMARY KEY NOT NULL,
	`listings` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `search_entries` (
	`scope` text NOT NULL,
	`published_ts` integer NOT NULL,
	`num` integer NOT NULL,
	`price_per_hour` integer NOT NULL,
	`expires_ts` integer NOT NULL,
	`online` integer NOT NULL,
	`locations` integer NOT NULL,
	PRIMARY KEY(`scope`, `published_ts`, `num`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `search_entries_price` ON `search_entries` (`scope`,`price_per_hour`,`num`);--> statement-breakpoint
CREATE INDEX `search_entries_expiry` ON `search_entries` (`scope`,`expires_ts`);--> statement-breakpoint
CREATE INDEX `search_entries_listing` ON `search_entries` (`num`);--> statement-breakpoint
CREATE TABLE `audit_log` (
	`id` text PRIMARY KEY NOT NULL,
	`ts` integer NOT NULL,
	`actor_id` text,
	`action` text NOT NULL,
	`subject` text NOT NULL,
	`detail` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `audit_log_subject` ON `audit_log` (`subject`,`ts`);--> statement-breakpoint
CREATE TABLE `idempotency_keys` (
	`key` text NOT NULL,
	`scope` text NOT NULL,
	`request_hash` text NOT NULL,
	`status` integer,
	`body` text,
	`created_ts` integer NOT NULL,
	PRIMARY KEY(`scope`, `key`)
);
--> statement-breakpoint
CREATE TABLE `limit_counters` (
	`name` text NOT NULL,
	`key` text NOT NULL,
	`window_start_ts` integer NOT NULL,
	`hits` integer NOT NULL,
	PRIMARY KEY(`name`, `key`)
);
--> statement-breakpoint
CREATE TABLE `mail_outbox` (
	`id` text PRIMARY KEY NOT NULL,
	`template` text NOT NULL,
	`recipient` text NOT NULL,
	`subject` text NOT NULL,
	`text` text NOT NULL,
	`html` text NOT NULL,
	`created_ts` integer NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`next_attempt_ts` integer NOT NULL,
	`state` text DEFAULT 'waiting' NOT NULL,
	`sent_ts` integer,
	`last_error` text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE INDEX `mail_outbox_due` ON `mail_outbox` (`state`,`next_attempt_ts`);--> statement-breakpoint
CREATE TABLE `settings` (
	`path` text PRIMARY KEY NOT NULL,
	`value` text NOT NULL,
	`version` integer NOT NULL,
	`updated_ts` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `orders` (
	`id` text PRIMARY KEY NOT NULL,
	`listing_id` text NOT NULL,
	`buyer_id` text NOT NULL,
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
CREATE UNIQUE INDEX `orders_checkout_session_id_unique` ON `orders` (`checkout_session_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `orders_payment_intent_id_unique` ON `orders` (`payment_intent_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `orders_one_open` ON `orders` (`listing_id`) WHERE state in ('created', 'open');--> statement-breakpoint
CREATE INDEX `orders_listing` ON `orders` (`listing_id`,`created_ts`);--> statement-breakpoint
CREATE INDEX `orders_buyer` ON `orders` (`buyer_id`,`created_ts`);--> statement-breakpoint
CREATE INDEX `orders_due` ON `orders` (`state`,`checkout_expires_ts`);--> statement-breakpoint
CREATE TABLE `payment_events` (
	`id` text PRIMARY KEY NOT NULL,
	`type` text NOT NULL,
	`order_id` text,
	`checkout_session_id` text,
	`created_ts` integer NOT NULL,
	`received_ts` integer NOT NULL,
	`outcome` text NOT NULL,
	`detail` text DEFAULT '' NOT NULL,
	`payload` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `payment_events_order` ON `payment_events` (`order_id`);--> statement-breakpoint
CREATE INDEX `payment_events_outcome` ON `payment_events` (`outcome`);--> statement-breakpoint
CREATE TABLE `promotion_placements` (
	`scope` text NOT NULL,
	`draw` integer NOT NULL,
	`promotion_id` text NOT NULL,
	`listing_num` integer NOT NULL,
	`starts_ts` integer NOT NULL,
	`ends_ts` integer NOT NULL,
	PRIMARY KEY(`scope`, `draw`, `promotion_id`),
	FOREIGN KEY (`promotion_id`) REFERENCES `promotions`(`id`) ON UPDATE no action ON DELETE no action
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `promotion_placements_promotion` ON `promotion_placements` (`promotion_id`);--> statement-breakpoint
CREATE INDEX `promotion_placements_listing` ON `promotion_placements` (`listing_num`);--> statement-breakpoint
CREATE INDEX `promotion_placements_end` ON `promotion_placements` (`ends_ts`);--> statement-breakpoint
CREATE TABLE `promotions` (
	`id` text PRIMARY KEY NOT NULL,
	`order_id` text NOT NULL,
	`listing_id` text NOT NULL,
	`placement` text NOT NULL,
	`starts_ts` integer NOT NULL,
	`ends_ts` integer NOT NULL,
	`draw` integer NOT NULL,
	`revoked_ts` integer,
	`created_ts` integer NOT NULL,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`listing_id`) REFERENCES `listings`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `promotions_order_id_unique` ON `promotions` (`order_id`);--> statement-breakpoint
CREATE INDEX `promotions_listing` ON `promotions` (`listing_id`,`ends_ts`);--> statement-breakpoint
CREATE TABLE `one_time_tokens` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`purpose` text NOT NULL,
	`user_id` text NOT NULL,
	`created_ts` integer NOT NULL,
	`expires_ts` integer NOT NULL,
	`used_ts` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `one_time_tokens_user` ON `one_time_tokens` (`user_id`,`purpose`);--> statement-breakpoint
CREATE TABLE `sessions` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`token_hash` text NOT NULL,
	`previous_token_hash` text,
	`rotated_ts` integer,
	`created_ts` integer NOT NULL,
	`last_seen_ts` integer NOT NULL,
	`idle_expires_ts` integer NOT NULL,
	`absolute_expires_ts` integer NOT NULL,
	`remember` integer NOT NULL,
	`user_agent` text DEFAULT '' NOT NULL,
	`country` text DEFAULT '' NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `sessions_token_hash_unique` ON `sessions` (`token_hash`);--> statement-breakpoint
CREATE INDEX `sessions_user` ON `sessions` (`user_id`);--> statement-breakpoint
CREATE INDEX `sessions_previous` ON `sessions` (`previous_token_hash`);--> statement-breakpoint
CREATE TABLE `teacher_information` (
	`user_id` text PRIMARY KEY NOT NULL,
	`phone_number` text,
	`county` text,
	`neighbourhood` text DEFAULT '' NOT NULL,
	`qualifications` text DEFAULT '[]' NOT NULL,
	`job` text DEFAULT '' NOT NULL,
	`employer` text DEFAULT '' NOT NULL,
	`high_school` text DEFAULT '' NOT NULL,
	`bachelors` text DEFAULT '' NOT NULL,
	`masters` text DEFAULT '' NOT NULL,
	`doctorate` text DEFAULT '' NOT NULL,
	`experience_job` integer DEFAULT 0 NOT NULL,
	`experience_teaching` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `users` (
	`id` text PRIMARY KEY NOT NULL,
	`email` text NOT NULL,
	`email_verified_ts` integer,
	`password_hash` text,
	`role` text DEFAULT 'u' NOT NULL,
	`first_name` text DEFAULT '' NOT NULL,
	`last_name` text DEFAULT '' NOT NULL,
	`birth_date` text,
	`signup_ts` integer NOT NULL,
	`disabled_ts` integer,
	`can_create_admin` integer DEFAULT false NOT NULL,
	`profile_picture` text,
	`locale` text DEFAULT 'en' NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `users_email_unique` ON `users` (`email`);