import type { Ctx, SignedInUser } from "@/context";
import { toTimestampJson } from "@/shared/format";
import { listPushDevices } from "./push/queries";

/** A user's devices with push messages as JSON for their export, without the addresses and keys for sending. */
export const exportPushDevices = async (ctx: Ctx, user: Pick<SignedInUser, "id" | "sessionId">) =>
  (await listPushDevices(ctx, user)).map(({ device, createdTs }) => ({
    device,
    created_ts: toTimestampJson(createdTs),
  }));
