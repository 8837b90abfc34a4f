import type { Ctx } from "@/context";
import { keyedHash } from "./keyed-hash";

/** A rate limit key that contains personal data. It is hashed, because counters outlive accounts. */
export const limitKey = (ctx: Pick<Ctx, "config">, ...parts: string[]): string =>
  keyedHash(ctx, "limits", parts.join("\n")).toString("hex");
