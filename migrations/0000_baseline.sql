-- The database as it begins. drizzle-kit wrote the tables and indexes from src/db/schema; it does not know WITHOUT
-- ROWID, full-text tables, views and triggers, which were added by hand. docs/production.md says how to change it.
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
	`is_copied` integer DEFAULT false NOT NULL,
	`replies` text DEFAULT '[]' NOT NULL,
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
CREATE TABLE `enquiries` (
	`id` text PRIMARY KEY NOT NULL,
	`listing_id` text,
	`teacher_id` text,
	`learner_id` text,
	`undelivered_teacher_id` text,
	`teacher_blocked_ts` integer,
	`learner_blocked_ts` integer,
	`request_id` text,
	`guest_name` text,
	`guest_email` text,
	`guest_locale` text,
	`learner_who` text,
	`learner_grade` integer,
	`parent_email` text,
	`parent_stop_key` text,
	`confirmed_ts` integer,
	`offered_ts` integer,
	`reminded_ts` integer,
	`state` text NOT NULL,
	`created_ts` integer NOT NULL,
	`answered_ts` integer,
	`full_answer_ts` integer,
	`counts_from_ts` integer,
	`is_counted` integer DEFAULT false NOT NULL,
	`last_message_ts` integer NOT NULL,
	`won_ts` integer,
	`review_invited_ts` integer,
	`review_reminded_ts` integer,
	`review_declined_ts` integer,
	`review_mail_ts` integer,
	`has_guest_review` integer DEFAULT false NOT NULL,
	`teacher_read_ts` integer,
	`learner_read_ts` integer,
	`awaits_answer` integer DEFAULT true NOT NULL,
	`lesson_ts` integer,
	FOREIGN KEY (`listing_id`) REFERENCES `listings`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`teacher_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`learner_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`undelivered_teacher_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`request_id`) REFERENCES `requests`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `enquiries_teacher` ON `enquiries` (`teacher_id`,`last_message_ts`);--> statement-breakpoint
CREATE INDEX `enquiries_learner` ON `enquiries` (`learner_id`,`last_message_ts`);--> statement-breakpoint
CREATE INDEX `enquiries_undelivered` ON `enquiries` (`undelivered_teacher_id`) WHERE undelivered_teacher_id is not null;--> statement-breakpoint
CREATE INDEX `enquiries_blocked_by_teacher` ON `enquiries` (`teacher_id`) WHERE teacher_blocked_ts is not null;--> statement-breakpoint
CREATE INDEX `enquiries_blocked_by_learner` ON `enquiries` (`learner_id`) WHERE learner_blocked_ts is not null;--> statement-breakpoint
CREATE INDEX `enquiries_listing` ON `enquiries` (`listing_id`,`learner_id`);--> statement-breakpoint
CREATE INDEX `enquiries_guest` ON `enquiries` (`guest_email`) WHERE guest_email is not null;--> statement-breakpoint
CREATE INDEX `enquiries_guest_last` ON `enquiries` (`last_message_ts`) WHERE guest_email is not null and confirmed_ts is not null and has_guest_review = 0;--> statement-breakpoint
CREATE INDEX `enquiries_to_remind` ON `enquiries` (`created_ts`) WHERE state = 'new' and reminded_ts is null and full_answer_ts is null;--> statement-breakpoint
CREATE INDEX `enquiries_to_offer` ON `enquiries` (`created_ts`) WHERE state = 'new' and offered_ts is null and (learner_id is not null or confirmed_ts is not null);--> statement-breakpoint
CREATE INDEX `enquiries_new` ON `enquiries` (`created_ts`) WHERE state = 'new';--> statement-breakpoint
CREATE INDEX `enquiries_unconfirmed` ON `enquiries` (`created_ts`) WHERE guest_email is not null and confirmed_ts is null;--> statement-breakpoint
CREATE INDEX `enquiries_review_mail` ON `enquiries` (`review_mail_ts`) WHERE review_mail_ts is not null;--> statement-breakpoint
CREATE INDEX `enquiries_answered` ON `enquiries` (`teacher_id`,`answered_ts`) WHERE answered_ts is not null;--> statement-breakpoint
CREATE INDEX `enquiries_share` ON `enquiries` (`teacher_id`,`counts_from_ts`,`id`) WHERE counts_from_ts is not null;--> statement-breakpoint
CREATE INDEX `enquiries_to_count` ON `enquiries` (`counts_from_ts`) WHERE counts_from_ts is not null and is_counted = 0;--> statement-breakpoint
CREATE INDEX `enquiries_open_teacher` ON `enquiries` (`teacher_id`) WHERE state <> 'spam' and (last_message_ts > coalesce(teacher_read_ts, 0)
          or (awaits_answer and coalesce(learner_id, guest_email) is not null));--> statement-breakpoint
CREATE INDEX `enquiries_unread_learner` ON `enquiries` (`learner_id`) WHERE last_message_ts > coalesce(learner_read_ts, 0);--> statement-breakpoint
CREATE INDEX `enquiries_teacher_lessons` ON `enquiries` (`teacher_id`,`lesson_ts`) WHERE lesson_ts is not null;--> statement-breakpoint
CREATE INDEX `enquiries_learner_lessons` ON `enquiries` (`learner_id`,`lesson_ts`) WHERE lesson_ts is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `enquiries_request` ON `enquiries` (`request_id`,`teacher_id`) WHERE request_id is not null;--> statement-breakpoint
CREATE INDEX `enquiries_teacher_answers` ON `enquiries` (`teacher_id`,`created_ts`) WHERE request_id is not null;--> statement-breakpoint
CREATE TABLE `request_notices` (
	`request_id` text NOT NULL,
	`teacher_id` text NOT NULL,
	`created_ts` integer NOT NULL,
	`digest_ts` integer,
	PRIMARY KEY(`request_id`, `teacher_id`),
	FOREIGN KEY (`request_id`) REFERENCES `requests`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`teacher_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `request_notices_teacher` ON `request_notices` (`teacher_id`,`created_ts`);--> statement-breakpoint
CREATE INDEX `request_notices_due` ON `request_notices` (`created_ts`) WHERE digest_ts is null;--> statement-breakpoint
CREATE INDEX `request_notices_created` ON `request_notices` (`created_ts`);--> statement-breakpoint
CREATE TABLE `request_queue` (
	`listing_num` integer PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE `requests` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`subject` text NOT NULL,
	`level` text NOT NULL,
	`county` text,
	`online` integer NOT NULL,
	`availability` text NOT NULL,
	`max_price` integer,
	`learner_who` text NOT NULL,
	`learner_grade` integer,
	`text` text NOT NULL,
	`locale` text NOT NULL,
	`state` text NOT NULL,
	`hold_rule` text,
	`reason` text,
	`reason_text` text DEFAULT '' NOT NULL,
	`decided_by` text,
	`created_ts` integer NOT NULL,
	`opened_ts` integer,
	`closed_ts` integer,
	`close_reason` text,
	`answer_count` integer DEFAULT 0 NOT NULL,
	`notified_position` integer,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`decided_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `requests_user` ON `requests` (`user_id`,`created_ts`);--> statement-breakpoint
CREATE UNIQUE INDEX `requests_live` ON `requests` (`user_id`,`subject`) WHERE state in ('pending', 'open');--> statement-breakpoint
CREATE INDEX `requests_in_county` ON `requests` (`subject`,`county`,`opened_ts`) WHERE state = 'open';--> statement-breakpoint
CREATE INDEX `requests_online` ON `requests` (`subject`,`opened_ts`) WHERE state = 'open' and online;--> statement-breakpoint
CREATE INDEX `requests_state` ON `requests` (`state`,`created_ts`);--> statement-breakpoint
CREATE INDEX `requests_open` ON `requests` (`opened_ts`) WHERE state = 'open';--> statement-breakpoint
CREATE INDEX `requests_unanswered` ON `requests` (`opened_ts`) WHERE state = 'open' and answer_count = 0;--> statement-breakpoint
CREATE INDEX `requests_to_notify` ON `requests` (`opened_ts`) WHERE notified_position is not null;--> statement-breakpoint
CREATE INDEX `requests_closed` ON `requests` (`closed_ts`) WHERE closed_ts is not null;--> statement-breakpoint
CREATE INDEX `requests_text` ON `requests` (`text`,`created_ts`) WHERE text <> '';--> statement-breakpoint
CREATE INDEX `requests_decided_by` ON `requests` (`decided_by`) WHERE decided_by is not null;--> statement-breakpoint
CREATE TABLE `messages` (
	`id` text PRIMARY KEY NOT NULL,
	`enquiry_id` text NOT NULL,
	`author` text NOT NULL,
	`text` text NOT NULL,
	`created_ts` integer NOT NULL,
	`is_undelivered` integer DEFAULT false NOT NULL,
	FOREIGN KEY (`enquiry_id`) REFERENCES `enquiries`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `messages_enquiry` ON `messages` (`enquiry_id`,`created_ts`);--> statement-breakpoint
CREATE TABLE `appointments` (
	`id` text PRIMARY KEY NOT NULL,
	`enquiry_id` text NOT NULL,
	`proposed_by` text NOT NULL,
	`state` text NOT NULL,
	`times` text NOT NULL,
	`time` integer,
	`minutes` integer NOT NULL,
	`place` text NOT NULL,
	`cancelled_by` text,
	`reason` text DEFAULT '' NOT NULL,
	`move_reason` text DEFAULT '' NOT NULL,
	`teacher_took_place` integer,
	`learner_took_place` integer,
	`is_undelivered` integer DEFAULT false NOT NULL,
	`created_ts` integer NOT NULL,
	`updated_ts` integer NOT NULL,
	`event_number` integer DEFAULT 0 NOT NULL,
	`earlier_count` integer DEFAULT 0 NOT NULL,
	`notice_ts` integer,
	FOREIGN KEY (`enquiry_id`) REFERENCES `enquiries`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `appointments_enquiry` ON `appointments` (`enquiry_id`,`created_ts`);--> statement-breakpoint
CREATE UNIQUE INDEX `appointments_proposed` ON `appointments` (`enquiry_id`) WHERE state = 'proposed';--> statement-breakpoint
CREATE INDEX `appointments_notice` ON `appointments` (`notice_ts`) WHERE notice_ts is not null;--> statement-breakpoint
CREATE TABLE `listing_revisions` (
	`listing_id` text PRIMARY KEY NOT NULL,
	`title` text NOT NULL,
	`description` text NOT NULL,
	`submitted_ts` integer NOT NULL,
	`hold_rule` text,
	`state_reasons` text,
	`state_note` text DEFAULT '' NOT NULL,
	FOREIGN KEY (`listing_id`) REFERENCES `listings`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `listing_revisions_queue` ON `listing_revisions` (`submitted_ts`) WHERE state_reasons is null;--> statement-breakpoint
CREATE TABLE `listing_images` (
	`id` text PRIMARY KEY NOT NULL,
	`listing_id` text NOT NULL,
	`owner_id` text NOT NULL,
	`file` text NOT NULL,
	`version` text,
	`width` integer NOT NULL,
	`height` integer NOT NULL,
	`alt` text DEFAULT '' NOT NULL,
	`position` integer,
	`created_ts` integer NOT NULL,
	FOREIGN KEY (`owner_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `listing_images_listing` ON `listing_images` (`listing_id`,`position`);--> statement-breakpoint
CREATE INDEX `listing_images_owner` ON `listing_images` (`owner_id`);--> statement-breakpoint
CREATE INDEX `listing_images_loose` ON `listing_images` (`created_ts`) WHERE position is null;--> statement-breakpoint
CREATE TABLE `listings` (
	`num` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`owner_id` text NOT NULL,
	`title` text DEFAULT '' NOT NULL,
	`description` text DEFAULT '' NOT NULL,
	`text_language` text,
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
	`availability` text DEFAULT '[]' NOT NULL,
	`formats` text DEFAULT '["individual"]' NOT NULL,
	`trial` text DEFAULT 'none' NOT NULL,
	`receipt` integer DEFAULT false NOT NULL,
	`parent_present` integer DEFAULT false NOT NULL,
	`state` text NOT NULL,
	`state_reasons` text,
	`state_note` text DEFAULT '' NOT NULL,
	`hold_rule` text,
	`suspended_from` text,
	`removed_from` text,
	`created_ts` integer NOT NULL,
	`updated_ts` integer NOT NULL,
	`submitted_ts` integer,
	`published_ts` integer,
	`renewed_ts` integer,
	`expires_ts` integer,
	`deleted_ts` integer,
	`expiry_notice` integer,
	`erased_ts` integer,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`owner_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `listings_id_unique` ON `listings` (`id`);--> statement-breakpoint
CREATE INDEX `listings_id_owner` ON `listings` (`id`,`owner_id`);--> statement-breakpoint
CREATE INDEX `listings_owner` ON `listings` (`owner_id`,`state`);--> statement-breakpoint
CREATE INDEX `listings_queue` ON `listings` (`state`,`submitted_ts`);--> statement-breakpoint
CREATE INDEX `listings_changed` ON `listings` (`state`,`updated_ts`);--> statement-breakpoint
CREATE INDEX `listings_expired` ON `listings` (`expires_ts`) WHERE state = 'published';--> statement-breakpoint
CREATE INDEX `listings_reminders` ON `listings` (`expiry_notice`,`expires_ts`) WHERE state = 'published';--> statement-breakpoint
CREATE INDEX `listings_deleted` ON `listings` (`deleted_ts`) WHERE state = 'deleted' and erased_ts is null;--> statement-breakpoint
CREATE TABLE `listing_decisions` (
	`id` text PRIMARY KEY NOT NULL,
	`listing_id` text,
	`restriction` text NOT NULL,
	`reasons` text NOT NULL,
	`text` text NOT NULL,
	`origin` text NOT NULL,
	`decided_ts` integer NOT NULL,
	`decided_by` text,
	`objection_ts` integer,
	`objection_text` text DEFAULT '' NOT NULL,
	`objection_outcome` text,
	`objection_decided_ts` integer,
	`objection_answer` text DEFAULT '' NOT NULL,
	FOREIGN KEY (`listing_id`) REFERENCES `listings`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`decided_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `listing_decisions_listing` ON `listing_decisions` (`listing_id`,`decided_ts`);--> statement-breakpoint
CREATE INDEX `listing_decisions_decided` ON `listing_decisions` (`decided_ts`);--> statement-breakpoint
CREATE INDEX `listing_decisions_objections` ON `listing_decisions` (`objection_ts`) WHERE objection_ts is not null and objection_decided_ts is null;--> statement-breakpoint
CREATE INDEX `listing_decisions_decided_by` ON `listing_decisions` (`decided_by`) WHERE decided_by is not null;--> statement-breakpoint
CREATE TABLE `reports` (
	`id` text PRIMARY KEY NOT NULL,
	`listing_id` text,
	`enquiry_id` text,
	`reported_side` text,
	`is_automatic` integer DEFAULT false NOT NULL,
	`reporter_id` text,
	`reason` text NOT NULL,
	`text` text DEFAULT '' NOT NULL,
	`name` text DEFAULT '' NOT NULL,
	`email` text,
	`locale` text,
	`created_ts` integer NOT NULL,
	`outcome` text,
	`measure` text,
	`measure_reason` text,
	`decided_ts` integer,
	`lifted_ts` integer,
	`decided_by` text,
	`decision_text` text DEFAULT '' NOT NULL,
	`measure_text` text DEFAULT '' NOT NULL,
	FOREIGN KEY (`listing_id`) REFERENCES `listings`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`enquiry_id`) REFERENCES `enquiries`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`reporter_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`decided_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `reports_listing` ON `reports` (`listing_id`,`created_ts`);--> statement-breakpoint
CREATE INDEX `reports_enquiry` ON `reports` (`enquiry_id`) WHERE enquiry_id is not null;--> statement-breakpoint
CREATE INDEX `reports_open` ON `reports` (`created_ts`) WHERE outcome is null and reported_side is null;--> statement-breakpoint
CREATE INDEX `reports_urgent` ON `reports` (`created_ts`) WHERE outcome is null and reported_side is null and reason in ('unsafe', 'illegal');--> statement-breakpoint
CREATE INDEX `reports_conversations` ON `reports` (`created_ts`) WHERE outcome is null and reported_side is not null;--> statement-breakpoint
CREATE INDEX `reports_conversations_urgent` ON `reports` (`created_ts`) WHERE outcome is null and reported_side is not null and reason in ('unsafe', 'illegal');--> statement-breakpoint
CREATE INDEX `reports_reporter` ON `reports` (`reporter_id`) WHERE reporter_id is not null;--> statement-breakpoint
CREATE INDEX `reports_decided_by` ON `reports` (`decided_by`) WHERE decided_by is not null;--> statement-breakpoint
CREATE INDEX `reports_email` ON `reports` (`email`) WHERE email is not null;--> statement-breakpoint
CREATE INDEX `reports_named` ON `reports` (`decided_ts`) WHERE (name <> '' or email is not null);--> statement-breakpoint
CREATE TABLE `listing_counts` (
	`subject` text NOT NULL,
	`county` text NOT NULL,
	`listings` integer NOT NULL,
	PRIMARY KEY(`subject`, `county`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `search_entries` (
	`position` integer PRIMARY KEY NOT NULL,
	`num` integer NOT NULL,
	`subject` text NOT NULL,
	`county` text NOT NULL,
	`levels` integer NOT NULL,
	`flags` integer NOT NULL,
	`price_per_hour` integer NOT NULL,
	`rating_key` integer NOT NULL,
	`expires_ts` integer NOT NULL,
	`y` integer NOT NULL,
	`x` integer NOT NULL,
	`card` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `search_entries_num_unique` ON `search_entries` (`num`);--> statement-breakpoint
CREATE INDEX `search_entries_expiry` ON `search_entries` (`expires_ts`,`num`,`subject`,`county`);--> statement-breakpoint
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
CREATE INDEX `audit_log_ts` ON `audit_log` (`ts`);--> statement-breakpoint
CREATE INDEX `audit_log_actor` ON `audit_log` (`actor_id`) WHERE actor_id is not null;--> statement-breakpoint
CREATE TABLE `decision_undos` (
	`subject` text PRIMARY KEY NOT NULL,
	`decision_id` text,
	`version` integer NOT NULL,
	`state_before` text NOT NULL,
	`form` text,
	`expires_ts` integer NOT NULL
);
--> statement-breakpoint
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
CREATE INDEX `idempotency_keys_created` ON `idempotency_keys` (`created_ts`);--> statement-breakpoint
CREATE TABLE `job_runs` (
	`name` text PRIMARY KEY NOT NULL,
	`last_success_ts` integer,
	`last_error_ts` integer
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
CREATE INDEX `limit_counters_window` ON `limit_counters` (`window_start_ts`);--> statement-breakpoint
CREATE TABLE `mail_outbox` (
	`id` text PRIMARY KEY NOT NULL,
	`template` text NOT NULL,
	`recipient` text NOT NULL,
	`reply_to` text,
	`unsubscribe_url` text,
	`subject` text NOT NULL,
	`text` text NOT NULL,
	`html` text NOT NULL,
	`payload` text,
	`condition` text,
	`created_ts` integer NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`priority` integer DEFAULT 1 NOT NULL,
	`next_attempt_ts` integer NOT NULL,
	`state` text DEFAULT 'waiting' NOT NULL,
	`sent_ts` integer,
	`last_error` text DEFAULT '' NOT NULL,
	`delete_when_done` integer DEFAULT false NOT NULL,
	`about` text,
	`decision_id` text,
	`link_expires_ts` integer,
	`attachment` text
);
--> statement-breakpoint
CREATE INDEX `mail_outbox_due` ON `mail_outbox` (`state`,`next_attempt_ts`);--> statement-breakpoint
CREATE INDEX `mail_outbox_first` ON `mail_outbox` (`priority`,`next_attempt_ts`) WHERE state = 'waiting' and priority < 2;--> statement-breakpoint
CREATE INDEX `mail_outbox_recipient` ON `mail_outbox` (`recipient`);--> statement-breakpoint
CREATE INDEX `mail_outbox_about` ON `mail_outbox` (`about`) WHERE about is not null;--> statement-breakpoint
CREATE INDEX `mail_outbox_decision` ON `mail_outbox` (`decision_id`) WHERE decision_id is not null;--> statement-breakpoint
CREATE TABLE `restores` (
	`backup_ts` integer PRIMARY KEY NOT NULL,
	`resumed_ts` integer,
	`orphans` text DEFAULT 'count' NOT NULL,
	`orphan_files` integer DEFAULT 0 NOT NULL,
	`orphans_key` text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE `setting_versions` (
	`path` text NOT NULL,
	`version` integer NOT NULL,
	`value` text NOT NULL,
	`actor_id` text,
	`ts` integer NOT NULL,
	PRIMARY KEY(`path`, `version`)
);
--> statement-breakpoint
CREATE TABLE `settings` (
	`path` text PRIMARY KEY NOT NULL,
	`value` text NOT NULL,
	`version` integer NOT NULL,
	`updated_ts` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `media_deletions` (
	`key` text PRIMARY KEY NOT NULL,
	`created_ts` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `media_deletions_created` ON `media_deletions` (`created_ts`);--> statement-breakpoint
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
	`billing` text,
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
	`withdrawn_ts` integer,
	`revoked_ts` integer,
	`credited_days` integer DEFAULT 0 NOT NULL,
	`mismatched` integer DEFAULT false NOT NULL,
	`dispute_loss` integer DEFAULT 0 NOT NULL,
	`transferred_amount` integer DEFAULT 0 NOT NULL,
	`fee` integer,
	FOREIGN KEY (`listing_id`) REFERENCES `listings`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`buyer_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `orders_checkout_session_id_unique` ON `orders` (`checkout_session_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `orders_payment_intent_id_unique` ON `orders` (`payment_intent_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `orders_one_open` ON `orders` (`listing_id`) WHERE state in ('created', 'open');--> statement-breakpoint
CREATE INDEX `orders_listing` ON `orders` (`listing_id`,`created_ts`);--> statement-breakpoint
CREATE INDEX `orders_buyer` ON `orders` (`buyer_id`,`created_ts`);--> statement-breakpoint
CREATE INDEX `orders_created` ON `orders` (`created_ts`);--> statement-breakpoint
CREATE INDEX `orders_state` ON `orders` (`state`,`created_ts`);--> statement-breakpoint
CREATE INDEX `orders_without_fee` ON `orders` (`paid_ts`) WHERE fee is null and paid_ts is not null;--> statement-breakpoint
CREATE TABLE `disputes` (
	`id` text PRIMARY KEY NOT NULL,
	`order_id` text NOT NULL,
	`status` text NOT NULL,
	`reason` text NOT NULL,
	`amount` integer NOT NULL,
	`fee` integer DEFAULT 0,
	`due_ts` integer,
	`created_ts` integer NOT NULL,
	`closed_ts` integer,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `disputes_order` ON `disputes` (`order_id`);--> statement-breakpoint
CREATE INDEX `disputes_open` ON `disputes` (`created_ts`) WHERE closed_ts is null;--> statement-breakpoint
CREATE INDEX `disputes_with_fee` ON `disputes` (`created_ts`) WHERE fee is not 0;--> statement-breakpoint
CREATE TABLE `invitations` (
	`id` text PRIMARY KEY NOT NULL,
	`email` text,
	`address_hash` text NOT NULL,
	`locale` text NOT NULL,
	`draft` text,
	`source` text,
	`state` text NOT NULL,
	`created_ts` integer NOT NULL,
	`expires_ts` integer NOT NULL,
	`closed_ts` integer,
	`claimed_user_id` text,
	FOREIGN KEY (`claimed_user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `invitations_email_unique` ON `invitations` (`email`);--> statement-breakpoint
CREATE UNIQUE INDEX `invitations_address_hash_unique` ON `invitations` (`address_hash`);--> statement-breakpoint
CREATE INDEX `invitations_created` ON `invitations` (`created_ts`,`id`);--> statement-breakpoint
CREATE INDEX `invitations_state` ON `invitations` (`state`);--> statement-breakpoint
CREATE INDEX `invitations_expiring` ON `invitations` (`expires_ts`) WHERE state = 'invited';--> statement-breakpoint
CREATE INDEX `invitations_claimed_user` ON `invitations` (`claimed_user_id`) WHERE claimed_user_id is not null;
--> statement-breakpoint
CREATE TABLE `invoices` (
	`series` text NOT NULL,
	`number` integer NOT NULL,
	`kind` text NOT NULL,
	`reissued` integer DEFAULT false NOT NULL,
	`order_id` text NOT NULL,
	`amount` integer NOT NULL,
	`disputed_amount` integer DEFAULT 0 NOT NULL,
	`transferred_amount` integer DEFAULT 0 NOT NULL,
	`vat_amount` integer NOT NULL,
	`vat_rate` integer NOT NULL,
	`currency` text NOT NULL,
	`seller` text NOT NULL,
	`buyer` text,
	`issued_ts` integer NOT NULL,
	`paid_ts` integer NOT NULL,
	PRIMARY KEY(`series`, `number`),
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `invoices_number` ON `invoices` (`number`);--> statement-breakpoint
CREATE INDEX `invoices_order` ON `invoices` (`order_id`);--> statement-breakpoint
CREATE INDEX `invoices_issued` ON `invoices` (`issued_ts`,`series`,`number`);--> statement-breakpoint
CREATE UNIQUE INDEX `invoices_one_payment` ON `invoices` (`order_id`) WHERE kind = 'invoice' and not reissued;--> statement-breakpoint
CREATE INDEX `invoices_with_buyer` ON `invoices` (`issued_ts`) WHERE buyer is not null;--> statement-breakpoint
CREATE TABLE `e_factura_connection` (
	`id` integer PRIMARY KEY NOT NULL,
	`access_token` text NOT NULL,
	`refresh_token` text NOT NULL,
	`access_expires_ts` integer NOT NULL,
	`consent_ends_ts` integer NOT NULL,
	`connected_ts` integer NOT NULL,
	`refused_ts` integer
);
--> statement-breakpoint
CREATE TABLE `e_invoices` (
	`label` text PRIMARY KEY NOT NULL,
	`invoice_series` text NOT NULL,
	`invoice_number` integer NOT NULL,
	`state` text NOT NULL,
	`due_ts` integer,
	`upload_ts` integer,
	`upload_index` text,
	`download_id` text,
	`error` text DEFAULT '' NOT NULL,
	`follow_up_ts` integer NOT NULL,
	`deadline_ts` integer NOT NULL,
	`settled_ts` integer
);
--> statement-breakpoint
CREATE INDEX `e_invoices_due` ON `e_invoices` (`due_ts`) WHERE due_ts is not null;--> statement-breakpoint
CREATE INDEX `e_invoices_upload` ON `e_invoices` (`upload_index`) WHERE upload_index is not null;--> statement-breakpoint
CREATE INDEX `e_invoices_open` ON `e_invoices` (`follow_up_ts`) WHERE state in ('queued', 'uploading', 'uploaded');--> statement-breakpoint
CREATE INDEX `e_invoices_rejected` ON `e_invoices` (`settled_ts`) WHERE state = 'rejected';--> statement-breakpoint
CREATE TABLE `payment_events` (
	`id` text PRIMARY KEY NOT NULL,
	`type` text NOT NULL,
	`order_id` text,
	`checkout_session_id` text,
	`created_ts` integer NOT NULL,
	`received_ts` integer NOT NULL,
	`outcome` text NOT NULL,
	`detail` text DEFAULT '' NOT NULL,
	`payload` text NOT NULL,
	`closed_ts` integer
);
--> statement-breakpoint
CREATE INDEX `payment_events_order` ON `payment_events` (`order_id`);--> statement-breakpoint
CREATE INDEX `payment_events_open` ON `payment_events` (`received_ts`) WHERE closed_ts is null and outcome in ('alert', 'mismatch', 'unknown_order', 'failed');--> statement-breakpoint
CREATE TABLE `promotion_placements` (
	`rotation_position` integer PRIMARY KEY NOT NULL,
	`promotion_id` text NOT NULL,
	`listing_num` integer NOT NULL,
	`placement` text NOT NULL,
	`subject` text NOT NULL,
	`county` text NOT NULL,
	`starts_ts` integer NOT NULL,
	`ends_ts` integer NOT NULL,
	FOREIGN KEY (`promotion_id`) REFERENCES `promotions`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `promotion_placements_promotion` ON `promotion_placements` (`promotion_id`);--> statement-breakpoint
CREATE INDEX `promotion_placements_listing` ON `promotion_placements` (`listing_num`);--> statement-breakpoint
CREATE INDEX `promotion_placements_slots` ON `promotion_placements` (`subject`,`county`,`ends_ts`);--> statement-breakpoint
CREATE INDEX `promotion_placements_end` ON `promotion_placements` (`ends_ts`);--> statement-breakpoint
CREATE TABLE `promotions` (
	`id` text PRIMARY KEY NOT NULL,
	`order_id` text NOT NULL,
	`listing_id` text NOT NULL,
	`placement` text NOT NULL,
	`starts_ts` integer NOT NULL,
	`ends_ts` integer NOT NULL,
	`rotation_key` integer NOT NULL,
	`stopped_ts` integer,
	`ending_notice_ends_ts` integer,
	`ended_notice_ends_ts` integer,
	`created_ts` integer NOT NULL,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`listing_id`) REFERENCES `listings`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `promotions_order_id_unique` ON `promotions` (`order_id`);--> statement-breakpoint
CREATE INDEX `promotions_listing` ON `promotions` (`listing_id`,`ends_ts`);--> statement-breakpoint
CREATE INDEX `promotions_end` ON `promotions` (`ends_ts`);--> statement-breakpoint
CREATE TABLE `refunds` (
	`id` text PRIMARY KEY NOT NULL,
	`order_id` text NOT NULL,
	`kind` text NOT NULL,
	`amount` integer NOT NULL,
	`reason_code` text,
	`reason` text DEFAULT '' NOT NULL,
	`actor_id` text,
	`state` text NOT NULL,
	`stripe_refund_id` text,
	`attempt` integer DEFAULT 1 NOT NULL,
	`created_ts` integer NOT NULL,
	`sent_ts` integer,
	`transferred_ts` integer,
	`transfer_reference` text DEFAULT '' NOT NULL,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `refunds_stripe_refund_id_unique` ON `refunds` (`stripe_refund_id`);--> statement-breakpoint
CREATE INDEX `refunds_order` ON `refunds` (`order_id`);--> statement-breakpoint
CREATE INDEX `refunds_pending` ON `refunds` (`created_ts`) WHERE state = 'pending';--> statement-breakpoint
CREATE INDEX `refunds_failed` ON `refunds` (`created_ts`) WHERE state = 'failed';--> statement-breakpoint
CREATE TABLE `known_devices` (
	`user_id` text NOT NULL,
	`device` text NOT NULL,
	`first_ts` integer NOT NULL,
	`last_ts` integer NOT NULL,
	PRIMARY KEY(`user_id`, `device`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `one_time_tokens` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`purpose` text NOT NULL,
	`user_id` text NOT NULL,
	`email` text,
	`created_ts` integer NOT NULL,
	`expires_ts` integer NOT NULL,
	`used_ts` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `one_time_tokens_user` ON `one_time_tokens` (`user_id`,`purpose`);--> statement-breakpoint
CREATE INDEX `one_time_tokens_end` ON `one_time_tokens` (`expires_ts`);--> statement-breakpoint
CREATE TABLE `sessions` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`token_hash` text NOT NULL,
	`spent_tokens` text DEFAULT '[]' NOT NULL,
	`created_ts` integer NOT NULL,
	`last_seen_ts` integer NOT NULL,
	`idle_expires_ts` integer NOT NULL,
	`absolute_expires_ts` integer NOT NULL,
	`remember` integer NOT NULL,
	`user_agent` text DEFAULT '' NOT NULL,
	`country` text DEFAULT '' NOT NULL,
	`device_key` text,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `sessions_token_hash_unique` ON `sessions` (`token_hash`);--> statement-breakpoint
CREATE INDEX `sessions_user` ON `sessions` (`user_id`);--> statement-breakpoint
CREATE INDEX `sessions_idle_end` ON `sessions` (`idle_expires_ts`);--> statement-breakpoint
CREATE INDEX `sessions_absolute_end` ON `sessions` (`absolute_expires_ts`);--> statement-breakpoint
CREATE TABLE `teacher_information` (
	`user_id` text PRIMARY KEY NOT NULL,
	`phone_number` text,
	`whatsapp` integer DEFAULT false NOT NULL,
	`about` text DEFAULT '' NOT NULL,
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
	`languages` text DEFAULT '["ro"]' NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `teacher_information_incomplete` ON `teacher_information` (`user_id`) WHERE county is null;--> statement-breakpoint
CREATE TABLE `two_step` (
	`user_id` text PRIMARY KEY NOT NULL,
	`key` text NOT NULL,
	`enabled_ts` integer NOT NULL,
	`used_steps` text NOT NULL,
	`recovery_hashes` text NOT NULL,
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
	`disabled_by` text,
	`can_create_admin` integer DEFAULT false NOT NULL,
	`profile_picture` text,
	`picture_ts` integer,
	`locale` text DEFAULT 'en' NOT NULL,
	`mail_off` text DEFAULT '[]' NOT NULL,
	`push_off` text DEFAULT '[]' NOT NULL,
	`billing` text,
	`calendar_feed` integer,
	`task_digest_day` text,
	`reply_median_s` integer,
	`replies` text,
	`answer_check_ts` integer,
	`had_request_opened` integer DEFAULT false NOT NULL,
	`answer_asked_ts` integer,
	`answer_paused_ts` integer,
	`review_count` integer DEFAULT 0 NOT NULL,
	`rating_sum` integer DEFAULT 0 NOT NULL,
	`star_counts` text DEFAULT '[0,0,0,0,0]' NOT NULL,
	`checked_until_ts` integer,
	`integrity_until_ts` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `users_email_unique` ON `users` (`email`);--> statement-breakpoint
CREATE INDEX `users_signup` ON `users` (`signup_ts`);--> statement-breakpoint
CREATE INDEX `users_role` ON `users` (`role`,`signup_ts`);--> statement-breakpoint
CREATE INDEX `users_disabled` ON `users` (`signup_ts`) WHERE disabled_ts is not null;--> statement-breakpoint
CREATE INDEX `users_answer_check` ON `users` (`answer_check_ts`) WHERE answer_check_ts is not null;--> statement-breakpoint
CREATE INDEX `users_checked` ON `users` (`checked_until_ts`) WHERE checked_until_ts is not null;--> statement-breakpoint
CREATE INDEX `users_integrity` ON `users` (`integrity_until_ts`) WHERE integrity_until_ts is not null;--> statement-breakpoint
CREATE TABLE `statistics_days` (
	`block` integer NOT NULL,
	`day` text NOT NULL,
	`counts` text NOT NULL,
	PRIMARY KEY(`block`, `day`)
);
--> statement-breakpoint
CREATE TABLE `statistics_deltas` (
	`block` integer NOT NULL,
	`day` text NOT NULL,
	`id` text NOT NULL,
	`counts` text NOT NULL,
	PRIMARY KEY(`block`, `day`, `id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `statistics_batches` (
	`id` text PRIMARY KEY NOT NULL,
	`created_ts` integer NOT NULL,
	`day` text NOT NULL,
	`counts` text NOT NULL,
	`searches` text DEFAULT '{}' NOT NULL
) WITHOUT ROWID;
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
CREATE INDEX `uploads_end` ON `uploads` (`expires_ts`);
--> statement-breakpoint
CREATE TABLE `review_reports` (
	`id` text PRIMARY KEY NOT NULL,
	`review_id` text NOT NULL,
	`reporter_id` text,
	`reason` text NOT NULL,
	`text` text DEFAULT '' NOT NULL,
	`created_ts` integer NOT NULL,
	`outcome` text,
	`decided_ts` integer,
	`decided_by` text,
	`decision_text` text DEFAULT '' NOT NULL,
	`objection_ts` integer,
	`objection_text` text DEFAULT '' NOT NULL,
	`objection_decided_ts` integer,
	FOREIGN KEY (`review_id`) REFERENCES `reviews`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`reporter_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`decided_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `review_reports_review` ON `review_reports` (`review_id`,`created_ts`);
--> statement-breakpoint
CREATE INDEX `review_reports_open` ON `review_reports` (`created_ts`) WHERE outcome is null;
--> statement-breakpoint
CREATE INDEX `review_reports_objections` ON `review_reports` (`objection_ts`) WHERE objection_ts is not null and objection_decided_ts is null;
--> statement-breakpoint
CREATE INDEX `review_reports_reporter` ON `review_reports` (`reporter_id`) WHERE reporter_id is not null;
--> statement-breakpoint
CREATE INDEX `review_reports_decided_by` ON `review_reports` (`decided_by`) WHERE decided_by is not null;
--> statement-breakpoint
CREATE TABLE `reviews` (
	`id` text PRIMARY KEY NOT NULL,
	`enquiry_id` text,
	`teacher_id` text NOT NULL,
	`listing_id` text,
	`learner_id` text,
	`guest_key` text,
	`subject` text NOT NULL,
	`level` text,
	`rating` integer NOT NULL,
	`text` text NOT NULL,
	`earlier_text` text,
	`locale` text NOT NULL,
	`lessons` text NOT NULL,
	`author_name` text,
	`author_role` text NOT NULL,
	`state` text NOT NULL,
	`hold_rule` text,
	`created_ts` integer NOT NULL,
	`edited_ts` integer,
	`published_ts` integer,
	`decided_ts` integer,
	`decided_by` text,
	`reason` text,
	`reason_text` text DEFAULT '' NOT NULL,
	`objection_ts` integer,
	`objection_text` text DEFAULT '' NOT NULL,
	`objection_decided_ts` integer,
	`reply_text` text DEFAULT '' NOT NULL,
	`reply_created_ts` integer,
	`reply_edited_ts` integer,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`enquiry_id`) REFERENCES `enquiries`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`teacher_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`listing_id`) REFERENCES `listings`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`learner_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`decided_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `reviews_learner` ON `reviews` (`learner_id`,`teacher_id`) WHERE learner_id is not null and state <> 'withdrawn';
--> statement-breakpoint
CREATE UNIQUE INDEX `reviews_guest` ON `reviews` (`guest_key`,`teacher_id`) WHERE guest_key is not null and state <> 'withdrawn';
--> statement-breakpoint
CREATE INDEX `reviews_guest_key` ON `reviews` (`guest_key`) WHERE guest_key is not null;
--> statement-breakpoint
CREATE INDEX `reviews_author` ON `reviews` (`learner_id`,`created_ts`) WHERE learner_id is not null;
--> statement-breakpoint
CREATE INDEX `reviews_enquiry` ON `reviews` (`enquiry_id`);
--> statement-breakpoint
CREATE INDEX `reviews_listing` ON `reviews` (`listing_id`);
--> statement-breakpoint
CREATE INDEX `reviews_subject` ON `reviews` (`teacher_id`,`subject`,`published_ts`,`id`) WHERE state = 'published';
--> statement-breakpoint
CREATE INDEX `reviews_published` ON `reviews` (`teacher_id`,`published_ts`,`id`) WHERE state = 'published';
--> statement-breakpoint
CREATE INDEX `reviews_teacher` ON `reviews` (`teacher_id`,`created_ts`);
--> statement-breakpoint
CREATE INDEX `reviews_state` ON `reviews` (`state`,coalesce(edited_ts, created_ts));
--> statement-breakpoint
CREATE INDEX `reviews_objections` ON `reviews` (`objection_ts`) WHERE objection_ts is not null and objection_decided_ts is null;
--> statement-breakpoint
CREATE INDEX `reviews_decided_by` ON `reviews` (`decided_by`) WHERE decided_by is not null;
--> statement-breakpoint
CREATE TABLE `site_rating` (
	`id` integer PRIMARY KEY NOT NULL,
	`review_count` integer NOT NULL,
	`rating_sum` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `teacher_sightings` (
	`user_id` text NOT NULL,
	`kind` text NOT NULL,
	`key` text NOT NULL,
	`last_ts` integer NOT NULL,
	PRIMARY KEY(`user_id`, `kind`, `key`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `teacher_sightings_last` ON `teacher_sightings` (`last_ts`);
--> statement-breakpoint
CREATE TABLE `verifications` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`kind` text NOT NULL,
	`proves` text DEFAULT '' NOT NULL,
	`state` text NOT NULL,
	`files` text NOT NULL,
	`opened_files` text DEFAULT '{}' NOT NULL,
	`issuer` text DEFAULT '' NOT NULL,
	`document_date` text,
	`checked_name` text,
	`reason` text,
	`reason_text` text DEFAULT '' NOT NULL,
	`created_ts` integer NOT NULL,
	`decided_ts` integer,
	`decided_by` text,
	`ends_ts` integer,
	`reminded_ts` integer,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`decided_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `verifications_user` ON `verifications` (`user_id`,`created_ts`);
--> statement-breakpoint
CREATE UNIQUE INDEX `verifications_open` ON `verifications` (`user_id`,`kind`) WHERE state = 'pending';
--> statement-breakpoint
CREATE INDEX `verifications_queue` ON `verifications` (`state`,`created_ts`);
--> statement-breakpoint
CREATE INDEX `verifications_ending` ON `verifications` (`ends_ts`) WHERE state = 'approved' and ends_ts is not null and reminded_ts is null;
--> statement-breakpoint
CREATE INDEX `verifications_decided_by` ON `verifications` (`decided_by`) WHERE decided_by is not null;
--> statement-breakpoint
CREATE TABLE `alert_filter_keys` (
	`key` text NOT NULL,
	`filters_id` integer NOT NULL,
	PRIMARY KEY(`key`, `filters_id`),
	FOREIGN KEY (`filters_id`) REFERENCES `alert_filters`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `alert_filter_keys_filters` ON `alert_filter_keys` (`filters_id`);--> statement-breakpoint
CREATE TABLE `alert_filters` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`query` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `alert_filters_query_unique` ON `alert_filters` (`query`);--> statement-breakpoint
CREATE TABLE `alert_matches` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`filters_id` integer NOT NULL,
	`listing_num` integer NOT NULL,
	`created_ts` integer NOT NULL,
	FOREIGN KEY (`filters_id`) REFERENCES `alert_filters`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `alert_matches_filters` ON `alert_matches` (`filters_id`,`seq`);--> statement-breakpoint
CREATE INDEX `alert_matches_created` ON `alert_matches` (`created_ts`);--> statement-breakpoint
CREATE TABLE `alert_queue` (
	`listing_num` integer PRIMARY KEY NOT NULL,
	`published_ts` integer NOT NULL,
	`after_filters_id` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE `alerts` (
	`id` text PRIMARY KEY NOT NULL,
	`filters_id` integer NOT NULL,
	`user_id` text,
	`email` text,
	`locale` text,
	`frequency` text NOT NULL,
	`created_ts` integer NOT NULL,
	`confirmed_ts` integer,
	`paused_ts` integer,
	`next_digest_ts` integer NOT NULL,
	`sent_seq` integer NOT NULL,
	`opened_ts` integer NOT NULL,
	`keep_asked_ts` integer,
	FOREIGN KEY (`filters_id`) REFERENCES `alert_filters`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `alerts_user` ON `alerts` (`user_id`,`filters_id`) WHERE user_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `alerts_email` ON `alerts` (`email`,`filters_id`) WHERE email is not null;--> statement-breakpoint
CREATE INDEX `alerts_filters` ON `alerts` (`filters_id`);--> statement-breakpoint
CREATE INDEX `alerts_due` ON `alerts` (`next_digest_ts`) WHERE confirmed_ts is not null and paused_ts is null;--> statement-breakpoint
CREATE INDEX `alerts_unconfirmed` ON `alerts` (`created_ts`) WHERE confirmed_ts is null;--> statement-breakpoint
CREATE INDEX `alerts_unopened` ON `alerts` (`opened_ts`) WHERE confirmed_ts is not null and keep_asked_ts is null;--> statement-breakpoint
CREATE INDEX `alerts_keep_asked` ON `alerts` (`keep_asked_ts`) WHERE keep_asked_ts is not null;--> statement-breakpoint
CREATE TABLE `push_outbox` (
	`id` text PRIMARY KEY NOT NULL,
	`subscription_id` text NOT NULL,
	`payload` text NOT NULL,
	`about` text,
	`condition` text,
	`created_ts` integer NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`next_attempt_ts` integer NOT NULL,
	FOREIGN KEY (`subscription_id`) REFERENCES `push_subscriptions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `push_outbox_due` ON `push_outbox` (`next_attempt_ts`);--> statement-breakpoint
CREATE INDEX `push_outbox_subscription` ON `push_outbox` (`subscription_id`);--> statement-breakpoint
CREATE INDEX `push_outbox_about` ON `push_outbox` (`about`) WHERE about is not null;--> statement-breakpoint
CREATE TABLE `push_subscriptions` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`endpoint` text NOT NULL,
	`p256dh` text NOT NULL,
	`auth` text NOT NULL,
	`device` text DEFAULT '' NOT NULL,
	`session_id` text NOT NULL,
	`created_ts` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `push_subscriptions_endpoint_unique` ON `push_subscriptions` (`endpoint`);--> statement-breakpoint
CREATE INDEX `push_subscriptions_user` ON `push_subscriptions` (`user_id`);--> statement-breakpoint
CREATE INDEX `push_subscriptions_session` ON `push_subscriptions` (`session_id`);--> statement-breakpoint
CREATE TABLE `shortlist_entries` (
	`user_id` text NOT NULL,
	`listing_id` text NOT NULL,
	`note` text DEFAULT '' NOT NULL,
	`created_ts` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	PRIMARY KEY(`user_id`, `listing_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `search_days` (
	`day` text NOT NULL,
	`subject` text NOT NULL,
	`counts` text NOT NULL,
	PRIMARY KEY(`day`, `subject`)
);
--> statement-breakpoint
CREATE TABLE `search_words` (
	`length` integer PRIMARY KEY NOT NULL,
	`titles` text NOT NULL,
	`descriptions` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `search_demand` (
	`county` text NOT NULL,
	`subject` text NOT NULL,
	`searches` integer NOT NULL,
	`empty` integer NOT NULL,
	PRIMARY KEY(`county`, `subject`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `usual_prices` (
	`subject` text PRIMARY KEY NOT NULL,
	`computed_ts` integer NOT NULL,
	`cells` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `price_index` (
	`month` text NOT NULL,
	`subject` text NOT NULL,
	`cells` text NOT NULL,
	PRIMARY KEY(`month`, `subject`)
);
--> statement-breakpoint
CREATE INDEX `price_index_subject` ON `price_index` (`subject`,`month`);
--> statement-breakpoint
-- Full text of what visitors may find. Contentless: the index keeps the words, the texts stay in listings.
-- remove_diacritics 2 makes stiinte, științe and ştiinţe one word. With _ as a letter, codes (_sm _lpe _ccj _sm_ccj_lpe)
-- are words that no text contains. The rowid is the position in the order of newest.
CREATE VIRTUAL TABLE `listings_fts` USING fts5(
  title, teacher, description, codes,
  content='', contentless_delete=1,
  tokenize='unicode61 remove_diacritics 2 tokenchars _'
);
--> statement-breakpoint
-- The words of listings_fts with the number of listings that have each in each column. It stores nothing.
-- https://sqlite.org/fts5.html#the_fts5vocab_virtual_table_module
CREATE VIRTUAL TABLE `listings_words` USING fts5vocab('listings_fts', 'col');
--> statement-breakpoint
-- The same words in the order of prices: the rowid is the price per hour times 2^34 plus the listing's number.
CREATE VIRTUAL TABLE `listings_by_price` USING fts5(
  words,
  content='', contentless_delete=1,
  tokenize='unicode61 remove_diacritics 2 tokenchars _'
);
--> statement-breakpoint
-- The same words in the order of ratings: the rowid is search_entries.rating_key times 2^34 plus the listing's number.
CREATE VIRTUAL TABLE `listings_by_rating` USING fts5(
  words,
  content='', contentless_delete=1,
  tokenize='unicode61 remove_diacritics 2 tokenchars _'
);
--> statement-breakpoint
-- The titles and codes of promoted listings, in rotation order: the rowid is the rotation position. Each is there a second time, 2^53
-- later, so a rotation that begins at any position is one range (ROTATION_POSITIONS of db/search-positions).
CREATE VIRTUAL TABLE `promotions_fts` USING fts5(
  words,
  content='', contentless_delete=1,
  tokenize='unicode61 remove_diacritics 2 tokenchars _'
);
--> statement-breakpoint
-- A merge joins two segments of a level; the default are four. https://sqlite.org/fts5.html#the_usermerge_configuration_option
INSERT INTO `listings_fts` (`listings_fts`, `rank`) VALUES ('usermerge', 2);
--> statement-breakpoint
INSERT INTO `listings_by_price` (`listings_by_price`, `rank`) VALUES ('usermerge', 2);
--> statement-breakpoint
INSERT INTO `listings_by_rating` (`listings_by_rating`, `rank`) VALUES ('usermerge', 2);
--> statement-breakpoint
INSERT INTO `promotions_fts` (`promotions_fts`, `rank`) VALUES ('usermerge', 2);
--> statement-breakpoint
-- Names and addresses of users for the admins' search. The rowid is user_search.num, so matches come in the order of
-- sign-up. Prefix indexes because admins type the beginning of a name. With secure-delete, deleted words leave the index
-- immediately (https://sqlite.org/fts5.html#the_secure_delete_configuration_option); a contentless table can't do that.
CREATE VIRTUAL TABLE `users_fts` USING fts5(
  name, email,
  tokenize='unicode61 remove_diacritics 2',
  prefix='2 3'
);
--> statement-breakpoint
INSERT INTO `users_fts` (`users_fts`, `rank`) VALUES ('secure-delete', 1);
--> statement-breakpoint
-- Each listing's card as JSON, for search_entries.card: a list reads one row per card instead of a listing, its owner and
-- its first picture. StoredCard of features/listings/listing-cards.ts is its type.
CREATE VIEW `listing_cards` AS
SELECT `listings`.`num`, `listings`.`owner_id`, json_object(
  'id', `listings`.`id`, 'ownerId', `owner_id`, 'title', `title`, 'textLanguage', `text_language`, 'subject', `subject`,
  'levels', json(`levels`), 'county', `listings`.`county`, 'neighbourhood', `listings`.`neighbourhood`, 'online', `online`,
  'locations', json(`locations`), 'price', `price`, 'sessionMinutes', `session_minutes`, 'pricePerHour', `price_per_hour`,
  'firstName', `first_name`, 'lastName', `last_name`,
  'experienceYears', coalesce(`experience_teaching`, 0), 'qualification', `qualifications` ->> 0,
  'picture', (SELECT `file` FROM `listing_images` WHERE `listing_id` = `listings`.`id` AND `position` = 0 LIMIT 1),
  'profilePicture', `profile_picture`, 'pictureTs', `picture_ts`,
  'hasPoint', `listings`.`latitude` IS NOT NULL AND `listings`.`longitude` IS NOT NULL,
  'reviewCount', `review_count`, 'ratingSum', `rating_sum`, 'checkedUntilTs', `checked_until_ts`,
  'integrityUntilTs', `integrity_until_ts`,
  'checkedKinds', json((SELECT json_group_array(`kind`) FROM (SELECT DISTINCT `kind` FROM `verifications`
    WHERE `user_id` = `users`.`id` AND +`verifications`.`state` = 'approved' AND `kind` <> 'integrity'
      AND `checked_name` = trim(`first_name` || ' ' || `last_name`) ORDER BY `kind`))),
  'trial', `trial`, 'formats', json(`formats`), 'publishedTs', `published_ts`,
  -- The usual time of a teacher who answers less than 80 % says little (`isReliable`).
  'replyMedianS', CASE WHEN `replies` ->> 'answered' * 5 < `replies` ->> 'of' * 4 THEN NULL ELSE `reply_median_s` END) AS `card`
FROM `listings` JOIN `users` ON `users`.`id` = `listings`.`owner_id`
LEFT JOIN `teacher_information` ON `teacher_information`.`user_id` = `listings`.`owner_id`;
--> statement-breakpoint
-- FTS5 has no foreign keys: a deleted entry takes its full-text rows with it, whoever deletes it.
CREATE TRIGGER `search_entries_after_delete` AFTER DELETE ON `search_entries` BEGIN
  DELETE FROM `listings_fts` WHERE rowid = old.`position`;
  DELETE FROM `listings_by_price` WHERE rowid = old.`price_per_hour` * 17179869184 + old.`num`;
  DELETE FROM `listings_by_rating` WHERE rowid = old.`rating_key` * 17179869184 + old.`num`;
END;
--> statement-breakpoint
CREATE TRIGGER `promotion_placements_after_delete` AFTER DELETE ON `promotion_placements` BEGIN
  DELETE FROM `promotions_fts` WHERE rowid IN (old.`rotation_position`, old.`rotation_position` + 9007199254740992);
END;
--> statement-breakpoint
-- The full-text table of users follows every write of them.
CREATE TRIGGER `users_after_insert` AFTER INSERT ON `users` BEGIN
  INSERT INTO `user_search` (`user_id`) VALUES (new.`id`);
  INSERT INTO `users_fts` (`rowid`, `name`, `email`)
    SELECT `num`, new.`first_name` || ' ' || new.`last_name`, new.`email`
    FROM `user_search` WHERE `user_id` = new.`id`;
END;
--> statement-breakpoint
CREATE TRIGGER `users_after_update` AFTER UPDATE OF `email`, `first_name`, `last_name` ON `users` BEGIN
  UPDATE `users_fts` SET `name` = new.`first_name` || ' ' || new.`last_name`, `email` = new.`email`
    WHERE `rowid` = (SELECT `num` FROM `user_search` WHERE `user_id` = new.`id`);
END;
--> statement-breakpoint
CREATE TRIGGER `users_after_delete` AFTER DELETE ON `users` BEGIN
  DELETE FROM `users_fts` WHERE `rowid` = (SELECT `num` FROM `user_search` WHERE `user_id` = old.`id`);
  DELETE FROM `user_search` WHERE `user_id` = old.`id`;
END;
--> statement-breakpoint
-- The last alert takes its filters with it, whoever deletes it: a user, a sweep or an erasure.
CREATE TRIGGER `alerts_after_delete` AFTER DELETE ON `alerts` BEGIN
  DELETE FROM `alert_filters` WHERE `id` = old.`filters_id`
    AND NOT EXISTS (SELECT 1 FROM `alerts` WHERE `filters_id` = old.`filters_id`);
END;
