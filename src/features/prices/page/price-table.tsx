import { formatAmount, formatDifference } from "@/shared/format";
import type { PriceCell } from "@/shared/price-cells";
import { usePage } from "@/ui/page-context";
import { formatIndexMonth } from "../format-index-month";
import type { Month } from "../price-index";

export type PriceRow = {
  key: string;
  label: string;
  /** Path of the row's own prices. */
  href?: string | undefined;
  cell: PriceCell;
  /** The median of the earlier month (bani); null without one. */
  earlier?: number | null;
};

/** Prices with their numbers of teachers, and the change of the median since a month. Prices are in lei, without bani. */
export function PriceTable({
  caption,
  head,
  rows,
  since,
}: {
  caption: string;
  /** The heading of the labels. */
  head: string;
  rows: readonly PriceRow[];
  since?: Month | null;
}) {
  const { t, locale, url } = usePage();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area must be reachable by keyboard
    <section className="table-scroll" tabIndex={0} aria-label={caption}>
      <table className="table table--numbers table--fit">
        <thead>
          <tr>
            <th scope="col">{head}</th>
            <th scope="col">{t("prices.table.range")}</th>
            <th scope="col">{t("prices.table.median")}</th>
            {since ? (
              <th scope="col">{t("prices.table.since", { month: formatIndexMonth(since, locale) })}</th>
            ) : null}
            <th scope="col">{t("prices.table.teachers")}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, label, href, cell: [teachers, q1, median, q3], earlier }) => (
            <tr key={key}>
              <th scope="row">{href ? <a href={url(href)}>{label}</a> : label}</th>
              <td className="nowrap">
                {q1 === q3
                  ? formatAmount(q1, locale)
                  : `${formatAmount(q1, locale)}–${formatAmount(q3, locale)}`}
              </td>
              <td>
                <strong>{formatAmount(median, locale)}</strong>
              </td>
              {since ? (
                <td>{earlier == null ? "–" : formatDifference((median - earlier) / 100, locale)}</td>
              ) : null}
              <td>{`${t.number(teachers)}+`}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="small muted">{t("prices.table.note")}</p>
    </section>
  );
}
