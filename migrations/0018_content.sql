CREATE TABLE `blog_categories` (
	`id` text PRIMARY KEY NOT NULL,
	`name_en` text NOT NULL,
	`name_ro` text NOT NULL,
	`created_ts` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `contact_messages` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text,
	`name` text NOT NULL,
	`email` text NOT NULL,
	`subject` text NOT NULL,
	`message` text NOT NULL,
	`locale` text NOT NULL,
	`created_ts` integer NOT NULL,
	`closed_ts` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `contact_messages_open` ON `contact_messages` (`created_ts`) WHERE closed_ts is null;--> statement-breakpoint
CREATE INDEX `contact_messages_closed` ON `contact_messages` (`closed_ts`) WHERE closed_ts is not null;--> statement-breakpoint
CREATE INDEX `contact_messages_user` ON `contact_messages` (`user_id`) WHERE user_id is not null;--> statement-breakpoint
CREATE INDEX `contact_messages_email` ON `contact_messages` (`email`);--> statement-breakpoint
CREATE TABLE `follow_up_notes` (
	`key` text PRIMARY KEY NOT NULL,
	`since_ts` integer NOT NULL,
	`note` text DEFAULT '' NOT NULL,
	`owner_id` text,
	`due` text,
	`outcome` text,
	`snoozed_until` text,
	`updated_ts` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`owner_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `follow_up_notes_owner` ON `follow_up_notes` (`owner_id`) WHERE owner_id is not null;--> statement-breakpoint
CREATE INDEX `follow_up_notes_updated` ON `follow_up_notes` (`updated_ts`);--> statement-breakpoint
CREATE TABLE `post_slugs` (
	`locale` text NOT NULL,
	`slug` text NOT NULL,
	`post_id` text NOT NULL,
	`ts` integer NOT NULL,
	PRIMARY KEY(`locale`, `slug`),
	FOREIGN KEY (`post_id`) REFERENCES `posts`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `post_slugs_post` ON `post_slugs` (`post_id`);--> statement-breakpoint
CREATE TABLE `posts` (
	`id` text PRIMARY KEY NOT NULL,
	`locale` text NOT NULL,
	`other_id` text,
	`slug` text NOT NULL,
	`title` text NOT NULL,
	`excerpt` text DEFAULT '' NOT NULL,
	`body` text DEFAULT '' NOT NULL,
	`category_id` text,
	`cover` text,
	`cover_alt` text DEFAULT '' NOT NULL,
	`publish_ts` integer,
	`created_ts` integer NOT NULL,
	`updated_ts` integer NOT NULL,
	`edited_ts` integer,
	`author_id` text,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`other_id`) REFERENCES `posts`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`category_id`) REFERENCES `blog_categories`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`author_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `posts_slug` ON `posts` (`locale`,`slug`);--> statement-breakpoint
CREATE UNIQUE INDEX `posts_other` ON `posts` (`other_id`) WHERE other_id is not null;--> statement-breakpoint
CREATE INDEX `posts_published` ON `posts` (`locale`,`publish_ts`) WHERE publish_ts is not null;--> statement-breakpoint
CREATE INDEX `posts_category` ON `posts` (`category_id`,`locale`,`publish_ts`);--> statement-breakpoint
CREATE INDEX `posts_updated` ON `posts` (`updated_ts`);--> statement-breakpoint
CREATE INDEX `posts_author` ON `posts` (`author_id`) WHERE author_id is not null;--> statement-breakpoint
CREATE TABLE `testimonials` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`text` text NOT NULL,
	`name` text NOT NULL,
	`role` text DEFAULT '' NOT NULL,
	`locale` text NOT NULL,
	`consent_ts` integer NOT NULL,
	`state` text NOT NULL,
	`created_ts` integer NOT NULL,
	`decided_ts` integer,
	`decided_by` text,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`decided_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `testimonials_state` ON `testimonials` (`state`,`created_ts`);--> statement-breakpoint
CREATE INDEX `testimonials_user` ON `testimonials` (`user_id`,`created_ts`);--> statement-breakpoint
CREATE INDEX `testimonials_decided_by` ON `testimonials` (`decided_by`) WHERE decided_by is not null;--> statement-breakpoint
CREATE TABLE `user_search` (
	`num` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `user_search_user_id_unique` ON `user_search` (`user_id`);--> statement-breakpoint
CREATE INDEX `audit_log_ts` ON `audit_log` (`ts`);--> statement-breakpoint
CREATE INDEX `teacher_information_incomplete` ON `teacher_information` (`user_id`) WHERE county is null or phone_number is null;--> statement-breakpoint
CREATE INDEX `users_signup` ON `users` (`signup_ts`);--> statement-breakpoint
CREATE INDEX `users_role` ON `users` (`role`,`signup_ts`);--> statement-breakpoint
CREATE INDEX `users_disabled` ON `users` (`signup_ts`) WHERE disabled_ts is not null;--> statement-breakpoint
-- Names and addresses of people for the admins' search. The rowid is user_search.num, so that a match comes out in the
-- order of signing up; prefixes because admins type the beginning of a name. What is deleted leaves the index at once
-- (https://sqlite.org/fts5.html#the_secure_delete_configuration_option), which a contentless table can't do.
CREATE VIRTUAL TABLE `users_fts` USING fts5(
  name, email,
  tokenize='unicode61 remove_diacritics 2',
  prefix='2 3'
);
--> statement-breakpoint
INSERT INTO `users_fts` (`users_fts`, `rank`) VALUES ('secure-delete', 1);
--> statement-breakpoint
INSERT INTO `user_search` (`user_id`) SELECT `id` FROM `users` ORDER BY `signup_ts`, `id`;
--> statement-breakpoint
INSERT INTO `users_fts` (`rowid`, `name`, `email`)
  SELECT `num`, `first_name` || ' ' || `last_name`, `email`
  FROM `user_search` JOIN `users` ON `users`.`id` = `user_search`.`user_id`;
--> statement-breakpoint
CREATE TRIGGER `users_found` AFTER INSERT ON `users` BEGIN
  INSERT INTO `user_search` (`user_id`) VALUES (new.`id`);
  INSERT INTO `users_fts` (`rowid`, `name`, `email`)
    SELECT `num`, new.`first_name` || ' ' || new.`last_name`, new.`email`
    FROM `user_search` WHERE `user_id` = new.`id`;
END;
--> statement-breakpoint
CREATE TRIGGER `users_found_anew` AFTER UPDATE OF `email`, `first_name`, `last_name` ON `users` BEGIN
  UPDATE `users_fts` SET `name` = new.`first_name` || ' ' || new.`last_name`, `email` = new.`email`
    WHERE `rowid` = (SELECT `num` FROM `user_search` WHERE `user_id` = new.`id`);
END;
--> statement-breakpoint
CREATE TRIGGER `users_lost` AFTER DELETE ON `users` BEGIN
  DELETE FROM `users_fts` WHERE `rowid` = (SELECT `num` FROM `user_search` WHERE `user_id` = old.`id`);
  DELETE FROM `user_search` WHERE `user_id` = old.`id`;
END;
