import type { Ctx, SignedInUser } from "@/context";
import { isOfAge, toDay } from "@/shared/dates";
import { MINIMUM_AGE } from "@/shared/schemas/accounts";

/** Why a user may not write requests: the reason of a `forbidden`, or null. An account without a birth date is of age. */
export function findAuthorRefusal(
  { now }: Ctx,
  { emailVerified, birthDate }: SignedInUser,
): "email_unverified" | "under_16" | null {
  if (!emailVerified) return "email_unverified";
  return birthDate !== null && !isOfAge(birthDate, MINIMUM_AGE.u, toDay(now)) ? "under_16" : null;
}
