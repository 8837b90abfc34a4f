import { keyedHash } from "@/auth/keyed-hash";
import type { Ctx } from "@/context";

/** The key by which a guest's reviews are found without their address, which is erased earlier. */
export const toGuestKey = (ctx: Ctx, email: string): string =>
  keyedHash(ctx, "guest", email).toString("base64url");
