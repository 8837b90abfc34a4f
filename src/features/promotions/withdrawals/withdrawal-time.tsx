import { startOfDay, toDay } from "@/shared/dates";
import { Time } from "@/ui/time";

/** When the buyer withdrew. A withdrawal that an admin recorded for an earlier day has no known time. */
export const WithdrawalTime = ({ ts }: { ts: number }) => (
  <Time ts={ts} clock={ts !== startOfDay(toDay(ts))} />
);
