import type { Ctx, SignedInUser } from "@/context";
import { defineLimit, hitLimit } from "@/db/rate-limits";
import type { ConsentSettings } from "@/shared/consent";
import { ok, type Result, refuse } from "@/shared/errors";
import { toIsoTime } from "@/shared/format";
import { exportSchema } from "@/shared/schemas/privacy";
import { type OwnData, PERSONAL_DATA } from "./personal-data";

/** Exports by one user; each reads all of the user's data. */
const EXPORTS = defineLimit("export");

/** Exports the data of a user, within a limit. `consent` comes from the browser, which alone stores it. */
export async function exportOwnData(
  ctx: Ctx,
  user: SignedInUser,
  consent: ConsentSettings | null,
): Promise<Result<OwnData>> {
  const { allowed, retryAfter } = await hitLimit(ctx.db, EXPORTS, user.id, ctx.now);
  return allowed
    ? ok(await collectOwnData(ctx, user, consent))
    : refuse("too_many", { reason: "too_many_exports", retryAfter });
}

/**
 * Everything stored about a user, in the order of the sections. Times that end in `_ts` are `{seconds, nanoseconds}`,
 * money is in bani. Leaves out hashes and texts of unsent mails, because a holder of the file could sign in with them.
 */
async function collectOwnData(
  ctx: Ctx,
  user: SignedInUser,
  consent: ConsentSettings | null,
): Promise<OwnData> {
  const read = await Promise.all(PERSONAL_DATA.map(({ read }) => read(ctx, user)));
  const data: OwnData = Object.assign({ exported_at: toIsoTime(ctx.now), consent }, ...read);
  const sections = Object.keys(exportSchema.shape) as (keyof OwnData)[];
  return Object.fromEntries(sections.map((name) => [name, data[name]])) as OwnData;
}
