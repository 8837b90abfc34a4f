import { isVisitorMinor, type VisitorAge } from "../form/message-hint";
import { isPersonalOfMinor } from "../message-warning";

/**
 * Whether a learner under 18 wrote contact data, a street or a school into a message, and did not confirm to send it. A
 * place of a lesson may be a school (`isHeldText`).
 */
export const isContactOfMinorHeld = (
  ctx: VisitorAge,
  { message, confirm_contact }: { message: string; confirm_contact?: boolean | undefined },
  isHeldText = isPersonalOfMinor,
): boolean => confirm_contact !== true && isVisitorMinor(ctx) && isHeldText(message);

/** The reasons of a message that is held until its sender confirms it. */
export const HELD_REASONS: ReadonlySet<unknown> = new Set([
  "contact_data_under_18",
  "contact_data_to_under_18",
]);
