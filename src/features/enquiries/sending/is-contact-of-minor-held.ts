import { hasContactOrAddress } from "@/shared/contact-data";
import { isVisitorMinor, type VisitorAge } from "../form/message-hint";

/** Whether a learner under 18 wrote contact data or a street address into a message, and did not confirm to send it. */
export const isContactOfMinorHeld = (
  ctx: VisitorAge,
  { message, confirm_contact }: { message: string; confirm_contact?: boolean | undefined },
): boolean => confirm_contact !== true && isVisitorMinor(ctx) && hasContactOrAddress(message);

/** The reasons of a message that is held until its sender confirms it. */
export const HELD_REASONS: ReadonlySet<unknown> = new Set([
  "contact_data_under_18",
  "contact_data_to_under_18",
]);
