import type { NotificationKind } from "@/shared/codes";

/**
 * The kind of each mail, by template. "always" can't be turned off: security, payments and contracts, decisions about
 * content, answers to a request of the recipient, and the question before an alert ends. "news" is mail that offers a
 * purchase.
 */
export const MAIL_KINDS = {
  enquiry_new: "enquiries",
  enquiry_answered: "enquiries",
  enquiry_message: "enquiries",
  enquiry_reminder: "enquiries",
  review_received: "reviews",
  review_invitation: "reviews",
  review_reminder: "reviews",
  listing_expiring: "listings",
  listing_expired: "listings",
  badge_ending: "listings",
  promotion_ended: "listings",
  alert_digest: "alerts",
  promotion_ending: "news",

  // Only for admins who asked for it on the page of the tasks.
  task_digest: "always",
  verify_email: "always",
  account_exists: "always",
  password_changed: "always",
  two_step_on: "always",
  two_step_off: "always",
  change_email: "always",
  email_taken: "always",
  email_changed_from: "always",
  email_changed_to: "always",
  reset_password: "always",
  set_password: "always",
  new_sign_in: "always",
  account_closed: "always",
  account_disabled: "always",
  account_disabled_by_us: "always",
  account_enabled: "always",
  reactivate: "always",
  enquiry_confirm: "always",
  enquiries_confirm: "always",
  enquiry_sent: "always",
  enquiry_link: "always",
  enquiry_links: "always",
  alert_confirm: "always",
  alert_known: "always",
  alert_keep: "always",
  contact_message: "always",
  contact_copy: "always",
  contact_received: "always",
  contact_reply: "always",
  report_received: "always",
  report_decided: "always",
  listing_approved: "always",
  listing_rejected: "always",
  revision_approved: "always",
  revision_rejected: "always",
  listing_suspended: "always",
  listings_suspended: "always",
  listing_removed: "always",
  listing_reinstated: "always",
  listing_objection_accepted: "always",
  listing_objection_declined: "always",
  testimonial_published: "always",
  verification_approved: "always",
  verification_rejected: "always",
  badges_hidden: "always",
  review_approved: "always",
  review_rejected: "always",
  review_removed: "always",
  review_objection_accepted: "always",
  review_objection_declined: "always",
  review_removed_for_teacher: "always",
  review_restored_for_teacher: "always",
  review_report_dismissed: "always",
  review_report_upheld: "always",
  review_report_objection_declined: "always",
  payment_confirmed: "always",
  payment_failed: "always",
  payment_refunded: "always",
  payment_partly_refunded: "always",
  dispute_opened: "always",
  dispute_lost: "always",
  withdrawal_confirmed: "always",
  withdrawal_before_start: "always",
  withdrawal_link: "always",
  promotion_pulled_forward: "always",
  promotion_pushed_back: "always",
  promotion_unpromotable: "always",
  promotion_revoked: "always",
  promotion_credited: "always",
} as const satisfies Record<string, NotificationKind | "always">;
export type MailTemplate = keyof typeof MAIL_KINDS;

const KINDS_BY_NAME: Readonly<Record<string, NotificationKind | "always">> = MAIL_KINDS;

/** The kind of a stored mail that its recipient can turn off; null for all other mail. */
export function findMailKind(template: string): NotificationKind | null {
  const kind = KINDS_BY_NAME[template];
  return kind === undefined || kind === "always" ? null : kind;
}
