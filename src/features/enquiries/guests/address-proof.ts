import { timingSafeEqual } from "node:crypto";
import { keyedHash } from "@/auth/keyed-hash";
import type { Ctx } from "@/context";
import { DAY_MS } from "@/shared/dates";

/** How long (ms) further messages from the same browser and address need no confirmation. */
export const ADDRESS_PROOF_MS = DAY_MS;

/** Whether the cookie's value proves this address at `ctx.now`. */
export function isAddressProof(ctx: Pick<Ctx, "config" | "now">, proof: string, email: string): boolean {
  const [time = "", signature = ""] = proof.split(".");
  const age = ctx.now - Number(time);
  if (!(age >= 0 && age < ADDRESS_PROOF_MS)) return false;
  const expected = Buffer.from(signAddressProof(ctx, time, email));
  const actual = Buffer.from(signature);
  return actual.length === expected.length && timingSafeEqual(actual, expected);
}

/** The signature of a proof: of its time and the address. */
export const signAddressProof = (ctx: Pick<Ctx, "config">, time: string, email: string): string =>
  keyedHash(ctx, "confirmed address", JSON.stringify([time, email])).toString("base64url");
