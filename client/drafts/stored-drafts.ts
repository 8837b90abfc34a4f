import { listStoredKeys, readStoredJson, writeStored } from "@client/storage";
import { toDraftKey } from "@/shared/draft-keys";
import type { FormValues } from "@/shared/schemas/listing";

/** The unsaved input of a form, stored in the browser until the server has it. */
export type StoredDraft = {
  id: string;
  /** The version that the server has, or CONFLICTING_VERSION; null for a new listing. */
  version: number | null;
  /** Time of the last input (ms). */
  at: number;
  values: FormValues;
};

/** Version of a draft in conflict with another saved version, until the user chooses one of them. */
export const CONFLICTING_VERSION = 0;

/** Key prefix of an account's drafts of new listings. */
const NEW = "new/";

const toKey = (account: string, id: string, isNew: boolean): string =>
  toDraftKey(account, `${isNew ? NEW : ""}${id}`);

/** Returns false when the storage is full or disabled. */
export function storeDraft(account: string, draft: StoredDraft): boolean {
  const isNew = draft.version === null;
  if (!isNew) writeStored("localStorage", toKey(account, draft.id, true), null);
  return writeStored("localStorage", toKey(account, draft.id, isNew), JSON.stringify(draft));
}

export function deleteDraft(account: string, id: string): void {
  for (const isNew of [true, false]) writeStored("localStorage", toKey(account, id, isNew), null);
}

/** The stored draft of a form. */
export const findDraft = (account: string, id: string): StoredDraft | null =>
  readDraft(toKey(account, id, false)) ?? readDraft(toKey(account, id, true));

/** Drafts of new listings, the newest first. */
export const listNewDrafts = (account: string): StoredDraft[] =>
  listStoredKeys(toDraftKey(account, NEW))
    .flatMap((key) => readDraft(key) ?? [])
    .sort((a, b) => b.at - a.at);

function readDraft(key: string): StoredDraft | null {
  const draft = readStoredJson<StoredDraft>("localStorage", key);
  return typeof draft?.id === "string" && typeof draft.values === "object" ? draft : null;
}
