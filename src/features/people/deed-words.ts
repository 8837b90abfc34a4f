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

/** Where an admin reads of the thing that a deed was about; null where it has no page, as a mail that was sent. */
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
  enquiry: (id) => paths.enquiry(id),
  post: (id) => paths.editPost(id),
  category: () => paths.adminCategories(),
  testimonial: () => paths.adminTestimonials(),
  contact: () => paths.followUp({ queue: "contact" }),
  mail: () => paths.adminMail(),
};

/** What the log keeps of a deed besides, as far as it reads well: reasons, texts, numbers. */
export function deedDetails(t: Translator, { action, detail }: Pick<DeedRow, "action" | "detail">): string {
  const { from, to, ...others } = detail;
  const named = (list: string, code: unknown) => {
    const key = `${list}.${String(code)}`;
    return t.has(key) ? t(key) : String(code);
  };
  const list = action === "user.change_role" ? "general.roles" : "people.states";
  const moved = from !== undefined && to !== undefined ? `${named(list, from)} → ${named(list, to)}` : "";
  const told = Object.entries(others).map(([name, value]) => {
    if (name === "amount" && typeof value === "number") return formatLei(value, t.locale);
    if (name === "days" && typeof value === "number") return t.count("people.deeds.days", value);
    if (typeof value !== "string" && typeof value !== "number") return "";
    return named(DETAIL_LISTS[name] ?? "", value);
  });
  return [moved, ...told].filter(Boolean).join(" · ");
}

/** Where the codes that a detail may hold are said in words. */
const DETAIL_LISTS: Record<string, string> = {
  by: "people.deeds.by",
  role: "general.roles",
  mail: "people.mails",
  reason: "general.moderationReasons",
  state: "people.states",
};
