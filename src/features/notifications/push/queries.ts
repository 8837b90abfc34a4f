import { asc, eq } from "drizzle-orm";
import type { Ctx, SignedInUser } from "@/context";
import { pushSubscriptions } from "@/db/schema";
import { toTimestampJson } from "@/shared/format";
import type { PushDeviceJson } from "@/shared/schemas/push";

/** A device that gets push messages. */
export type PushDevice = {
  id: string;
  /** Browser and system; "" if unknown. */
  device: string;
  createdTs: number;
  /** Whether the session of this request turned them on. */
  isCurrent: boolean;
};

/** The devices of a user, in the order in which they were added. */
export async function listPushDevices(
  { db }: Ctx,
  user: Pick<SignedInUser, "id" | "sessionId">,
): Promise<PushDevice[]> {
  const { id, device, sessionId, createdTs } = pushSubscriptions;
  const rows = await db
    .select({ id, device, sessionId, createdTs })
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.userId, user.id))
    .orderBy(asc(createdTs), asc(id));
  return rows.map((row) => ({
    id: row.id,
    device: row.device,
    createdTs: row.createdTs,
    isCurrent: row.sessionId === user.sessionId,
  }));
}

export const serializePushDevice = ({
  id,
  device,
  createdTs,
}: Omit<PushDevice, "isCurrent">): PushDeviceJson => ({
  _id: id,
  device,
  created_ts: toTimestampJson(createdTs),
});
