import { hasContactOrAddress } from "@/shared/contact-data";
import { isVisitorMinor, type VisitorAge } from "../form/message-hint";

/** Whether a learner under 18 wrote contact data or a street address into a message, and did not confirm to send it. */
export const isContactOfMinorHeld = (
  ctx: VisitorAge,
  { message, confirm_contact }: { message: string; confirm_contact?: boolean | undefined },
): boolean => confirm_contact !== true && isVisitorMinor(ctx) && hasContactOrAddress(message);
