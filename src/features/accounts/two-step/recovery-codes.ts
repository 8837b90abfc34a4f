import { keyedHash } from "@/auth/keyed-hash";
import type { Ctx } from "@/context";

const COUNT = 10;
/** Digits; groups of four, so that they are easy to copy by hand. */
const LENGTH = 12;

/** New recovery codes: `1234-5678-9012`. */
export const createRecoveryCodes = (): string[] => Array.from({ length: COUNT }, createRecoveryCode);

function createRecoveryCode(): string {
  const [random = 0n] = crypto.getRandomValues(new BigUint64Array(1));
  const digits = String(random % 10n ** BigInt(LENGTH)).padStart(LENGTH, "0");
  return (digits.match(/\d{4}/g) ?? []).join("-");
}

/** Keyed, because twelve digits could be found by trial from a plain hash. */
export const hashRecoveryCode = (ctx: Ctx, userId: string, code: string): string =>
  keyedHash(ctx, "recovery code", userId, code.replace(/\D/g, "")).toString("base64url");
