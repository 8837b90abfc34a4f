import { readTypedDay } from "@/shared/dates";
import type { VatRates } from "@/shared/schemas/pricing";
import { VAT } from "./documents";
import { vatFacts } from "./facts";
import type { PricingForm, Values } from "./pricing-form";

/**
 * Rows of `from` and `rate` (%). Their values go by the day, with the rate: so two who write another day each do not
 * get in each other's way.
 */
export const vatForm: PricingForm<VatRates> = {
  kind: VAT,
  facts: vatFacts,
  values: (rates) => Object.fromEntries(rates.map(({ from, rate }) => [from, percentOf(rate)])),
  sent(form, t) {
    const { from: days = [], rate: rates = [] } = form;
    const rows = days.map((day, row) => [
      readTypedDay(day, t.locale) ?? day.trim(),
      (rates[row] ?? "").trim(),
    ]);
    return Object.fromEntries(rows.filter(([day, rate]) => day || rate));
  },
  read: (values) =>
    vatRows(values).map(({ from, rate }) => ({ from: from || undefined, rate: basisPoints(rate) })),
};

/** The rows of the form, as they are sent and checked: the earliest first, an unfinished one last. */
export const vatRows = (values: Values): { from: string; rate: string }[] =>
  Object.entries(values)
    .map(([from, rate]) => ({ from, rate }))
    .sort((a, b) => Number(a.from === "") - Number(b.from === "") || (a.from < b.from ? -1 : 1));

/** Basis points as they stand in the form, in percent: "21", "9.5". */
const percentOf = (rate: number): string => String(rate / 100);

function basisPoints(typed: string): number | undefined {
  const text = typed.replace(/[\s%]/g, "").replace(",", ".");
  if (text === "") return undefined;
  return /^\d{1,3}(\.\d{1,2})?$/.test(text) ? Math.round(Number(text) * 100) : Number.NaN;
}
