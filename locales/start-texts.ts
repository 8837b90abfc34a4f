import type { Texts } from "@/shared/i18n/translator";

/**
 * Pages of texts, or parts of them, that home, lists and listings show. The worker starts with these texts and loads
 * the others with the whole app.
 */
const START_TEXTS: readonly string[] = [
  "alerts.offer",
  "blog.latest",
  "enquiries.erased",
  "enquiries.form",
  "enquiries.phone",
  "general",
  "home",
  "listings.actions",
  "reviews.display",
  "search",
  "shortlist.heart",
  "verifications.listing",
];

/** Splits the texts of a language, by page, into those of the start and the others. Both contain all pages. */
export function splitTexts(texts: Texts): { start: Texts; later: Texts } {
  const pages = Object.entries(texts).map(([page, group]) => [page, splitText(page, group)] as const);
  return {
    start: Object.fromEntries(pages.map(([page, { start }]) => [page, start ?? {}])),
    later: Object.fromEntries(pages.map(([page, { later }]) => [page, later ?? {}])),
  };
}

type Text = Texts | string;

function splitText(key: string, text: Text): { start?: Text; later?: Text } {
  if (START_TEXTS.includes(key)) return { start: text };
  if (typeof text === "string" || !START_TEXTS.some((other) => other.startsWith(`${key}.`)))
    return { later: text };
  const [start, later]: [Texts, Texts] = [{}, {}];
  for (const [name, inner] of Object.entries(text)) {
    const parts = splitText(`${key}.${name}`, inner);
    if (parts.start !== undefined) start[name] = parts.start;
    if (parts.later !== undefined) later[name] = parts.later;
  }
  return { start, later };
}
