import { Badge } from "./badge";
import { usePage } from "./page-context";

/** Marks an entry of a queue that no count includes: an admin snoozed it in the follow-up list, or marked it as done. */
export function SetAsideBadge() {
  return <Badge tone="waiting">{usePage().t("follow-up.setAside")}</Badge>;
}
