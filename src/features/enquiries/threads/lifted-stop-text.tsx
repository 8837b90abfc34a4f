import { formatDate } from "@/shared/format";
import { usePage } from "@/ui/page-context";
import type { LiftedStop } from "../queries";

/** When the team stopped the messages of the other side, and lifted that. */
export function LiftedStopText({ stop }: { stop: LiftedStop | null }) {
  const { t, locale } = usePage();
  return stop ? (
    <p>
      {t("enquiries.thread.liftedStop", {
        from: formatDate(stop.from, locale),
        to: formatDate(stop.to, locale),
      })}
    </p>
  ) : null;
}
