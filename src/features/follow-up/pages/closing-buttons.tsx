import { APPROVE_KEY } from "@/features/moderation";
import type { FollowUpQueue } from "@/shared/codes";
import { Button } from "@/ui/button";
import { usePage } from "@/ui/page-context";
import type { FollowUpRow } from "../queues/row";

/** The outcomes of a message to the operator that have a button: their texts by the button's value. */
export const CONTACT_OUTCOMES: ReadonlyMap<string, string> = new Map([
  ["replied", "follow-up.suggestions.contact.1"],
  ["no_reply", "follow-up.suggestions.contact.2"],
]);

/** The buttons that close a row with an outcome, by the queue: the text of each by the button's value. */
const OUTCOMES: Readonly<Partial<Record<FollowUpQueue, ReadonlyMap<string, string>>>> = {
  contact: CONTACT_OUTCOMES,
  // The teacher was promised a message.
  suspensions: new Map([["wrote", "follow-up.suggestions.suspensions.1"]]),
};

/** The text of the outcome that a button of the queue stores; undefined for other buttons. */
export const findButtonOutcome = (queue: FollowUpQueue | undefined, intent: string): string | undefined =>
  queue && OUTCOMES[queue]?.get(intent);

/** Queues whose rows close with a written outcome only: the key of the error without one. */
export const OUTCOME_ERRORS: Readonly<Partial<Record<FollowUpQueue, string>>> = {
  payments: "payment_outcome",
  suspensions: "suspension_outcome",
};

/** Queues whose rows the key A does not close: a message is answered, and what was done is written down. */
const CLOSED_BY_HAND: readonly FollowUpQueue[] = ["contact", "mail_undelivered", "payments", "suspensions"];

export const canCloseByKey = ({ queue, isClosable }: FollowUpRow): boolean =>
  isClosable && !CLOSED_BY_HAND.includes(queue);

/**
 * The buttons that close a row, if an admin may close it. Those of a message to the operator record whether it was
 * answered.
 */
export function ClosingButtons({
  row,
  formAction,
  what,
}: {
  row: FollowUpRow;
  /** See `SubmitButton`. */
  formAction?: string | undefined;
  /** In a list: names the row for screen readers. The buttons are small then. */
  what?: string;
}) {
  const { t } = usePage();
  if (!row.isClosable) return null;
  const labels: (readonly [intent: string, label: string])[] = [
    ...(OUTCOMES[row.queue] ?? []),
    ...(row.queue === "contact" ? [] : [["done", "follow-up.intents.done"] as const]),
  ];
  return labels.map(([intent, label]) => (
    <Button
      key={intent}
      type="submit"
      name="intent"
      value={intent}
      formAction={formAction}
      variant="secondary"
      size={what ? "small" : "regular"}
      accessKey={what === undefined && canCloseByKey(row) ? APPROVE_KEY : undefined}
    >
      {t(label)}
      {what ? <span className="visually-hidden">: {what}</span> : null}
    </Button>
  ));
}
