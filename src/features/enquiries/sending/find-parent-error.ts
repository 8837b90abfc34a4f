import { invalid } from "@/shared/errors";
import type { SenderAccount } from "../find-sender";
import { isVisitorMinor } from "../form/message-hint";

/** Only a learner under 18 names a parent for copies, with another address than their own. */
export function findParentError(
  visitor: { user: SenderAccount | null; now: number },
  parentEmail: string | undefined,
) {
  if (parentEmail === undefined || (isVisitorMinor(visitor) && parentEmail !== visitor.user?.email))
    return null;
  return invalid([
    { field: "parent_email", code: isVisitorMinor(visitor) ? "own_address" : "only_under_18" },
  ]);
}
