import type { Translator } from "@/shared/i18n/translator";

/** A text of a list, or the kind's text for all its lists. */
export function formatListText(t: Translator, kind: string, text: "lead" | "empty", list: string): string {
  const key = `moderation.kinds.${kind}.${text}`;
  return t(t.has(`${key}.${list}`) ? `${key}.${list}` : key);
}
