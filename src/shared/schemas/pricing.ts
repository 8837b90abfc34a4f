import * as z from "zod/mini";
import { COUNTY_CODES, type County, PLACEMENTS } from "@/shared/codes";
import { normaliseLine } from "@/shared/text";
import {
  checkSector,
  isTaxId,
  looksLikeTaxId,
  normalisePlace,
  normaliseTaxId,
  PARTY_LENGTHS,
} from "./billing";
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

/**
 * The document `settings/vat`: the rate from each day in Bucharest on, in basis points. Never 0: who charges no VAT is not
 * registered for it (`settings/seller`), because invoices then say why.
 */
export const vatSchema = z
  .array(
    z.object({
      from: z.iso.date("not_date"),
      rate: z.int("percent_range").check(z.gte(1, "percent_range"), z.lte(10_000, "percent_range")),
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

/** Whether an IBAN's checksum is valid (ISO 13616): rearranged and read as a number it is 1 modulo 97. */
function isIban(text: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(text)) return false;
  const digits = [...text.slice(4), ...text.slice(0, 4)]
    .map((letter) => Number.parseInt(letter, 36))
    .join("");
  return [...digits].reduce((rest, digit) => (rest * 10 + Number(digit)) % 97, 0) === 1;
}

/** Longest reason for the exemption in the e-invoice (CIUS-RO, BT-120), in characters. */
const EXEMPTION_LENGTH = 100;

/** A text that may be empty until the seller is complete. */
const text = (max: number) => z._default(z.string().check(z.overwrite(normaliseLine), z.maxLength(max)), "");

/** The tax id with RO if the seller is registered for VAT, and without if not, however it was typed. */
const normaliseSellerTaxId = <T extends { tax_id: string; vat_payer: boolean }>(seller: T): T => {
  const prefix = seller.vat_payer && seller.tax_id !== "" ? "RO" : "";
  return { ...seller, tax_id: prefix + seller.tax_id.replace(/^RO/, "") };
};

/**
 * The document `settings/seller`: the seller of promotions, as printed on invoices. It can be saved in parts; nothing is
 * sold before it is complete (`listMissingSellerFields`).
 */
export const sellerSchema = z
  .object({
    name: text(PARTY_LENGTHS.name),
    tax_id: z._default(
      z.string().check(
        z.overwrite(normaliseTaxId),
        z.refine((id) => id === "" || looksLikeTaxId(id), { error: "tax_id_form" }),
        z.refine((id) => id === "" || isTaxId(id), { error: "not_tax_id" }),
      ),
      "",
    ),
    register_number: text(PARTY_LENGTHS.register_number),
    street: text(PARTY_LENGTHS.street),
    city: text(PARTY_LENGTHS.city),
    county: z._default(z.enum(["", ...COUNTY_CODES]), ""),
    iban: z._default(
      z.nullable(
        z.string().check(
          z.overwrite((iban) => iban.replaceAll(/\s/g, "").toUpperCase()),
          z.refine(isIban, { error: "not_iban" }),
        ),
      ),
      null,
    ),
    vat_payer: z.boolean(),
    /** Why there is no VAT: the article of the Fiscal Code, for a seller who is not registered for VAT. */
    exemption: text(EXEMPTION_LENGTH),
    /** Prefix of invoice numbers. */
    series: z._default(
      z.string().check(
        z.overwrite((series) => series.trim().toUpperCase()),
        z.maxLength(10),
        z.regex(/^[A-Z0-9-]*$/),
      ),
      "",
    ),
  })
  .check(checkSector, z.overwrite(normalisePlace), z.overwrite(normaliseSellerTaxId));
export type Seller = z.output<typeof sellerSchema>;

/** A seller that invoices can name. */
export type CompleteSeller = Seller & { county: County };

/** Fields without which no invoice can be issued (Fiscal Code, art. 319 (20), and CIUS-RO). */
export const REQUIRED_SELLER_FIELDS = [
  "name",
  "tax_id",
  "register_number",
  "street",
  "city",
  "county",
  "series",
] as const satisfies readonly (keyof Seller)[];

/** The fields that a seller still lacks; all of them without a seller. */
export function listMissingSellerFields(seller: Seller | null): (keyof Seller)[] {
  const required = [
    ...REQUIRED_SELLER_FIELDS,
    ...(seller?.vat_payer === false ? (["exemption"] as const) : []),
  ];
  return required.filter((field) => !seller?.[field]);
}

export const isCompleteSeller = (seller: Seller | null): seller is CompleteSeller =>
  listMissingSellerFields(seller).length === 0;
