import type { ObjectStore } from "./object-store";

/**
 * Whose data was erased: an account by its id, a guest by the id of the conversation, or an invited teacher by the id of
 * the invitation.
 */
export const ERASED_KINDS = ["user", "guest", "invitation"] as const;
export type ErasedKind = (typeof ERASED_KINDS)[number];

const toPrefix = (kind: ErasedKind): string => `erased/${kind}/`;

/**
 * Records an erasure in the bucket of backups, so that a restore repeats it. Runs before the batch that erases: one
 * that fails leaves an entry, which the job `repeat-erasures` removes.
 */
export const recordErasure = (backups: ObjectStore, kind: ErasedKind, id: string): Promise<boolean> =>
  backups.putNew(toPrefix(kind) + id, "");

type Erasure = { key: string; id: string; ts: number };

/** The recorded erasures, at most a thousand at a time. */
export async function* listErasures(backups: ObjectStore, kind: ErasedKind): AsyncGenerator<Erasure[]> {
  for await (const objects of backups.listObjects(toPrefix(kind)))
    yield objects.map(({ key, uploaded }) => ({
      key,
      id: key.slice(toPrefix(kind).length),
      ts: uploaded.getTime(),
    }));
}
