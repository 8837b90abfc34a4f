import type { ReactNode } from "react";
import { paths } from "@/shared/paths";
import { LinkButton } from "@/ui/button";
import { EmptyState } from "@/ui/empty-state";
import { usePage } from "@/ui/page-context";
import type { ChosenPrices } from "./chosen-prices";

export function NoPrices({
  chosen: { subject, level, county, month },
  place,
  children,
}: {
  chosen: ChosenPrices;
  place: string;
  children?: ReactNode;
}) {
  const { t, url } = usePage();
  const [href, label] =
    county && !subject
      ? [paths.prices({ level, month }), "country"]
      : [paths.listings({ subject, level, county, sort: "price" }), "listings"];
  return (
    <EmptyState
      title={t("prices.none.title")}
      action={<LinkButton href={url(href)}>{t(`prices.none.${label}`)}</LinkButton>}
    >
      <p>{t(`prices.none.${subject ? (level ? "level" : "anyLevel") : "anySubject"}`, { place })}</p>
      {children}
    </EmptyState>
  );
}
