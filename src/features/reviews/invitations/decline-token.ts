import { timingSafeEqual } from "node:crypto";
import { keyedHash } from "@/auth/keyed-hash";
import type { Ctx } from "@/context";

/** The token that declines invitations to review, for the learner or guest of an enquiry. It allows nothing else. */
export const createDeclineToken = ({ config }: Pick<Ctx, "config">, enquiryId: string): string =>
  keyedHash({ config }, "decline reviews", enquiryId).toString("base64url");

export function isDeclineToken(ctx: Pick<Ctx, "config">, enquiryId: string, token: string): boolean {
  const expected = Buffer.from(createDeclineToken(ctx, enquiryId));
  const actual = Buffer.from(token);
  return actual.length === expected.length && timingSafeEqual(actual, expected);
}
