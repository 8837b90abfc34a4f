import { formatAuditAction } from "@/shared/format-audit-action";
import type { Translator } from "@/shared/i18n/translator";
import { DescriptionList } from "@/ui/description-list";
import { usePage } from "@/ui/page-context";
import { Time } from "@/ui/time";
import { UserLink } from "@/ui/user-link";
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
        details: <HistoryAction event={event} text={formatExplanation(t, event, reasons)} />,
      }))}
    />
  );
}

/** What was done, by whom, and an explanation: "Approved · Ana Pop: …". */
export function HistoryAction({
  event: { action, actor },
  text = "",
}: {
  event: HistoryEvent;
  text?: string;
}) {
  const { t } = usePage();
  return (
    <>
      {formatAuditAction(t, action) + (actor ? " · " : "")}
      {actor ? <UserLink user={actor} /> : null}
      {text ? `: ${text}` : null}
    </>
  );
}

function formatExplanation(t: Translator, { detail }: HistoryEvent, reasons: string): string {
  const { reason = [], further_reasons = [], text = "" } = detail;
  const names = [reason, further_reasons].flat().map((code) => t(`${reasons}.${code}`));
  return [names.join("; "), text].filter(Boolean).join(" – ");
}
