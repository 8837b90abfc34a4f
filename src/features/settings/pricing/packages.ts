import type { Ctx } from "@/context";
import type { Placement } from "@/shared/codes";
import { toDay } from "@/shared/dates";
import {
  type Caps,
  isCompleteSeller,
  type PackagesDocument,
  type PackageTerms,
  type VatRates,
} from "@/shared/schemas/pricing";
import { getDocument, getDocuments } from "../documents";
import { PACKAGES, SELLER, VAT } from "./document-kinds";

/** A package on sale. Money in bani, VAT included. */
export type Package = {
  code: string;
  price: number;
  vatAmount: number;
  /** Basis points: 2100 is 21 %; 0 if the seller is not registered for VAT. */
  vatRate: number;
  days: number;
  placement: Placement;
};

/** Packages on sale, in the document's order; none while the seller is incomplete. */
export async function listPackagesOnSale(ctx: Ctx): Promise<Package[]> {
  const [packages, vat, { value: seller }] = await getDocuments(ctx, [PACKAGES, VAT, SELLER]);
  if (!isCompleteSeller(seller)) return [];
  const vatRate = seller.vat_payer ? findVatRate(vat.value, ctx.now) : 0;
  return listPackages(packages.value)
    .filter(({ off }) => !off)
    .map(({ code, price, days, placement }) => ({
      code,
      price,
      days,
      placement,
      vatRate,
      vatAmount: computeIncludedVat(price, vatRate),
    }));
}

/** How many listings of a subject may be promoted at the same time in one placement. */
export const getCaps = async (ctx: Ctx): Promise<Caps> => (await getDocument(ctx, PACKAGES)).value.caps;

/** The document's packages with their codes, in its order, without retired ones. */
export const listPackages = ({ caps: _caps, ...packages }: PackagesDocument) =>
  Object.entries<PackageTerms | null>(packages).flatMap(([code, terms]) =>
    terms === null ? [] : [{ code, ...terms }],
  );

/** The VAT rate (basis points) at a time (ms). A rate applies from midnight of its day in Bucharest. */
function findVatRate(rates: VatRates, now: number): number {
  const today = toDay(now);
  const current = rates.findLast(({ from }) => from <= today) ?? rates[0];
  return current?.rate ?? 0;
}

/** The VAT included in a price, rounded to the ban; rate in basis points. */
const computeIncludedVat = (price: number, rate: number): number =>
  Math.round((price * rate) / (10_000 + rate));
