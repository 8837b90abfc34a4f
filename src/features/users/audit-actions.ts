import { formatLei } from "@/shared/format";
import type { Translator } from "@/shared/i18n/translator";
import { paths } from "@/shared/paths";
import type { AuditEvent } from "./list-audit-events";

/** The kind and the id of an audit event's subject, `listing:{id}`. */
export function splitAuditSubject(subject: string): { kind: string; id: string } {
  const colon = subject.indexOf(":");
  return { kind: subject.slice(0, colon), id: subject.slice(colon + 1) };
}

/** The admin page of an audit event's subject; null if there is none: admins open only reported enquiries. */
export function findAuditSubjectPath({
  subject,
  action,
}: Pick<AuditEvent, "subject" | "action">): string | null {
  const { kind, id } = splitAuditSubject(subject);
  if (id === "" || id === "erased") return null;
  const toPath = REPORTED.test(action) ? paths.adminConversation : PATHS[kind];
  return toPath ? toPath(id) : null;
}

/** Actions of conversations that admins can open. */
const REPORTED = /^enquiry\.(reported|reports_|read_by_admin|warned)/;

const PATHS: Record<string, (id: string) => string> = {
  user: (id) => paths.adminUser(id),
  listing: (id) => paths.adminListing(id),
  order: (id) => paths.adminOrder(id),
  invoice: (id) => paths.invoice(id),
  connection: () => paths.eFactura(),
  event: (id) => paths.followUpRow(`payments:${id}`),
  post: (id) => paths.editPost(id),
  category: () => paths.adminCategories(),
  testimonial: () => paths.adminTestimonials(),
  review: (id) => paths.adminReview(id),
  invitation: () => paths.adminInvitations(),
  request: (id) => paths.adminRequest(id),
  contact: () => paths.followUp({ queue: "contact" }),
  mail: () => paths.adminMail(),
  document: () => paths.adminSettings(),
};

/** The title of a settings document, by its path such as `settings/banned-words`; null for an unknown one. */
export function findDocumentTitle(t: Translator, path: string): string | null {
  const name = path.replace(/^settings\//, "").replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  const key = [`settings.${name}.title`, `pricing.${name}.title`].find((one) => t.has(one));
  return key ? t(key) : null;
}

/** Details that say nothing to an admin: ids, and the numbers of versions and files. */
const TECHNICAL_DETAILS = new Set(["event", "caused_by", "enquiry", "version", "file"]);

/** The details of an audit event as text: states, reasons, numbers. */
export function formatAuditDetails(
  t: Translator,
  { action, detail }: Pick<AuditEvent, "action" | "detail">,
): string {
  const { from, to, ...rest } = detail;
  const kind = action.slice(0, action.indexOf("."));
  const states = STATE_LABELS[action] ?? STATE_LABELS[kind];
  const getLabel = (list: string | undefined, code: unknown) =>
    [`${list}.${String(code)}`, `users.states.${String(code)}`]
      .filter((key) => list !== undefined && t.has(key))
      .map((key) => t(key))[0] ?? String(code);
  const changedState = from !== undefined && to !== undefined && from !== to;
  const texts = Object.entries(rest).map(([name, value]) => {
    if (TECHNICAL_DETAILS.has(name)) return "";
    if (name === "amount" && typeof value === "number") return formatLei(value, t.locale);
    if (name === "days" && typeof value === "number") return t.count("users.actions.days", value);
    if (name === "reports" && typeof value === "number") return t.count("moderation.reports.count", value);
    const list =
      name === "state"
        ? states
        : ((name === "reason" ? (REASON_LABELS[action] ?? REASON_LABELS[kind]) : undefined) ??
          CODE_LABELS[name]);
    if (list && Array.isArray(value)) return value.map((item) => getLabel(list, item)).join(", ");
    return typeof value === "string" || typeof value === "number" ? getLabel(list, value) : "";
  });
  return [changedState ? `${getLabel(states, from)} → ${getLabel(states, to)}` : "", ...texts]
    .filter(Boolean)
    .join(" · ");
}

/** Message keys of the states in `from`, `to` and `state`, by action or kind of action. */
const STATE_LABELS: Record<string, string> = {
  "user.role_changed": "general.roles",
  listing: "general.listingStates",
  enquiry: "general.enquiryStates",
  post: "users.states",
  review: "reviews.admin.states",
};

/** Message keys of reasons, by action or kind of action. */
const REASON_LABELS: Record<string, string> = {
  review: "reviews.reasons",
  request: "requests.reasons",
  "request.closed": "requests.closeReasons",
  verification: "verifications.reasons",
};

/** Message keys of the codes in a detail, by the detail's name. */
const CODE_LABELS: Record<string, string> = {
  by: "users.actions.by",
  side: "users.actions.side",
  kind: "verifications.kinds",
  role: "general.roles",
  mail: "users.mails",
  reason: "general.moderationReasons",
  report: "moderation.reports.reasons",
  decision: "users.actions.decision",
  further_reasons: "general.moderationReasons",
  returned: "general.moderationReasons",
  rejected: "general.moderationReasons",
  rule: "users.rules",
  queue: "follow-up.queues",
  changed: "follow-up.fields",
};
