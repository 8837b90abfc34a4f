import { ArrowDown, ArrowUp, Equal } from "lucide-react";
import { formatDifference, formatShare } from "@/shared/format";
import type { Translator } from "@/shared/i18n/translator";
import { usePage } from "@/ui/page-context";

/**
 * A count compared with that of the previous period. Sign and text carry the meaning; the color only repeats it.
 * Nothing if both counts are 0. `short` shows only the difference, with the full text for screen readers.
 */
export function CountDifference({
  current,
  previous,
  short,
}: {
  current: number;
  previous: number;
  short?: boolean;
}) {
  const { t } = usePage();
  if (current === 0 && previous === 0) return null;
  const [Icon, tone] =
    current > previous
      ? ([ArrowUp, "more"] as const)
      : current < previous
        ? ([ArrowDown, "fewer"] as const)
        : ([Equal, "same"] as const);
  return (
    <span className={`difference difference--${tone}`}>
      <Icon size={14} aria-hidden="true" />
      {short && current !== previous ? (
        <>
          <span aria-hidden="true">{formatDifference(current - previous, t.locale)}</span>
          <span className="visually-hidden">{formatComparison(t, current, previous)}</span>
        </>
      ) : (
        <span>{formatComparison(t, current, previous)}</span>
      )}
    </span>
  );
}

function formatComparison(t: Translator, current: number, previous: number): string {
  if (current === previous) return t("analytics.difference.same");
  const difference = formatDifference(current - previous, t.locale);
  if (previous === 0) return t("analytics.difference.fromNone", { difference });
  const percent = formatShare(Math.abs(current - previous) / previous, t.locale);
  return t(`analytics.difference.${current > previous ? "more" : "fewer"}`, { difference, percent });
}
