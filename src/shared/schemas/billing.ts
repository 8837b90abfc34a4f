import "./jitless";
import * as z from "zod/mini";
import { BILLING_KINDS, COUNTY_CODES } from "@/shared/codes";
import { normaliseLine } from "@/shared/text";

/** Longest texts of a party in the e-invoice of Romania (CIUS-RO, rules BR-RO-L50, L150 and L200), in characters. */
export const PARTY_LENGTHS = { name: 200, register_number: 40, street: 150, city: 50 } as const;

/** Weights of a tax id's digits, from the right, without the check digit. */
const WEIGHTS = [2, 3, 5, 7, 1, 2, 3, 5, 7];

const TAX_ID = /^(?:RO)?([1-9]\d{1,9})$/;

/** A tax id in the stored form, such as "RO12345674": capitals, no spaces. "RO" means registered for VAT. */
export const normaliseTaxId = (text: string): string => text.replaceAll(/\s/g, "").toUpperCase();

/** Whether a text has the form of a Romanian tax id (CUI): two to ten digits, no leading 0, optionally after "RO". */
export const looksLikeTaxId = (text: string): boolean => TAX_ID.test(text);

/** Whether a tax id's check digit is valid (Law 359/2004, with the tax authority's key 753217532). */
export function isTaxId(text: string): boolean {
  const digits = text.match(TAX_ID)?.[1];
  if (!digits) return false;
  const [check, ...others] = [...digits].toReversed().map(Number);
  const sum = others.reduce((total, digit, place) => total + digit * (WEIGHTS[place] ?? 0), 0);
  return ((sum * 10) % 11) % 10 === check;
}

type Place = { county?: string; city?: string };

const SECTOR = /^(?:s|sect\.?|sector|sectorul)? *([1-6])$/i;

/** A place with the city in the stored form: in București a sector, "1" to "6", also typed as "Sector 1". */
export const normalisePlace = <T extends Place>(party: T): T => {
  const sector = party.county === "b" ? party.city?.match(SECTOR)?.[1] : undefined;
  return sector ? { ...party, city: sector } : party;
};

/** Check: in București the city is a sector, as the e-invoice requires (BR-RO-100 and BR-RO-101). */
export const checkSector = z.refine<Place>(
  (party) => party?.county !== "b" || !party.city || SECTOR.test(party.city),
  // Runs even if another field is wrong, so that both errors come at once.
  { path: ["city"], error: "not_sector", when: () => true },
);

const line = (max: number) => z.string().check(z.overwrite(normaliseLine), z.minLength(1), z.maxLength(max));

const isPersonOr =
  (condition: (taxId: string) => boolean) =>
  (party: { kind: string; tax_id?: string | null | undefined }): boolean =>
    party?.kind !== "company" || condition(normaliseTaxId(String(party.tax_id ?? "")));
const taxIdError = (error: string) => ({ path: ["tax_id"], error, when: () => true });

/**
 * Who is invoiced. A person has neither tax id nor register number; what a form sends for them is dropped. A company
 * needs a tax id.
 */
export const billingSchema = z.pipe(
  z
    .object({
      kind: z.enum(BILLING_KINDS),
      name: line(PARTY_LENGTHS.name),
      tax_id: z.nullish(z.string()),
      register_number: z.nullish(
        z.string().check(z.overwrite(normaliseLine), z.maxLength(PARTY_LENGTHS.register_number)),
      ),
      street: line(PARTY_LENGTHS.street),
      city: line(PARTY_LENGTHS.city),
      county: z.enum(COUNTY_CODES),
    })
    .check(
      z.refine(isPersonOr(Boolean), taxIdError("required")),
      z.refine(isPersonOr(looksLikeTaxId), taxIdError("tax_id_form")),
      z.refine(isPersonOr(isTaxId), taxIdError("not_tax_id")),
      checkSector,
    ),
  z.transform((party) => {
    const { kind, name, tax_id, register_number, street, city, county } = normalisePlace(party);
    const isCompany = kind === "company";
    return {
      kind,
      name,
      tax_id: isCompany && tax_id ? normaliseTaxId(tax_id) : null,
      register_number: (isCompany && register_number) || null,
      street,
      city,
      county,
    };
  }),
);

/** Billing details as stored with a user, an order and an invoice, and as JSON. */
export const billingJsonSchema = z
  .object({
    kind: z.enum(BILLING_KINDS),
    name: z.string(),
    /** A company's CUI, such as "RO12345674"; null for a person. */
    tax_id: z.nullable(z.string()),
    register_number: z.nullable(z.string()),
    street: z.string(),
    /** In București (county `b`) the sector, "1" to "6". */
    city: z.string(),
    county: z.enum(COUNTY_CODES),
  })
  .register(z.globalRegistry, { id: "Billing" });
export type Billing = z.output<typeof billingJsonSchema>;
