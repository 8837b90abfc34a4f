import { DRAFT_PREFIX } from "@/shared/draft-keys";
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
  `${DRAFT_PREFIX}${account}/${isNew ? NEW : ""}${id}`;

/** Returns false when the storage is full or disabled. */
export function storeDraft(storage: Storage, account: string, draft: StoredDraft): boolean {
  try {
    const isNew = draft.version === null;
    if (!isNew) storage.removeItem(toKey(account, draft.id, true));
    storage.setItem(toKey(account, draft.id, isNew), JSON.stringify(draft));
    return true;
  } catch {
    return false;
  }
}

export function deleteDraft(storage: Storage, account: string, id: string): void {
  for (const isNew of [true, false]) storage.removeItem(toKey(account, id, isNew));
}

/** The stored draft of a form. */
export const findDraft = (storage: Storage, account: string, id: string): StoredDraft | null =>
  parseDraft(storage, toKey(account, id, false)) ?? parseDraft(storage, toKey(account, id, true));

/** Drafts of new listings, the newest first. */
export function listNewDrafts(storage: Storage, account: string): StoredDraft[] {
  const prefix = `${DRAFT_PREFIX}${account}/${NEW}`;
  return Object.keys(storage)
    .filter((key) => key.startsWith(prefix))
    .flatMap((key) => parseDraft(storage, key) ?? [])
    .sort((a, b) => b.at - a.at);
}

function parseDraft(storage: Storage, key: string): StoredDraft | null {
  try {
    const draft = JSON.parse(storage.getItem(key) ?? "null") as StoredDraft | null;
    return typeof draft?.id === "string" && typeof draft.values === "object" ? draft : null;
  } catch {
    return null;
  }
}
