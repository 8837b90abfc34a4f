import { formatFullName } from "@/shared/format";
import { formatAuditAction } from "@/shared/format-audit-action";
import type { Translator } from "@/shared/i18n/translator";
import { DescriptionList } from "@/ui/description-list";
import { usePage } from "@/ui/page-context";
import { Time } from "@/ui/time";
import type { HistoryEvent } from "./select-history";

/** What happened to an item. `reasons` is the message key of the reasons' names. */
export function History({ history, reasons }: { history: readonly HistoryEvent[]; reasons: string }) {
  const { t } = usePage();
  if (history.length === 0) return <p className="muted">{t("moderation.frame.noHistory")}</p>;
  return (
    <DescriptionList
      items={history.map((event) => ({
        key: event.id,
        term: <Time ts={event.ts} clock />,
        details: [formatEvent(t, event), formatExplanation(t, event, reasons)].filter(Boolean).join(": "),
      }))}
    />
  );
}

/** What was done, and by whom: "Approved · Ana Pop". */
export const formatEvent = (t: Translator, { action, actor }: HistoryEvent): string =>
  formatAuditAction(t, action) + (actor ? ` · ${formatFullName(actor)}` : "");

function formatExplanation(t: Translator, { detail }: HistoryEvent, reasons: string): string {
  const { reason = [], further_reasons = [], text = "" } = detail;
  const names = [reason, further_reasons].flat().map((code) => t(`${reasons}.${code}`));
  return [names.join("; "), text].filter(Boolean).join(" – ");
}
