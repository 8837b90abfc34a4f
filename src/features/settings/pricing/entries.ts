import { countyName } from "@/shared/codes";
import { formatDay, formatLei, formatList, formatPercent } from "@/shared/format";
import type { Translator } from "@/shared/i18n/translator";
import {
  listMissingSellerFields,
  type PackagesDocument,
  type Seller,
  type VatRates,
} from "@/shared/schemas/pricing";
import type { DocumentEntry } from "../documents";
import { listPackages } from "./packages";

/** How long a package's promotions are shown, and where; without a length, where, and its code. */
export const formatPackageName = (t: Translator, placement: string, code: string, days: number): string =>
  days > 0
    ? t.count(`pricing.packages.days.${placement}`, days)
    : t("pricing.packages.name", { placement: t(`pricing.packages.placements.${placement}`), code });

export function toPackageEntries(t: Translator, document: PackagesDocument): DocumentEntry[] {
  const { locale } = t;
  const packages = listPackages(document).map(({ code, price, days, placement, off }) => ({
    key: code,
    term: formatPackageName(t, placement, code, days),
    details: [
      formatLei(price, locale),
      days > 0 ? t.count("users.actions.days", days) : t("pricing.packages.noDays"),
      t(off ? "pricing.packages.notOnSale" : "pricing.packages.onSale"),
    ].join(" · "),
  }));
  const caps = (["county", "crowded"] as const).map((name) => ({
    key: `caps.${name}`,
    term: t(`pricing.packages.caps.${name}`),
    details: t.number(document.caps[name]),
  }));
  return [...packages, ...caps];
}

export const toVatEntries = (t: Translator, rates: VatRates): DocumentEntry[] =>
  rates.map(({ from, rate }) => ({
    key: from,
    term: t("pricing.vat.since", { day: formatDay(from, t.locale) }),
    details: formatPercent(rate, t.locale),
  }));

export function toSellerEntries(t: Translator, seller: Seller | null): DocumentEntry[] {
  if (!seller) return [];
  const { county, vat_payer, ...texts } = seller;
  const details = {
    ...texts,
    county: county && countyName(county),
    vat_payer: t(vat_payer ? "general.common.yes" : "general.common.no"),
  };
  return Object.entries(details).flatMap(([name, text]) =>
    text ? [{ key: name, term: t(`pricing.seller.${name}`), details: text }] : [],
  );
}

/** Why nothing is sold, with the seller's missing fields; null if promotions are on sale. */
export function explainNotOnSale(t: Translator, seller: Seller | null): string | null {
  const missing = listMissingSellerFields(seller);
  if (missing.length === 0) return null;
  const fields = formatList(
    missing.map((field) => t(`pricing.seller.${field}`)),
    t.locale,
  );
  return t("pricing.seller.missing", { fields });
}
