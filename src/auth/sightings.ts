import { eq, type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { hasAccountSql } from "@/db/guard";
import { teacherSightings, users } from "@/db/schema";
import type { Role } from "@/shared/codes";
import { DAY_MS, HOUR_MS } from "@/shared/dates";
import { keyedHash } from "./keyed-hash";

/** How long after its last use a device or network of a teacher is stored (ms). */
export const SIGHTING_RETENTION_MS = 30 * DAY_MS;
/** A stored device or network is written again only after this time (ms). */
const SIGHTING_INTERVAL_MS = HOUR_MS;

/** The key under which a device cookie's value is stored. */
export const toDeviceKey = (ctx: Pick<Ctx, "config">, device: string): string =>
  keyedHash(ctx, "device", device).toString("base64url");

/** The key under which the network of the request is stored. */
export const toSightingNetworkKey = (ctx: Pick<Ctx, "config" | "network">): string =>
  keyedHash(ctx, "teacher's network", ctx.network).toString("base64url");

/** Stores after the response which device and network a signed-in teacher uses. */
export function recordSighting(ctx: Ctx, user: { id: string; role: Role }, deviceKey: string | null): void {
  // The account may be erased before the statement runs.
  const statement = recordSightingStatement(ctx, user, deviceKey, hasAccountSql(eq(users.id, user.id)));
  if (user.role !== "u") ctx.later(statement);
}

/**
 * Stores the device and the network that a teacher uses, if `guard` holds. Does nothing for learners. Reviews of the
 * teacher from one of them are held.
 */
export function recordSightingStatement(
  ctx: Ctx,
  user: { id: string; role: Role },
  deviceKey: string | null,
  guard: SQL,
) {
  const network = ["network", toSightingNetworkKey(ctx)];
  const keys = deviceKey === null ? [network] : [network, ["device", deviceKey]];
  return ctx.db.run(sql`insert into ${teacherSightings} (user_id, kind, key, last_ts)
    select ${user.id}, value ->> 0, value ->> 1, ${ctx.now} from json_each(${JSON.stringify(keys)})
    where ${user.role !== "u"} and ${guard}
    on conflict (user_id, kind, key) do update set last_ts = excluded.last_ts
    where last_ts <= excluded.last_ts - ${SIGHTING_INTERVAL_MS}`);
}
