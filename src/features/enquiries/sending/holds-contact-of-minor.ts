import type { Ctx } from "@/context";
import { detectContactType, hasStreetAddress } from "@/shared/contact-data";
import { isOfAge, toDay } from "@/shared/dates";

/** Whether a learner under 18 wrote contact data or a street address into a message, and did not confirm to send it. */
export const holdsContactOfMinor = (
  { user, now }: Pick<Ctx, "user" | "now">,
  { message, confirm_contact }: { message: string; confirm_contact?: boolean | undefined },
): boolean =>
  confirm_contact !== true &&
  user?.birthDate != null &&
  !isOfAge(user.birthDate, 18, toDay(now)) &&
  (detectContactType(message) !== null || hasStreetAddress(message));
