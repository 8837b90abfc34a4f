/** The kinds of audit actions: the part of an action before the dot. */
export const AUDIT_ACTION_KINDS = [
  "user",
  "listing",
  "phone",
  "order",
  "invoice",
  "enquiry",
  "follow_up",
  "testimonial",
  "review",
  "verification",
  "request",
  "invitation",
  "post",
  "category",
  "mail",
  "document",
] as const;
