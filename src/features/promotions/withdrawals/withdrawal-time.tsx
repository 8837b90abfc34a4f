import { startOfDay, toDay } from "@/shared/dates";
import { Time } from "@/ui/time";

/**
 * When the buyer withdrew. A withdrawal that an admin recorded for an earlier day has no known time (`toWithdrawalTime`).
 */
export const WithdrawalTime = ({ ts, paidTs }: { ts: number; paidTs: number | null }) => (
  <Time ts={ts} clock={ts !== paidTs && ts !== startOfDay(toDay(ts))} />
);
