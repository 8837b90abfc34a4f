/** Code lists, stored and sent as written here. Their names are in `locales/general` under the list's name. */
export const SUBJECTS = [
  "m", // Mathematics
  "ro", // Romanian
  "mu", // Music
  "b", // Biology
  "a", // Anatomy
  "c", // Chemistry
  "p", // Physics
  "i", // Computer science
  "e", // Economics
  "ps", // Philosophy
  "g", // Geography
  "h", // History
  "l", // Logic
  "pc", // Psychology
  "s", // Sociology
  "en", // English
  "fr", // French
  "de", // German
  "sp", // Spanish
  "la", // Latin
] as const;
export type Subject = (typeof SUBJECTS)[number];

export const LEVELS = [
  "kg", // Kindergarten
  "e", // Elementary school
  "m", // Middle school
  "h", // High school
  "pe", // National Evaluation
  "pb", // Baccalaureate
  "pu", // University entrance
  "bc", // Bachelor's
  "ms", // Master's
  "phd", // Doctorate
] as const;
export type Level = (typeof LEVELS)[number];

/** Whether lessons of a level prepare for an exam. */
export const isExamLevel = (level: Level): boolean => level === "pe" || level === "pb" || level === "pu";

/**
 * Whether a level is one of any of the subjects, or none is given. Only mathematics and Romanian are part of the
 * National Evaluation, and music is no subject of the Baccalaureate.
 */
export const isLevelOf = (level: Level, subjects: readonly Subject[]): boolean =>
  subjects.length === 0 ||
  subjects.some((subject) =>
    level === "pe" ? subject === "m" || subject === "ro" : level !== "pb" || subject !== "mu",
  );

/** The schools before those of the levels that are national exams: their teachers often prepare for the exam, too. */
export const listExamSchools = (levels: readonly Level[]): Level[] =>
  levels.flatMap((level) => (level === "pe" ? "m" : level === "pb" ? "h" : []));

export const LOCATIONS = [
  "th", // At the teacher's home
  "lh", // At the learner's home
  "sc", // At a school
  "tc", // At a tutoring center
  "o", // Somewhere else
] as const;
export type Location = (typeof LOCATIONS)[number];

/** Who the lessons are for: the person who writes, or their child. */
export const LEARNERS = ["me", "child"] as const;
export type LearnerKind = (typeof LEARNERS)[number];
/** School grades; 0 is the preparatory one. */
export const GRADES = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12] as const;
/** The level of a school grade. */
export const toGradeLevel = (grade: number): Level => (grade <= 4 ? "e" : grade <= 8 ? "m" : "h");

/** For one learner, or for several at a time. */
export const FORMATS = ["individual", "group"] as const;
export type Format = (typeof FORMATS)[number];

/** What the first lesson costs: the full price, nothing, or less. */
export const TRIALS = ["none", "free", "reduced"] as const;
export type Trial = (typeof TRIALS)[number];

export const ROLES = [
  "u", // Learner or parent
  "t", // Teacher
  "a", // Administrator
] as const;
export type Role = (typeof ROLES)[number];

/** Roles that a visitor can sign up with. */
export const SIGN_UP_ROLES = ["u", "t"] as const satisfies readonly Role[];
export type SignUpRole = (typeof SIGN_UP_ROLES)[number];

/** Who disabled an account; only the owner's own decision can be undone by a mailed link. */
export const DISABLERS = ["self", "admin"] as const;

/** States of an invitation to teach: only while `invited` does it hold an address and a draft. */
export const INVITATION_STATES = ["invited", "claimed", "refused", "expired"] as const;
export type InvitationState = (typeof INVITATION_STATES)[number];

/** Purposes of mailed links. */
export const TOKEN_PURPOSES = [
  "verify_email",
  "reset_password",
  "set_password",
  "change_email",
  "reactivate",
] as const;
export type TokenPurpose = (typeof TOKEN_PURPOSES)[number];

export const SESSION_MINUTES = [45, 50, 60, 90, 120] as const;
export type SessionMinutes = (typeof SESSION_MINUTES)[number];

export const LISTING_STATES = [
  "draft",
  "pending",
  "rejected",
  "published",
  "paused",
  "suspended",
  "deleted",
] as const;
/** `expired` is never stored: it is `published` after its `expires_ts`. */
export type StoredListingState = (typeof LISTING_STATES)[number];
export type ListingState = StoredListingState | "expired";
/** The limits of a teacher's listings. */
export const LISTING_LIMIT_NAMES = ["active", "drafts", "daily", "duplicate"] as const;
export type ListingLimitName = (typeof LISTING_LIMIT_NAMES)[number];
/** States from which a listing can be suspended; an expired one is stored as published. */
export const SUSPENDABLE_STATES = [
  "pending",
  "published",
  "paused",
] as const satisfies readonly StoredListingState[];

