import { Badge } from "@/ui/badge";
import { usePage } from "@/ui/page-context";
import { Time } from "@/ui/time";

type Stretch = { startsTs: number; endsTs: number; revokedTs: number | null };

/** Whether a promotion still has days to show its listing. */
export const hasDaysLeft = ({ endsTs, revokedTs }: Stretch, now: number): boolean =>
  revokedTs === null && endsTs > now;

/** Start and end of an order's promotion, and its current state. */
export function PromotionPeriod({ promotion, now }: { promotion: Stretch; now: number }) {
  const { t } = usePage();
  const { startsTs, endsTs, revokedTs } = promotion;
  return (
    <div className="row">
      <span>
        <Time ts={startsTs} clock /> – <Time ts={endsTs} clock />
      </span>
      {revokedTs !== null ? (
        <Badge tone="danger">
          {t("payments-admin.promotion.revoked")}&nbsp;
          <Time ts={revokedTs} />
        </Badge>
      ) : endsTs <= now ? (
        <Badge>{t("payments-admin.promotion.ended")}</Badge>
      ) : startsTs > now ? (
        <Badge tone="waiting">{t("payments-admin.promotion.scheduled")}</Badge>
      ) : (
        <Badge tone="positive">{t("payments-admin.promotion.running")}</Badge>
      )}
    </div>
  );
}
