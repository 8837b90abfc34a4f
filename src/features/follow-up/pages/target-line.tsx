import { usePage } from "@/ui/page-context";
import { UserLink } from "@/ui/user-link";
import type { FollowUpRow } from "../queues/row";
import { toTargetTexts } from "../target-texts";

/** The queue of a row, why it is there, and the person concerned. */
export function TargetLine({ row }: { row: FollowUpRow }) {
  const { t } = usePage();
  const { who, about } = toTargetTexts(t, row);
  const id = row.texts?.concernedId;
  return (
    <>
      {[t(`follow-up.queues.${row.queue}`), about].filter(Boolean).join(" · ") + (who ? " · " : "")}
      {who && id ? <UserLink user={{ id, name: who }} /> : who}
    </>
  );
}
