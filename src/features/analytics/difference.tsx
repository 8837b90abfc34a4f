import { ArrowDown, ArrowUp, Equal } from "lucide-react";
import { formatDifference, formatShare } from "@/shared/format";
import type { Translator } from "@/shared/i18n/translator";
import { usePage } from "@/ui/page-context";

/**
 * A count compared with that of the previous period. Sign and text carry the meaning; the color only repeats it. `short`
 * shows only the difference, with the full text for screen readers, and nothing if both counts are 0.
 */
export function CountDifference({ now, before, short }: { now: number; before: number; short?: boolean }) {
  const { t } = usePage();
  if (short && now === 0 && before === 0) return null;
  const [Icon, tone] =
    now > before
      ? ([ArrowUp, "more"] as const)
      : now < before
        ? ([ArrowDown, "fewer"] as const)
        : ([Equal, "same"] as const);
  return (
    <span className={`difference difference--${tone}`}>
      <Icon size={14} aria-hidden="true" />
      {short && now !== before ? (
        <>
          <span aria-hidden="true">{formatDifference(now - before, t.locale)}</span>
          <span className="visually-hidden">{formatComparison(t, now, before)}</span>
        </>
      ) : (
        <span>{formatComparison(t, now, before)}</span>
      )}
    </span>
  );
}

function formatComparison(t: Translator, now: number, before: number): string {
  if (now === before) return t("analytics.difference.same");
  const difference = formatDifference(now - before, t.locale);
  if (before === 0) return t("analytics.difference.fromNone", { difference });
  const percent = formatShare(Math.abs(now - before) / before, t.locale);
  return t(`analytics.difference.${now > before ? "more" : "fewer"}`, { difference, percent });
}
