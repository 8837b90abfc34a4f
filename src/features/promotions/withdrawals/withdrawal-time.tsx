import { startOfDay, toDay } from "@/shared/dates";
import { Time } from "@/ui/time";

/** A withdrawal that an admin recorded has no known time of day (`toWithdrawalTime`). */
export const isWithdrawalTimeKnown = (ts: number, paidTs: number | null): boolean =>
  ts !== paidTs && ts !== startOfDay(toDay(ts));

/** When the buyer withdrew. */
export const WithdrawalTime = ({ ts, paidTs }: { ts: number; paidTs: number | null }) => (
  <Time ts={ts} clock={isWithdrawalTimeKnown(ts, paidTs)} />
);
