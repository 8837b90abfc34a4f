CREATE INDEX `enquiries_unconfirmed` ON `enquiries` (`created_ts`) WHERE guest_email is not null and confirmed_ts is null;--> statement-breakpoint
CREATE INDEX `enquiries_answered` ON `enquiries` (`teacher_id`,`answered_ts`) WHERE answered_ts is not null;--> statement-breakpoint
CREATE INDEX `enquiries_unread_teacher` ON `enquiries` (`teacher_id`) WHERE state <> 'spam' and last_message_ts > coalesce(teacher_read_ts, 0);--> statement-breakpoint
CREATE INDEX `enquiries_unread_learner` ON `enquiries` (`learner_id`) WHERE last_message_ts > coalesce(learner_read_ts, 0);