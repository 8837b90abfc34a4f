import type { Ctx } from "@/context";
import { keyedHash } from "./keyed-hash";

/** Keyed hash of the address of a parent who gets copies. */
export const toParentKey = (ctx: Ctx, email: string): string =>
  keyedHash(ctx, "parent copies", email).toString("base64url");
