import type { Gender } from "../names";

export type Slots = { gender: Gender } & Record<string, string>;

/**
 * Fills a pattern: `{name}` is the slot of that name, `{Name}` the same with a capital where only the small one is
 * given, `[profesor|profesoară]` the form for a man or a woman.
 */
export function fill(pattern: string, slots: Slots): string {
  return pattern
    .replace(/\[([^|\]]*)\|([^\]]*)\]/g, (_, man: string, woman: string) =>
      slots.gender === "m" ? man : woman,
    )
    .replace(/\{(\w+)\}/g, (_, name: string) => {
      const small = name.charAt(0).toLowerCase() + name.slice(1);
      const value = slots[name] ?? (slots[small] === undefined ? undefined : capital(slots[small]));
      if (value === undefined) throw new Error(`no slot ${name} for: ${pattern}`);
      return value;
    });
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** "un an", "3 ani", "20 de ani" */
export const years = (n: number): string => (n === 1 ? "un an" : `${n} ${n >= 20 ? "de ani" : "ani"}`);

/** "matematică" → "matematica", "chimie" → "chimia", "pian" → "pianul" */
export function definite(name: string): string {
  if (name === "limba română" || name === "canto") return name;
  if (name === "teorie muzicală") return "teoria muzicală";
  if (name.endsWith("ie")) return name.replace(/e$/, "a");
  return name.endsWith("ă") ? name.replace(/ă$/, "a") : `${name}ul`;
}
