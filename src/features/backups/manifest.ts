import * as z from "zod/mini";

/** Objects of the bucket of backups. A day's backup is complete once its manifest exists. */
export const toFolder = (day: string): string => `${day}/`;
export const toManifestKey = (day: string): string => `${day}/manifest.json`;
/** The days with a complete backup, for readers that can't list the bucket. */
export const INDEX_KEY = "index.json";

export const indexSchema = z.object({ days: z.array(z.string()) });

const partSchema = z.object({
  key: z.string(),
  rows: z.int(),
  /** SHA-256 of the lines, in hex. */
  sha256: z.string(),
  /** The key of the last row, as a JSON array; "" without rows. */
  lastKey: z.string(),
});
export type BackupPart = z.infer<typeof partSchema>;

export const manifestSchema = z.object({
  day: z.string(),
  /** When its first part was stored (ms): later changes may be missing. */
  startedTs: z.int(),
  completedTs: z.int(),
  /** The schema version: the name of the last migration. */
  migration: z.string(),
  /** By table: the columns in the order of the lines, and the parts in the order of the key. */
  tables: z.record(
    z.string(),
    z.object({ columns: z.array(z.string()), rows: z.int(), parts: z.array(partSchema) }),
  ),
  /** The last number that each table with AUTOINCREMENT gave. */
  sequences: z.record(z.string(), z.int()),
});
export type Manifest = z.infer<typeof manifestSchema>;
