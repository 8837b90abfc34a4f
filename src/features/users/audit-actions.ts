import { formatLei } from "@/shared/format";
import type { Translator } from "@/shared/i18n/translator";
import { paths } from "@/shared/paths";
import type { AuditEvent } from "./list-audit-events";

/** The label of an audit action; its code where no label is known. */
export function formatAuditAction(t: Translator, action: string): string {
  const dot = action.indexOf(".");
  const [kind, name] = [action.slice(0, dot), action.slice(dot + 1)];
  const known = [
    `users.actions.${kind}.${name}`,
    // The pages of listings and of orders have labels of their own.
    kind === "listing" ? `admin.actions.${name}` : null,
    kind === "order" || kind === "promotion" ? `payments-admin.actions.${name}` : null,
  ].find((key) => key !== null && t.has(key));
  return known ? t(known) : action;
}

/** The admin page of an audit event's subject; null where there is none: admins cannot open enquiries. */
export function getAuditSubjectPath(subject: string): string | null {
  const [kind, id = ""] = [subject.slice(0, subject.indexOf(":")), subject.slice(subject.indexOf(":") + 1)];
  if (id === "" || id === "erased") return null;
  const page = PAGES[kind];
  return page ? page(id) : null;
}

const PAGES: Record<string, (id: string) => string> = {
  user: (id) => paths.adminUser(id),
  listing: (id) => paths.adminListing(id),
  order: (id) => paths.adminOrder(id),
  event: (id) => paths.adminEvent(id),
  post: (id) => paths.editPost(id),
  category: () => paths.adminCategories(),
  testimonial: () => paths.adminTestimonials(),
  contact: () => paths.followUp({ queue: "contact" }),
  mail: () => paths.adminMail(),
  document: () => paths.adminSettings(),
};

/** The details of an audit event that read well: reasons, texts, numbers. */
export function formatAuditDetails(
  t: Translator,
  { action, detail }: Pick<AuditEvent, "action" | "detail">,
): string {
  const { from, to, ...others } = detail;
  const states = STATES[action] ?? STATES[action.slice(0, action.indexOf("."))];
  const named = (list: string | undefined, code: unknown) =>
    [`${list}.${String(code)}`, `users.states.${String(code)}`]
      .filter((key) => list !== undefined && t.has(key))
      .map((key) => t(key))[0] ?? String(code);
  const moved = from !== undefined && to !== undefined && from !== to;
  const told = Object.entries(others).map(([name, value]) => {
    if (name === "amount" && typeof value === "number") return formatLei(value, t.locale);
    if (name === "days" && typeof value === "number") return t.count("users.actions.days", value);
    const list = name === "state" ? states : LISTS[name];
    if (name === "changed" && Array.isArray(value)) return value.map((one) => named(list, one)).join(", ");
    return typeof value === "string" || typeof value === "number" ? named(list, value) : "";
  });
  return [moved ? `${named(states, from)} → ${named(states, to)}` : "", ...told].filter(Boolean).join(" · ");
}

/** Labels of the states in `from`, `to` and `state`, by action or by kind of action. */
const STATES: Record<string, string> = {
  "user.change_role": "general.roles",
  listing: "general.listingStates",
  enquiry: "general.enquiryStates",
  post: "users.states",
};

/** Labels of the codes that a detail may hold, by the detail's name. */
const LISTS: Record<string, string> = {
  by: "users.actions.by",
  role: "general.roles",
  mail: "users.mails",
  reason: "general.moderationReasons",
  returned: "general.moderationReasons",
  review: "users.reviews",
  outcome: "payments-admin.outcomes",
  queue: "follow-up.queues",
  changed: "follow-up.fields",
};
