import { rmSync } from "node:fs";
import type { D1Database, R2Bucket } from "@cloudflare/workers-types";
import { openLocalData } from "../../dev/launch/local-data";
import type { Ctx } from "../../src/context";
import { connect } from "../../src/db/client";
import { backUp, toManifestKey } from "../../src/features/backups";
import { createObjectStore } from "../../src/platform/object-store";
import { toDay } from "../../src/shared/dates";
import { benchData } from "../catalogue/bench-data";
import { copyData } from "./app";

/** `objects` are those of the bucket of backups, by key; `runs` is how often the job ran until the backup was complete. */
export type CatalogueBackup = { objects: Map<string, Uint8Array>; runs: number; seconds: number };

/** Backs up a copy of a catalogue with the job. */
export async function backUpCatalogue(listings: number): Promise<CatalogueBackup> {
  const { dataDir, now } = await benchData(listings);
  const folder = copyData(dataDir, "backup");
  const data = await openLocalData(folder);
  try {
    const db = connect(data.db as unknown as D1Database);
    const backups = createObjectStore(data.backups as unknown as R2Bucket);
    const ctx = { db, backups, now, clock: () => now } as Ctx;
    const startedAt = Date.now();
    let runs = 0;
    for (; !(await backups.head(toManifestKey(toDay(now)))); runs++) await backUp(ctx);
    const seconds = (Date.now() - startedAt) / 1000;
    const objects = new Map<string, Uint8Array>();
    for await (const listed of backups.listObjects(""))
      for (const { key } of listed) {
        const object = await data.backups.get(key);
        if (object) objects.set(key, new Uint8Array(await object.arrayBuffer()));
      }
    return { objects, runs, seconds };
  } finally {
    await data.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