export const ORDER_STATES = [
  "created",
  "open",
  "fulfilled",
  "expired",
  "failed",
  "partially_refunded",
  "refunded",
  "disputed",
] as const;
export type OrderState = (typeof ORDER_STATES)[number];
/** The states that pages show: a refunded order may be one whose dispute was lost. */
export const DISPLAYED_ORDER_STATES = [...ORDER_STATES, "dispute_lost"] as const;
export type DisplayedOrderState = (typeof DISPLAYED_ORDER_STATES)[number];

/** Where a promoted listing is shown: above the results of a search, or on the home page. */
export const PLACEMENTS = ["results", "home"] as const;
export type Placement = (typeof PLACEMENTS)[number];
/** `hidden` runs while visitors can't see its listing; `revoked` was stopped before its end. */
export const PROMOTION_STATES = ["scheduled", "active", "hidden", "ended", "revoked"] as const;
export type PromotionState = (typeof PROMOTION_STATES)[number];

/** Why an order is refunded: an admin decided it, the buyer withdrew, or it could not be fulfilled. */
export const REFUND_KINDS = ["refund", "withdrawal", "unpromotable"] as const;
export type RefundKind = (typeof REFUND_KINDS)[number];
/** The reasons for a refund that Stripe knows (https://docs.stripe.com/api/refunds/create#create_refund-reason). */
export const STRIPE_REFUND_REASONS = ["duplicate", "fraudulent", "requested_by_customer"] as const;
/** Why an admin refunds an order. */
export const REFUND_REASONS = [...STRIPE_REFUND_REASONS, "outage", "goodwill", "other"] as const;
export type RefundReason = (typeof REFUND_REASONS)[number];
/** `pending` is decided here, but not yet sent to Stripe. */
export const REFUND_STATES = ["pending", "sent", "failed", "transferred"] as const;
export type RefundState = (typeof REFUND_STATES)[number];

/** Who is invoiced. */
export const BILLING_KINDS = ["person", "company"] as const;
/** "Factură" for a payment, and "Factură storno" for a refund. */
export const INVOICE_KINDS = ["invoice", "credit_note"] as const;
export type InvoiceKind = (typeof INVOICE_KINDS)[number];

/**
 * What became of an invoice at the tax authority. `uploading`: an upload has begun, and its result is unknown.
 * `handed_over`: an admin gave it to the authority in another way.
 */
export const E_INVOICE_STATES = [
  "queued",
  "uploading",
  "uploaded",
  "accepted",
  "rejected",
  "handed_over",
] as const;

/** Results of a payment event that an admin should check. */
export const PAYMENT_ALERTS = ["alert", "mismatch", "unknown_order", "failed"] as const;
export const PAYMENT_OUTCOMES = ["applied", "ignored", ...PAYMENT_ALERTS] as const;
export type PaymentOutcome = (typeof PAYMENT_OUTCOMES)[number];

export const ENQUIRY_STATES = ["new", "answered", "won", "lost", "spam"] as const;
export type EnquiryState = (typeof ENQUIRY_STATES)[number];

/** The two sides of an enquiry; each message is from one of them. */
export const SIDES = ["learner", "teacher"] as const;
export type Side = (typeof SIDES)[number];

/** The states of a first lesson that one side of an enquiry proposed. */
export const APPOINTMENT_STATES = ["proposed", "accepted", "declined", "cancelled", "past"] as const;
export type AppointmentState = (typeof APPOINTMENT_STATES)[number];

/** Why an admin returns or suspends a listing. */
export const MODERATION_REASONS = [
  "contact_in_text",
  "address_in_text",
  "wrong_category",
  "unclear",
  "duplicate",
  "price",
  "offensive",
  "not_tutoring",
  "unsafe",
  "illegal",
  "other",
] as const;
export type ModerationReason = (typeof MODERATION_REASONS)[number];
/** Why a listing is in its state: as an admin decided, or paused because messages were not answered. */
export const STATE_REASONS = [...MODERATION_REASONS, "unanswered"] as const;
export type StateReason = (typeof STATE_REASONS)[number];

