import { Difference } from "@/features/analytics";
import { formatDays, formatLei } from "@/shared/format";
import { usePage } from "@/ui/page-context";
import { type Brought, countOf } from "./brought";

const COMPARED = ["view", "enquiry"] as const;

/** What a promotion brought: its own impressions, what changed against the time before, and what a message cost. */
export function BroughtNumbers({
  brought: { counts, countsBefore, perEnquiry },
  small,
}: {
  brought: Brought;
  /** In a list: differences without their words. */
  small?: boolean;
}) {
  const { t, locale } = usePage();
  return (
    <dl className={small ? "numbers numbers--small numbers--four" : "numbers numbers--four"}>
      <div className="numbers__one numbers__one--promoted_impressions">
        <dt>{t("purchases.brought.promoted")}</dt>
        <dd>
          <strong>{t.number(countOf(counts, "promoted_impression"))}</strong>
        </dd>
      </div>
      {COMPARED.map((kind) => (
        <div key={kind} className="numbers__one">
          <dt>{t(`purchases.brought.${kind}`)}</dt>
          <dd>
            <strong>{t.number(countOf(counts, kind))}</strong>
            <Difference
              {...(small ? { short: true } : {})}
              now={countOf(counts, kind)}
              before={countOf(countsBefore, kind)}
            />
          </dd>
        </div>
      ))}
      <div className="numbers__one">
        <dt>{t("purchases.brought.cost")}</dt>
        <dd>
          {perEnquiry === null ? (
            <span className="small muted">{t("purchases.brought.none")}</span>
          ) : (
            <strong>{formatLei(perEnquiry, locale)}</strong>
          )}
        </dd>
      </div>
    </dl>
  );
}

/** Which days were counted, and against which. */
export function BroughtDays({ brought }: { brought: Brought }) {
  const { t, locale } = usePage();
  const days = ({ from, to }: Brought["period"]) => formatDays(from, to, locale);
  return (
    <p className="small muted">
      {t("purchases.brought.days", { period: days(brought.period), before: days(brought.before) })}
      {brought.promotedBefore ? ` ${t("purchases.brought.promotedBefore")}` : null}
    </p>
  );
}
