import { rmSync } from "node:fs";
import type { D1Database, R2Bucket } from "@cloudflare/workers-types";
import { type LocalData, openLocalData } from "../../dev/launch/local-data";
import type { Ctx } from "../../src/context";
import { connect } from "../../src/db/client";
import { backUp, toManifestKey } from "../../src/features/backups";
import { createObjectStore } from "../../src/platform/object-store";
import { toDay } from "../../src/shared/dates";
import { benchData } from "../catalogue/bench-data";
import { copyData } from "./app";

/** A copy of a catalogue. */
export async function openCatalogue(listings: number, name: string) {
  const { dataDir, now } = await benchData(listings);
  const folder = copyData(dataDir, name);
  return { folder, now, data: await openLocalData(folder) };
}

/** A context with what search and the job use. */
export function createContext(data: LocalData, now: number): Ctx {
  const db = connect(data.db as unknown as D1Database);
  const backups = createObjectStore(data.backups as unknown as R2Bucket);
  return { db, backups, now, clock: () => now } as Ctx;
}

/** Runs the job until the backup is complete. Returns the number of runs. */
export async function backUpWhole(ctx: Ctx): Promise<number> {
  for (let runs = 0; ; runs++) {
    if (await ctx.backups.head(toManifestKey(toDay(ctx.now)))) return runs;
    await backUp(ctx);
  }
}

/** The objects of the bucket of backups, by key. */
export async function readObjects({ backups }: Ctx, data: LocalData): Promise<Map<string, Uint8Array>> {
  const objects = new Map<string, Uint8Array>();
  for await (const listed of backups.listObjects(""))
    for (const { key } of listed) {
      const object = await data.backups.get(key);
      if (object) objects.set(key, new Uint8Array(await object.arrayBuffer()));
    }
  return objects;
}

/** A backup of a catalogue. */
export async function backUpCatalogue(listings: number): Promise<Map<string, Uint8Array>> {
  const { folder, now, data } = await openCatalogue(listings, "backup");
  try {
    const ctx = createContext(data, now);
    await backUpWhole(ctx);
    return await readObjects(ctx, data);
  } finally {
    await data.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