/** What a decision of an admin restricts: a listing that is not published, its new text, or a listing taken down. */
export const LISTING_RESTRICTIONS = ["rejected", "revision_rejected", "suspended", "removed"] as const;
export type ListingRestriction = (typeof LISTING_RESTRICTIONS)[number];
/** Rules that find a text automatically: contact data, street addresses and banned words. */
export const TEXT_RULES = ["link", "email", "phone", "address", "banned_word"] as const;
export type TextRule = (typeof TEXT_RULES)[number];
/** Rules that hold the new text of a published listing for an admin: also if most of its words are new. */
export const CHANGE_RULES = [...TEXT_RULES, "rewritten"] as const;
export type ChangeRule = (typeof CHANGE_RULES)[number];
/**
 * What led to a decision: a rule about the listing, one that refused a text to a learner under 18, reports, or a check by
 * an admin.
 */
export const DECISION_ORIGINS = [...CHANGE_RULES, "refused_text", "report", "other_report", "check"] as const;
export type DecisionOrigin = (typeof DECISION_ORIGINS)[number];
export const OBJECTION_OUTCOMES = ["accepted", "declined"] as const;
export type ObjectionOutcome = (typeof OBJECTION_OUTCOMES)[number];

/** Where the owner shared the address of a listing: values of its parameter `s`. */
export const SHARE_SOURCES = ["qr", "flyer", "whatsapp", "facebook", "link"] as const;
export type ShareSource = (typeof SHARE_SOURCES)[number];

/** Counted events of a listing, in stored order. A view by a shared address also counts for its source. */
export const STATISTICS_KINDS = [
  "impression",
  "promoted_impression",
  "view",
  "reveal",
  "enquiry",
  "shortlist",
  ...SHARE_SOURCES.map((source) => `view_${source}` as const),
] as const;
export type StatisticsKind = (typeof STATISTICS_KINDS)[number];

/** Reasons of a report about a listing or a conversation, and its outcomes. */
export const REPORT_REASONS = [
  "unsafe",
  "advance_payment",
  "no_show",
  "wrong_data",
  "offensive",
  "spam",
  "illegal",
  "other",
] as const;
export type ReportReason = (typeof REPORT_REASONS)[number];
export const REPORT_OUTCOMES = ["upheld", "dismissed"] as const;
/** Reasons of reports that admins read first. */
export const URGENT_REPORT_REASONS: readonly ReportReason[] = ["unsafe", "illegal"];
/** What an admin may do about a reported conversation, besides nothing. */
export const CONVERSATION_MEASURES = ["warned", "blocked", "disabled"] as const;
export type ConversationMeasure = (typeof CONVERSATION_MEASURES)[number];
/**
 * A report about a listing or a conversation also ends, without a decision, when the data of the reported person is
 * erased.
 */
export const LISTING_REPORT_OUTCOMES = [...REPORT_OUTCOMES, "account_deleted"] as const;
export type ListingReportOutcome = (typeof LISTING_REPORT_OUTCOMES)[number];

/** `scheduled` and `published` differ only by the clock; neither is stored. */
export const POST_STATES = ["draft", "scheduled", "published"] as const;
export type PostState = (typeof POST_STATES)[number];

export const TESTIMONIAL_STATES = ["pending", "published", "rejected"] as const;
export type TestimonialState = (typeof TESTIMONIAL_STATES)[number];

export const REVIEW_STATES = ["pending", "published", "rejected", "removed", "withdrawn"] as const;
export type ReviewState = (typeof REVIEW_STATES)[number];
/** How many lessons the author had. */
export const REVIEW_LESSONS = ["1", "2-5", "6-20", "20+"] as const;
export type ReviewLessons = (typeof REVIEW_LESSONS)[number];
/** What a review displays as its author: the first name with an initial, or the role. */
export const REVIEW_NAMES = ["initial", "role"] as const;
export const REVIEW_AUTHOR_ROLES = ["parent", "learner"] as const;
export type ReviewAuthorRole = (typeof REVIEW_AUTHOR_ROLES)[number];
/** Why a review waits for an admin. No rule depends on the rating. */
export const REVIEW_HOLD_RULES = [
  "banned_word",
  "contact_data",
  "same_device",
  "same_network",
  "many_reviews",
  // An earlier text of the author about the teacher was rejected or removed.
  "earlier_decision",
] as const;
export type ReviewHoldRule = (typeof REVIEW_HOLD_RULES)[number];
/** Why a review is reported, rejected or removed. */
export const REVIEW_REASONS = [
  "not_a_client",
  "offensive",
  "personal_data",
  "off_topic",
  "conflict_of_interest",
  "other",
] as const;
export type ReviewReason = (typeof REVIEW_REASONS)[number];

