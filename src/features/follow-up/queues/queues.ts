import type { auditSubject } from "@/db/audit";
import { classifyMailError } from "@/features/mail";
import type { FollowUpQueue } from "@/shared/codes";
import { paths } from "@/shared/paths";
import { RANKS, type RowTexts } from "./row-source";
import { CONTACT_TERM, REPORT_TERM, SAFETY_CHECK_TERM, type Term, URGENT_REPORT_TERM } from "./terms";

type Queue = {
  /** The kind of its targets in the audit log. */
  subject: Parameters<typeof auditSubject>[0];
  /** The page where an admin handles a row, by the target's id. */
  path(id: string, texts: RowTexts): string;
  /** Where the texts of its codes are. A queue without it needs no reason: its name says it. */
  reasons?: string;
  /** The name of the text of a code, where the code is not the name. */
  toReason?: (code: string) => string;
  /** Whether the path is a page with the decisions, where a run through all tasks goes. */
  hasDecisions?: boolean;
  term?: Term;
  /** Of rows of the rank `safety`; by default `term`. */
  safetyTerm?: Term;
};

export const QUEUES: Record<FollowUpQueue, Queue> = {
  // A message has no page of its own; it is shown on its row's page.
  contact: { subject: "contact", path: (id) => paths.followUpRow(`contact:${id}`), term: CONTACT_TERM },
  reports: {
    subject: "listing",
    path: (id) => paths.adminReport(id),
    reasons: "moderation.reports.reasons",
    hasDecisions: true,
    term: REPORT_TERM,
    safetyTerm: URGENT_REPORT_TERM,
  },
  conversation_reports: {
    subject: "enquiry",
    path: (id) => paths.adminConversation(id),
    reasons: "moderation.reports.reasons",
    hasDecisions: true,
    term: REPORT_TERM,
    safetyTerm: URGENT_REPORT_TERM,
  },
  payments: {
    subject: "event",
    // An event of an unknown order has no page of its own.
    path: (id, { linkId }) => (linkId ? paths.adminOrder(linkId) : paths.followUpRow(`payments:${id}`)),
    reasons: "payments-admin.outcomes",
  },
  e_invoices: {
    subject: "invoice",
    path: () => paths.adminInvoices({ state: "open" }),
    reasons: "e-factura.reasons",
  },
  e_factura_connection: {
    subject: "connection",
    path: () => paths.eFactura(),
    reasons: "e-factura.reasons",
  },
  seller_incomplete: {
    subject: "document",
    path: () => paths.adminPricingDocument("seller"),
    reasons: "pricing.seller",
  },
  listings_pending: {
    subject: "listing",
    path: (id) => paths.adminListing(id),
    reasons: "follow-up.about",
    hasDecisions: true,
  },
  listing_objections: { subject: "listing", path: (id) => paths.adminListing(id), hasDecisions: true },
  reviews_pending: {
    subject: "review",
    path: (id) => paths.adminReview(id),
    reasons: "follow-up.about",
    hasDecisions: true,
  },
  review_reports: {
    subject: "review",
    path: (id) => paths.adminReview(id),
    reasons: "reviews.reasons",
    hasDecisions: true,
  },
  review_objections: {
    subject: "review",
    path: (id) => paths.adminReview(id),
    reasons: "follow-up.about",
    hasDecisions: true,
  },
  testimonials: { subject: "testimonial", path: () => paths.adminTestimonials() },
  verifications_pending: {
    subject: "verification",
    path: (id) => paths.adminVerification(id),
    reasons: "verifications.kinds",
    hasDecisions: true,
  },
  requests_pending: {
    subject: "request",
    path: (id) => paths.adminRequest(id),
    reasons: "requests.holdRules",
    hasDecisions: true,
  },
  requests_unanswered: { subject: "request", path: (id) => paths.adminRequest(id) },
  enquiries_unanswered: { subject: "enquiry", path: (_, { linkId }) => paths.adminListing(linkId ?? "") },
  promotions_ending: { subject: "order", path: (id) => paths.adminOrder(id), reasons: "follow-up.about" },
  listings_expiring: { subject: "listing", path: (id) => paths.adminListing(id) },
  checkouts_abandoned: {
    subject: "order",
    path: (id) => paths.adminOrder(id),
    reasons: "general.orderStates",
  },
  profiles_incomplete: { subject: "user", path: (id) => paths.adminUser(id), reasons: "follow-up.about" },
  suspensions: { subject: "user", path: (id) => paths.adminUser(id), term: SAFETY_CHECK_TERM },
  mail_undelivered: {
    subject: "mail",
    path: (_, { concerned }) => paths.adminMail({ to: concerned }),
    reasons: "follow-up.mailProblems",
    toReason: classifyMailError,
  },
};

/** By when the site promises to handle a row that came at `since` (ms); null without a promise. */
export function getPromisedTs({ queue, rank, since }: { queue: FollowUpQueue; rank: number; since: number }) {
  const { term, safetyTerm = term } = QUEUES[queue];
  return (rank === RANKS.safety ? safetyTerm : term)?.promisedBy(since) ?? null;
}
