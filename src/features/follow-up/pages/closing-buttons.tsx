import { APPROVE_KEY } from "@/features/moderation";
import { addDays, toDay } from "@/shared/dates";
import { Button } from "@/ui/button";
import { usePage } from "@/ui/page-context";
import { type FollowUpRow, getLastSnoozeDay } from "../queues/row";

/** The outcomes of a message to the operator that have a button: their texts by the button's value. */
export const CONTACT_OUTCOMES: ReadonlyMap<string, string> = new Map([
  ["replied", "follow-up.suggestions.contact.1"],
  ["no_reply", "follow-up.suggestions.contact.2"],
]);

/** Days of the buttons that snooze a row. */
const SNOOZE_DAYS = { tomorrow: 1, week: 7 } as const;

/** The buttons that snooze a row before its deadline, the shortest first. */
export function listSnoozeIntents(row: FollowUpRow, now: number): (keyof typeof SNOOZE_DAYS)[] {
  const last = getLastSnoozeDay(row, now);
  return (["tomorrow", "week"] as const).filter(
    (intent) => last === null || addDays(toDay(now), SNOOZE_DAYS[intent]) <= last,
  );
}

/** The day of a button that snoozes; null for other buttons. */
export const toSnoozeDay = (intent: string, now: number): string | null =>
  intent === "tomorrow" || intent === "week" ? addDays(toDay(now), SNOOZE_DAYS[intent]) : null;

/** Whether the key A closes a row. A message is answered instead, and a failed mail is not handled by a key. */
export const canCloseByKey = ({ queue, isClosable }: FollowUpRow): boolean =>
  isClosable && queue !== "contact" && queue !== "mail_undelivered";

/**
 * The buttons that close a row, if an admin may close it. Those of a message to the operator record whether it was
 * answered.
 */
export function ClosingButtons({
  row,
  what,
}: {
  row: FollowUpRow;
  /** In a list: names the row for screen readers. The buttons are small then. */
  what?: string;
}) {
  const { t } = usePage();
  if (!row.isClosable) return null;
  const labels =
    row.queue === "contact" ? [...CONTACT_OUTCOMES] : [["done", "follow-up.intents.done"] as const];
  return labels.map(([intent, label]) => (
    <Button
      key={intent}
      type="submit"
      name="intent"
      value={intent}
      variant="secondary"
      size={what ? "small" : "regular"}
      accessKey={what === undefined && canCloseByKey(row) ? APPROVE_KEY : undefined}
    >
      {t(label)}
      {what ? <span className="visually-hidden">: {what}</span> : null}
    </Button>
  ));
}