/** What a sighting of a teacher identifies: a browser by its device cookie, or a network. */
export const SIGHTING_KINDS = ["device", "network"] as const;

/** Kinds of documents that a teacher can have checked. */
export const VERIFICATION_KINDS = ["diploma", "teaching_degree", "integrity", "language"] as const;
export type VerificationKind = (typeof VERIFICATION_KINDS)[number];
export const VERIFICATION_STATES = ["pending", "approved", "rejected", "withdrawn"] as const;
export type VerificationState = (typeof VERIFICATION_STATES)[number];
/** Why documents are refused. */
export const VERIFICATION_REASONS = [
  "unreadable",
  "incomplete",
  "wrong_document",
  "name_differs",
  "expired",
  "other",
] as const;

/** How often the new listings of an alert are mailed. */
export const ALERT_FREQUENCIES = ["daily", "weekly"] as const;
export type AlertFrequency = (typeof ALERT_FREQUENCIES)[number];

export const REQUEST_STATES = ["pending", "open", "rejected", "closed"] as const;
export type RequestState = (typeof REQUEST_STATES)[number];
/** What closed a request: five answers, the end of its 14 days, its author, or the author's first lesson. */
export const REQUEST_CLOSE_REASONS = ["answers", "expired", "author", "lesson"] as const;
export type RequestCloseReason = (typeof REQUEST_CLOSE_REASONS)[number];
/**
 * Why a request waits for an admin: none of the account's was approved before, its text has a banned word, names a
 * school, is about a child (names of children can't be recognised) or was sent many times, or its author teaches the
 * subject.
 */
export const REQUEST_HOLD_RULES = [
  "first_request",
  "banned_word",
  "names_school",
  "child_text",
  "same_text",
  "own_subject",
] as const;
export type RequestHoldRule = (typeof REQUEST_HOLD_RULES)[number];

/** Why an admin rejects a request. */
export const REQUEST_REASONS = [
  "personal_data",
  "advert",
  "unclear",
  "offensive",
  "illegal",
  "other",
] as const;

/** Kinds of notifications that a user can turn off. Mail about security, payments and decisions has no kind. */
export const NOTIFICATION_KINDS = ["enquiries", "reviews", "listings", "alerts", "requests", "news"] as const;
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];
/** Those that are sent as push messages too. */
export const PUSH_KINDS = ["enquiries", "alerts", "requests"] as const satisfies readonly NotificationKind[];

/** Queues of the follow-up list of admins, in display order. */
export const FOLLOW_UP_QUEUES = [
  "contact",
  "reports",
  "conversation_reports",
  "payments",
  "e_invoices",
  "e_factura_connection",
  "seller_incomplete",
  "listings_pending",
  "listing_objections",
  "reviews_pending",
  "review_reports",
  "review_objections",
  "testimonials",
  "verifications_pending",
  "requests_pending",
  "requests_unanswered",
  "enquiries_unanswered",
  "promotions_ending",
  "listings_expiring",
  "checkouts_abandoned",
  "profiles_incomplete",
  "suspensions",
  "mail_undelivered",
] as const;
export type FollowUpQueue = (typeof FOLLOW_UP_QUEUES)[number];
/** Queues that need no person, because their users get one mail each. The list has them on request only. */
const QUIET_QUEUES = ["promotions_ending", "listings_expiring", "checkouts_abandoned"] as const;
export type TaskQueue = Exclude<FollowUpQueue, (typeof QUIET_QUEUES)[number]>;
export const TASK_QUEUES = FOLLOW_UP_QUEUES.filter(
  (queue): queue is TaskQueue => !(QUIET_QUEUES as readonly FollowUpQueue[]).includes(queue),
);
/** Open, snoozed and recently done rows. */
export const FOLLOW_UP_VIEWS = ["open", "snoozed", "done"] as const;
export type FollowUpView = (typeof FOLLOW_UP_VIEWS)[number];

/** `relevance` requires search text, `distance` a location. */
export const SORTS = ["relevance", "newest", "rating", "price", "-price", "distance"] as const;
export type Sort = (typeof SORTS)[number];

export { AUDIT_ACTION_KINDS } from "./audit-action-kinds";
export { COUNTIES, COUNTY_CODES, type County, countyName, countySeat, joinPlace } from "./counties";
export { DEFAULT_LANGUAGES, LANGUAGES, type Language } from "./languages";
export { DAY_PARTS, DAYS, type DayPart, SLOTS, type Slot, type WeekDay } from "./week";
