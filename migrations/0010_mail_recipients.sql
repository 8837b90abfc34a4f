ALTER TABLE `mail_outbox` ADD `about` text;--> statement-breakpoint
ALTER TABLE `mail_outbox` ADD `link_ends_ts` integer;--> statement-breakpoint
CREATE INDEX `mail_outbox_recipient` ON `mail_outbox` (`recipient`);--> statement-breakpoint
CREATE INDEX `mail_outbox_about` ON `mail_outbox` (`about`) WHERE about is not null;--> statement-breakpoint
-- Which conversation a mail belongs to was found by its text until now. One that was sent has none any more: it gives up its subject, since nobody could tell whose it is.
UPDATE `mail_outbox` SET `about` = (SELECT 'enquiry:' || `id` FROM `enquiries` WHERE instr(`mail_outbox`.`text`, '/enquiries/' || `enquiries`.`id`) > 0 LIMIT 1) WHERE `state` <> 'sent' AND `template` IN ('enquiry_new', 'enquiry_answered', 'enquiry_message');--> statement-breakpoint
UPDATE `mail_outbox` SET `subject` = '' WHERE `state` = 'sent' AND `template` IN ('enquiry_new', 'enquiry_answered', 'enquiry_message');
