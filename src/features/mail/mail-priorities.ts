import type { MailTemplate } from "./mail-kinds";

/** The order in which due mail leaves: all urgent mail first, and bulk mail after all other. */
export const MAIL_PRIORITY = { urgent: 0, normal: 1, bulk: 2 } as const;

/** Mail without which its recipient can't sign in or confirm something, and warnings about the account or of danger. */
const URGENT: readonly MailTemplate[] = [
  "verify_email",
  "account_exists",
  "reset_password",
  "set_password",
  "password_changed",
  "change_email",
  "email_taken",
  "email_changed_from",
  "email_changed_to",
  "two_step_on",
  "two_step_off",
  "new_sign_in",
  "reactivate",
  "enquiry_confirm",
  "enquiries_confirm",
  "enquiry_link",
  "enquiry_links",
  "withdrawal_link",
  "urgent_report",
  "parent_warning",
  "parent_refused",
  "parent_personal",
];

/** Mails that a visitor requests by a form. Of the same request made twice, only the newer mail is sent. */
export const REQUESTED_LINKS: readonly MailTemplate[] = [
  "verify_email",
  "account_exists",
  "reset_password",
  "set_password",
  "change_email",
  "email_taken",
  "reactivate",
  "enquiry_confirm",
  "enquiries_confirm",
  "enquiry_link",
  "enquiry_links",
  "alert_known",
  "withdrawal_link",
];

/** Mail to many that nobody waits for. It has a sender of its own, MAIL_FROM_DIGESTS. */
const BULK: readonly MailTemplate[] = [
  "alert_digest",
  "request_digest",
  "task_digest",
  "promotion_ending",
  "teacher_invitation",
  "review_invitation",
  "review_reminder",
];

export function getMailPriority(template: MailTemplate): number {
  if (URGENT.includes(template)) return MAIL_PRIORITY.urgent;
  return BULK.includes(template) ? MAIL_PRIORITY.bulk : MAIL_PRIORITY.normal;
}
