import * as z from "zod/mini";
import { PLACEMENTS } from "@/shared/codes";
import { normaliseLine } from "@/shared/text";
import { emailField } from "./accounts";
import { baniSchema } from "./number-schemas";

/** Stripe's minimum, and an upper bound against typing errors; in bani. */
const PRICE_RANGE = { min: 200, max: 1_000_000 };

const RANGE_IN_LEI = { min: PRICE_RANGE.min / 100, max: PRICE_RANGE.max / 100 };

/** A package as set by an admin. Price in bani, VAT included. */
const packageSchema = z
  .object({
    price: baniSchema.check(z.refine((price) => price > 0, { error: "price_range", params: RANGE_IN_LEI })),
    days: z.int().check(z.gte(0), z.lte(366)),
    placement: z.enum(PLACEMENTS),
    /** If true, the package is not on sale: neither shown nor sold. */
    off: z._default(z.boolean(), false),
  })
  .check(
    // A package that is not on sale may be incomplete.
    z.refine(({ off, price }) => off || (price >= PRICE_RANGE.min && price <= PRICE_RANGE.max), {
      path: ["price"],
      error: "price_range",
      params: RANGE_IN_LEI,
    }),
    z.refine(({ off, days }) => off || days > 0, {
      path: ["days"],
      error: "too_small",
      params: { min: 1 },
    }),
  );
export type PackageTerms = z.output<typeof packageSchema>;

const slots = z.int().check(z.gte(1), z.lte(1000));

/** Most promotions of a subject at the same time: in a county; in București or online (`crowded`). */
const capsSchema = z.object({ county: slots, crowded: slots });
export type Caps = z.output<typeof capsSchema>;

const DEFAULT_CAPS: Caps = { county: 12, crowded: 24 };
const DEFAULT_PACKAGES: Record<string, PackageTerms | null> = {
  top7: { price: 1900, days: 7, placement: "results", off: false },
  top14: { price: 2900, days: 14, placement: "results", off: false },
  top30: { price: 4900, days: 30, placement: "results", off: false },
  home7: { price: 3900, days: 7, placement: "home", off: false },
  bump: { price: 900, days: 0, placement: "results", off: true },
};

const PACKAGE_CODE = /^[a-z][a-z0-9]{0,19}$/;

/**
 * The document `settings/packages`: packages by code, null for a retired one, and the caps. Missing entries keep their
 * default values, so that the caps or one package can be set alone.
 */
export const packagesSchema = z.pipe(
  z.catchall(z.object({ caps: z.optional(capsSchema) }), z.nullable(packageSchema)).check(
    z.superRefine((document, issues) => {
      for (const code of Object.keys(document)) {
        if (PACKAGE_CODE.test(code)) continue;
        issues.addIssue({ code: "custom", path: [code], message: "package_code" });
      }
    }),
  ),
  z.transform(({ caps = DEFAULT_CAPS, ...packages }) => ({ ...DEFAULT_PACKAGES, ...packages, caps })),
);
export type PackagesDocument = z.output<typeof packagesSchema>;

/** The document `settings/vat`: the rate from each day in Bucharest on, in basis points. */
export const vatSchema = z
  .array(
    z.object({
      from: z.iso.date("not_date"),
      rate: z.int("percent_range").check(z.gte(0, "percent_range"), z.lte(10_000, "percent_range")),
    }),
  )
  .check(
    z.minLength(1),
    z.maxLength(100),
    z.superRefine((rates, issues) => {
      for (const [place, { from }] of rates.entries()) {
        if (rates.findIndex((one) => one.from === from) === place) continue;
        issues.addIssue({ code: "custom", path: [place, "from"], message: "duplicate_day" });
      }
    }),
    z.overwrite((rates) => rates.toSorted((a, b) => a.from.localeCompare(b.from))),
  );
export type VatRates = z.output<typeof vatSchema>;

/** Weights of a tax id's digits, from the right, without the check digit. */
const WEIGHTS = [2, 3, 5, 7, 1, 2, 3, 5, 7];

const TAX_ID = /^(?:RO ?)?(\d{2,10})$/i;

/** Whether a text has the form of a Romanian tax id (CUI): two to ten digits, optionally after "RO". */
const looksLikeTaxId = (text: string): boolean => TAX_ID.test(text);

/** Whether a tax id's check digit is valid (Law 359/2004, with the tax authority's key 753217532). */
function isTaxId(text: string): boolean {
  const digits = text.match(TAX_ID)?.[1];
  if (!digits) return false;
  const [check, ...others] = [...digits].toReversed().map(Number);
  const sum = others.reduce((total, digit, place) => total + digit * (WEIGHTS[place] ?? 0), 0);
  return ((sum * 10) % 11) % 10 === check;
}

/** Whether an IBAN's checksum is valid (ISO 13616): rearranged and read as a number it is 1 modulo 97. */
function isIban(text: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(text)) return false;
  const digits = [...text.slice(4), ...text.slice(0, 4)]
    .map((letter) => Number.parseInt(letter, 36))
    .join("");
  return [...digits].reduce((rest, digit) => (rest * 10 + Number(digit)) % 97, 0) === 1;
}

const line = (max: number) => z.string().check(z.overwrite(normaliseLine), z.minLength(1), z.maxLength(max));
const exemption = z.string().check(z.overwrite(normaliseLine), z.maxLength(300));

/**
 * The document `settings/seller`: the seller of promotions, as printed on receipts. A seller without VAT names the
 * legal exemption, in both languages.
 */
export const sellerSchema = z
  .object({
    name: line(120),
    tax_id: line(20).check(
      z.refine(looksLikeTaxId, { error: "tax_id_form" }),
      z.refine(isTaxId, { error: "not_tax_id" }),
    ),
    registration_number: line(40),
    address: line(300),
    iban: z.string().check(
      z.overwrite((text) => text.replaceAll(/\s/g, "").toUpperCase()),
      z.minLength(1),
      z.refine(isIban, { error: "not_iban" }),
    ),
    email: emailField,
    /** Prefix of invoice numbers. */
    series: z.string().check(z.trim(), z.minLength(1), z.maxLength(10), z.regex(/^[A-Za-z0-9-]+$/)),
    vat_payer: z.boolean(),
    exemption: z._default(z.object({ en: exemption, ro: exemption }), { en: "", ro: "" }),
  })
  .check(
    z.superRefine(({ vat_payer, exemption }, issues) => {
      if (vat_payer) return;
      for (const locale of ["en", "ro"] as const) {
        if (exemption[locale]) continue;
        issues.addIssue({ code: "custom", path: ["exemption", locale], message: "required" });
      }
    }),
  );
export type Seller = z.output<typeof sellerSchema>;
