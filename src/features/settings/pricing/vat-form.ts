import { parseTypedDay } from "@/shared/dates";
import type { VatRates } from "@/shared/schemas/pricing";
import { normaliseLine } from "@/shared/text";
import type { DocumentForm, Values } from "../documents";
import { VAT } from "./documents";
import { vatFacts } from "./facts";

/**
 * Rows of `from` and `rate` (%). Values are keyed by day, so parallel changes of different days merge. A duplicate day
 * gets the key `{day}\
 * {nth}`, which no field can contain, so that the schema rejects the duplicate instead of the last rate winning.
 */
export const vatForm: DocumentForm<VatRates> = {
  kind: VAT,
  facts: vatFacts,
  values: (rates) => Object.fromEntries(rates.map(({ from, rate }) => [from, percentOf(rate)])),
  sent(form, t) {
    const { from: days = [], rate: rates = [] } = form;
    const values: Record<string, string> = {};
    for (const [row, typed] of days.entries()) {
      const day = parseTypedDay(typed, t.locale) ?? normaliseLine(typed);
      const rate = (rates[row] ?? "").trim();
      if (day || rate) values[day in values ? `${day}\n${row}` : day] = rate;
    }
    return values;
  },
  read: (values) =>
    vatRows(values).map(({ from, rate }) => ({ from: from || undefined, rate: basisPoints(rate) })),
};

/** The form's rows as submitted and checked: by day, an incomplete row last. */
export const vatRows = (values: Values): { from: string; rate: string }[] =>
  Object.entries(values)
    .map(([name, rate]) => ({ from: name.split("\n")[0] ?? "", rate }))
    .sort((a, b) => Number(a.from === "") - Number(b.from === "") || order(a.from, b.from));

const order = (a: string, b: string): number => Number(a > b) - Number(a < b);

/** Basis points as percent: "21", "9.5". */
const percentOf = (rate: number): string => String(rate / 100);

function basisPoints(typed: string): number | undefined {
  const text = typed.replace(/[\s%]/g, "").replace(",", ".");
  if (text === "") return undefined;
  return /^\d{1,3}(\.\d{1,2})?$/.test(text) ? Math.round(Number(text) * 100) : Number.NaN;
}
