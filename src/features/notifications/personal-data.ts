import { type SQL, sql } from "drizzle-orm";
import type { Ctx, SignedInUser } from "@/context";
import type { Statement } from "@/db/client";
import { pushOutbox } from "@/db/schema";
import { toTimestampJson } from "@/shared/format";
import { listPushDevices } from "./push/queries";

/** A user's devices with push messages as JSON for their export, without the addresses and keys for sending. */
export const exportPushDevices = async (ctx: Ctx, user: Pick<SignedInUser, "id" | "sessionId">) =>
  (await listPushDevices(ctx, user)).map(({ device, createdTs }) => ({
    device,
    created_ts: toTimestampJson(createdTs),
  }));

/**
 * Deletes waiting push messages to others about some records, because they name users. `subjects` is a subquery of
 * `about`. The messages to an erased user are deleted with the sessions (`endSessionsStatements`).
 */
export const erasePushesAboutStatement = ({ db }: Ctx, subjects: SQL): Statement =>
  db.delete(pushOutbox).where(sql`${pushOutbox.about} in ${subjects}`);
