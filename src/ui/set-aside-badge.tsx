import { Badge } from "./badge";
import { usePage } from "./page-context";

/** Marks an entry of a queue that an admin snoozed in the follow-up list, or marked as done. */
export function SetAsideBadge() {
  return <Badge tone="waiting">{usePage().t("follow-up.setAside")}</Badge>;
}
