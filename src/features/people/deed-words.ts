import { formatLei } from "@/shared/format";
import type { Translator } from "@/shared/i18n/translator";
import { paths } from "@/shared/paths";
import type { DeedRow } from "./deed-columns";

/** What was done, in words; the code itself for a deed that has none. */
export function deedWords(t: Translator, action: string): string {
  const dot = action.indexOf(".");
  const [kind, deed] = [action.slice(0, dot), action.slice(dot + 1)];
  const known = [
    `people.deeds.${kind}.${deed}`,
    // What the pages of listings and of orders say of the same deeds.
    kind === "listing" ? `admin.actions.${deed}` : null,
    kind === "order" || kind === "promotion" ? `ledger.actions.${deed}` : null,
  ].find((key) => key !== null && t.has(key));
  return known ? t(known) : action;
}

/** Where an admin reads of the thing that a deed was about; null where there is no such page: enquiries are their two sides'. */
export function subjectPath(subject: string): string | null {
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

/** What the log keeps of a deed besides, as far as it reads well: reasons, texts, numbers. */
export function deedDetails(t: Translator, { action, detail }: Pick<DeedRow, "action" | "detail">): string {
  const { from, to, ...others } = detail;
  const states = STATES[action] ?? STATES[action.slice(0, action.indexOf("."))];
  const named = (list: string | undefined, code: unknown) =>
    [`${list}.${String(code)}`, `people.states.${String(code)}`]
      .filter((key) => list !== undefined && t.has(key))
      .map((key) => t(key))[0] ?? String(code);
  const moved = from !== undefined && to !== undefined && from !== to;
  const told = Object.entries(others).map(([name, value]) => {
    if (name === "amount" && typeof value === "number") return formatLei(value, t.locale);
    if (name === "days" && typeof value === "number") return t.count("people.deeds.days", value);
    const list = name === "state" ? states : LISTS[name];
    if (name === "changed" && Array.isArray(value)) return value.map((one) => named(list, one)).join(", ");
    return typeof value === "string" || typeof value === "number" ? named(list, value) : "";
  });
  return [moved ? `${named(states, from)} → ${named(states, to)}` : "", ...told].filter(Boolean).join(" · ");
}

/** Where the states are said in words that a deed of some kind moves between. */
const STATES: Record<string, string> = {
  "user.change_role": "general.roles",
  listing: "general.listingStates",
  enquiry: "general.enquiryStates",
  post: "people.states",
};

/** Where the codes that a detail may hold are said in words. */
const LISTS: Record<string, string> = {
  by: "people.deeds.by",
  role: "general.roles",
  mail: "people.mails",
  reason: "general.moderationReasons",
  returned: "general.moderationReasons",
  review: "people.reviews",
  outcome: "ledger.outcomes",
  queue: "follow-up.queues",
  changed: "follow-up.fields",
};
