CREATE TABLE `setting_versions` (
	`path` text NOT NULL,
	`version` integer NOT NULL,
	`value` text NOT NULL,
	`actor_id` text,
	`ts` integer NOT NULL,
	PRIMARY KEY(`path`, `version`)
);
--> statement-breakpoint
CREATE TABLE `papers` (
	`number` integer PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`order_id` text NOT NULL,
	`amount` integer NOT NULL,
	`vat_amount` integer NOT NULL,
	`vat_rate` integer NOT NULL,
	`currency` text NOT NULL,
	`seller` text,
	`buyer` text,
	`issued_ts` integer NOT NULL,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `papers_order` ON `papers` (`order_id`);--> statement-breakpoint
CREATE INDEX `papers_issued` ON `papers` (`issued_ts`);--> statement-breakpoint
CREATE UNIQUE INDEX `papers_one_receipt` ON `papers` (`order_id`) WHERE kind = 'receipt';--> statement-breakpoint
CREATE TABLE `reconciliations` (
	`id` text PRIMARY KEY NOT NULL,
	`ts` integer NOT NULL,
	`job` text NOT NULL,
	`checked` integer NOT NULL,
	`mended` integer NOT NULL,
	`failed` integer NOT NULL,
	`detail` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `reconciliations_ts` ON `reconciliations` (`ts`);--> statement-breakpoint
CREATE TABLE `refunds` (
	`id` text PRIMARY KEY NOT NULL,
	`order_id` text NOT NULL,
	`kind` text NOT NULL,
	`amount` integer NOT NULL,
	`reason` text DEFAULT '' NOT NULL,
	`actor_id` text,
	`state` text NOT NULL,
	`stripe_refund_id` text,
	`created_ts` integer NOT NULL,
	`sent_ts` integer,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `refunds_stripe_refund_id_unique` ON `refunds` (`stripe_refund_id`);--> statement-breakpoint
CREATE INDEX `refunds_order` ON `refunds` (`order_id`);--> statement-breakpoint
CREATE INDEX `refunds_pending` ON `refunds` (`created_ts`) WHERE state = 'pending';--> statement-breakpoint
ALTER TABLE `orders` ADD `origin` text DEFAULT 'checkout' NOT NULL;--> statement-breakpoint
ALTER TABLE `orders` ADD `withdrawn_ts` integer;--> statement-breakpoint
CREATE INDEX `orders_created` ON `orders` (`created_ts`);--> statement-breakpoint
CREATE INDEX `orders_state` ON `orders` (`state`,`created_ts`);--> statement-breakpoint
CREATE UNIQUE INDEX `orders_one_welcome` ON `orders` (`buyer_id`) WHERE origin = 'welcome';--> statement-breakpoint
CREATE INDEX `payment_events_received` ON `payment_events` (`received_ts`);