CREATE TABLE `statistics_days` (
	`block` integer NOT NULL,
	`day` text NOT NULL,
	`counts` text NOT NULL,
	PRIMARY KEY(`block`, `day`)
);
--> statement-breakpoint
CREATE TABLE `statistics_parcels` (
	`id` text PRIMARY KEY NOT NULL,
	`made_ts` integer NOT NULL,
	`day` text NOT NULL,
	`counts` text NOT NULL
) WITHOUT ROWID;
