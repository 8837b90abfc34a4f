import { APPROVE_KEY } from "@/features/moderation";
import type { FollowUpQueue } from "@/shared/codes";
import { Button } from "@/ui/button";
import { usePage } from "@/ui/page-context";

/** The outcomes of a message to the operator that have a button: their texts by the button's value. */
export const CONTACT_OUTCOMES: ReadonlyMap<string, string> = new Map([
  ["replied", "follow-up.suggestions.contact.1"],
  ["no_reply", "follow-up.suggestions.contact.2"],
]);

/** Whether the key A closes a row; the other rows have decisions of their own. */
export const canCloseByKey = (queue: FollowUpQueue): boolean =>
  queue !== "contact" && queue !== "testimonials";

/**
 * The buttons that close a row. Those of a message to the operator record whether it was answered; a testimonial is
 * published or rejected instead.
 */
export function ClosingButtons({
  queue,
  what,
}: {
  queue: FollowUpQueue;
  /** In a list: names the row for screen readers. The buttons are small then. */
  what?: string;
}) {
  const { t } = usePage();
  if (queue === "testimonials") return null;
  const labels = queue === "contact" ? [...CONTACT_OUTCOMES] : [["done", "follow-up.intents.done"] as const];
  return labels.map(([intent, label]) => (
    <Button
      key={intent}
      type="submit"
      name="intent"
      value={intent}
      variant="secondary"
      size={what ? "small" : "regular"}
      accessKey={what === undefined && canCloseByKey(queue) ? APPROVE_KEY : undefined}
    >
      {t(label)}
      {what ? <span className="visually-hidden">: {what}</span> : null}
    </Button>
  ));
}
