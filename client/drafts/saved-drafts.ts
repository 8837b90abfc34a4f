import { DRAFT_PREFIX } from "@/shared/draft-keys";
import type { FormValues } from "@/shared/schemas/listing";

/** The unsaved input of a form, stored in the browser until the server has it. */
export type SavedDraft = {
  id: string;
  /** The version that the server has, or CONFLICTING_VERSION; null for a new listing. */
  version: number | null;
  /** Time of the last input (ms). */
  at: number;
  values: FormValues;
};

/** Stands for a draft in conflict with another saved version, until the user chooses one. */
export const CONFLICTING_VERSION = 0;

/** Key prefix of an account's drafts of new listings. */
const NEW = "new/";

const toKey = (account: string, { id, version }: Pick<SavedDraft, "id" | "version">): string =>
  `${DRAFT_PREFIX}${account}/${version === null ? NEW : ""}${id}`;

/** Returns false when the storage is full or disabled. */
export function saveDraft(storage: Storage, account: string, form: SavedDraft): boolean {
  try {
    if (form.version !== null) storage.removeItem(toKey(account, { id: form.id, version: null }));
    storage.setItem(toKey(account, form), JSON.stringify(form));
    return true;
  } catch {
    return false;
  }
}

export function deleteDraft(storage: Storage, account: string, id: string): void {
  for (const version of [null, 1]) storage.removeItem(toKey(account, { id, version }));
}

/** The saved draft of a form. */
export const findDraft = (storage: Storage, account: string, id: string): SavedDraft | null =>
  parseDraft(storage, toKey(account, { id, version: 1 })) ??
  parseDraft(storage, toKey(account, { id, version: null }));

/** Drafts of new listings, the newest first. */
export function listNewDrafts(storage: Storage, account: string): SavedDraft[] {
  const prefix = `${DRAFT_PREFIX}${account}/${NEW}`;
  return Object.keys(storage)
    .filter((key) => key.startsWith(prefix))
    .flatMap((key) => parseDraft(storage, key) ?? [])
    .sort((a, b) => b.at - a.at);
}

function parseDraft(storage: Storage, key: string): SavedDraft | null {
  try {
    const form = JSON.parse(storage.getItem(key) ?? "null") as SavedDraft | null;
    return typeof form?.id === "string" && typeof form.values === "object" ? form : null;
  } catch {
    return null;
  }
}
