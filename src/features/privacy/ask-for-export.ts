import type { Ctx, Visitor } from "@/context";
import { hitLimit, shippedLimit } from "@/db/limits";
import type { ConsentSettings } from "@/shared/consent";
import { ok, type Result, refuse } from "@/shared/errors";
import { exportOwnData } from "./export-own-data";

/** An export reads all that is stored of a person: often enough for them, too seldom to keep the database busy. */
const EXPORTS = shippedLimit("export");

/** What `exportOwnData` tells, as often as somebody may ask; `too_many` past that. */
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
