import { inArray } from "drizzle-orm";
import * as z from "zod";
import type { Ctx } from "@/context";
import { settings } from "@/db/schema";
import { PLACEMENTS, type Placement } from "@/shared/codes";

/** A package as it is sold now. Money in bani, VAT included. */
export type Package = {
  code: string;
  price: number;
  vatAmount: number;
  /** Basis points: 2100 is 21 %. */
  vatRate: number;
  days: number;
  placement: Placement;
};

const packageSchema = z.object({
  price: z.int().positive(),
  days: z.int().min(0).max(366),
  placement: z.enum(PLACEMENTS),
  /** Off: it is not shown and can't be ordered. */
  off: z.boolean().default(false),
});
const packagesSchema = z.record(z.string().regex(/^[a-z][a-z0-9]{0,19}$/), packageSchema);
type Packages = z.output<typeof packagesSchema>;

/** From which day (YYYY-MM-DD, in force since midnight UTC) which rate holds, in basis points. */
const vatSchema = z.array(z.object({ from: z.iso.date(), rate: z.int().min(0).max(10_000) })).min(1);

const SHIPPED: Packages = {
  top7: { price: 1900, days: 7, placement: "results", off: false },
  top14: { price: 2900, days: 14, placement: "results", off: false },
  top30: { price: 4900, days: 30, placement: "results", off: false },
  home7: { price: 3900, days: 7, placement: "home", off: false },
  bump: { price: 900, days: 0, placement: "results", off: true },
};

/** Law 141/2025: the standard rate is 21 % since August 2025. */
const SHIPPED_VAT: z.output<typeof vatSchema> = [{ from: "2025-08-01", rate: 2100 }];

/** The settings documents that replace single packages, or the VAT rates, of the shipped ones. */
const PACKAGES_PATH = "settings/packages";
const VAT_PATH = "settings/vat";

/** What can be ordered now, in the order of the documents. A malformed document is logged and counts for nothing. */
export async function packagesOnSale(ctx: Ctx): Promise<Package[]> {
  const rows = await ctx.db
    .select({ path: settings.path, value: settings.value })
    .from(settings)
    .where(inArray(settings.path, [PACKAGES_PATH, VAT_PATH]));
  const document = <S extends z.ZodType>(path: string, schema: S): z.output<S> | null => {
    const row = rows.find((one) => one.path === path);
    if (!row) return null;
    const parsed = schema.safeParse(row.value);
    if (!parsed.success) ctx.log.warn("settings_malformed", { path, error: parsed.error.message });
    return parsed.success ? parsed.data : null;
  };
  const packages: Packages = { ...SHIPPED, ...document(PACKAGES_PATH, packagesSchema) };
  const vatRate = rateAt(document(VAT_PATH, vatSchema) ?? SHIPPED_VAT, ctx.now);
  return Object.entries(packages)
    .filter(([, { off, days }]) => !off && days > 0)
    .map(([code, { price, days, placement }]) => ({
      code,
      price,
      days,
      placement,
      vatRate,
      vatAmount: vatIncluded(price, vatRate),
    }));
}

function rateAt(rates: z.output<typeof vatSchema>, now: number): number {
  const sorted = rates.toSorted((a, b) => a.from.localeCompare(b.from));
  const current = sorted.findLast(({ from }) => Date.parse(from) <= now) ?? sorted[0];
  return current?.rate ?? 0;
}

/** The VAT that is part of a price, rounded to the ban; rate in basis points. */
export const vatIncluded = (price: number, rate: number): number =>
  Math.round((price * rate) / (10_000 + rate));
