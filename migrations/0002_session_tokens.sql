DROP INDEX `sessions_previous`;--> statement-breakpoint
ALTER TABLE `sessions` DROP COLUMN `previous_token_hash`;--> statement-breakpoint
ALTER TABLE `sessions` DROP COLUMN `rotated_ts`;--> statement-breakpoint
ALTER TABLE `sessions` ADD `spent_tokens` text DEFAULT '[]' NOT NULL;