import { formatDay, formatLei, formatPercent } from "@/shared/format";
import type { Translator } from "@/shared/i18n/translator";
import type { PackagesDocument, Seller, VatRates } from "@/shared/schemas/pricing";
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
  const { exemption, vat_payer, ...textFields } = seller;
  const toEntry = (name: string, details: string) => ({
    key: name,
    term: t(`pricing.seller.${name}`),
    details,
  });
  return [
    ...Object.entries(textFields).map(([name, text]) => toEntry(name, text)),
    toEntry("vat_payer", t(vat_payer ? "general.common.yes" : "general.common.no")),
    toEntry("exemption_en", exemption.en),
    toEntry("exemption_ro", exemption.ro),
  ].filter(({ details }) => details !== "");
}
