import type { Ctx } from "@/context";
import { keyedHash } from "./keyed-hash";

/** A counter's key out of personal data: counters outlive accounts, so they hold no e-mail or IP address. */
export const limitKey = (ctx: Pick<Ctx, "config">, ...parts: string[]): string =>
  keyedHash(ctx, "limits", parts.join("\n")).toString("hex");
