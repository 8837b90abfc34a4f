import type { Ctx, Visitor } from "@/context";
import { hitLimit, shippedLimit } from "@/db/limits";
import type { ConsentSettings } from "@/shared/consent";
import { ok, type Result, refuse } from "@/shared/errors";
import { exportOwnData } from "./export-own-data";

/** Exports of one user; each reads all of the user's data. */
const EXPORTS = shippedLimit("export");

/** Calls `exportOwnData` within the limit; `too_many` past it. */
export async function askForExport(
  ctx: Ctx,
  user: Visitor,
  consent: ConsentSettings | null,
): Promise<Result<Awaited<ReturnType<typeof exportOwnData>>>> {
  const { allowed, retryAfter } = await hitLimit(ctx.db, EXPORTS, user.id, ctx.now);
  return allowed
    ? ok(await exportOwnData(ctx, user, consent))
    : refuse("too_many", { reason: "too_many_exports", retryAfter });
}
