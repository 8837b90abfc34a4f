import { KEPT } from "@/shared/kept-forms";
import type { FormValues } from "@/shared/schemas/listing";

/** A listing's form as it stood when somebody last typed, kept by the browser until it was saved. */
export type KeptForm = {
  id: string;
  /** The saved version that it is about, or AGAINST_ANOTHER; null while none is. */
  version: number | null;
  /** When it was typed, in ms. */
  at: number;
  values: FormValues;
};

/** No saved version: another text stood against it, and neither was chosen yet. */
export const AGAINST_ANOTHER = 0;

/** Among one account's, what no listing is saved of. */
const NEW = "new/";

const keyOf = (account: string, { id, version }: Pick<KeptForm, "id" | "version">): string =>
  `${KEPT}${account}/${version === null ? NEW : ""}${id}`;

/** Whether it could be kept; a full store, or one that is shut off, can't. */
export function keep(storage: Storage, account: string, form: KeptForm): boolean {
  try {
    if (form.version !== null) storage.removeItem(keyOf(account, { id: form.id, version: null }));
    storage.setItem(keyOf(account, form), JSON.stringify(form));
    return true;
  } catch {
    return false;
  }
}

export function forget(storage: Storage, account: string, id: string): void {
  for (const version of [null, 1]) storage.removeItem(keyOf(account, { id, version }));
}

/** What is kept of one form. */
export const keptOf = (storage: Storage, account: string, id: string): KeptForm | null =>
  read(storage, keyOf(account, { id, version: 1 })) ?? read(storage, keyOf(account, { id, version: null }));

/** What is kept of listings that were never saved, the newest first. */
export function keptNew(storage: Storage, account: string): KeptForm[] {
  const prefix = `${KEPT}${account}/${NEW}`;
  return Object.keys(storage)
    .filter((key) => key.startsWith(prefix))
    .flatMap((key) => read(storage, key) ?? [])
    .sort((a, b) => b.at - a.at);
}

function read(storage: Storage, key: string): KeptForm | null {
  try {
    const form = JSON.parse(storage.getItem(key) ?? "null") as KeptForm | null;
    return typeof form?.id === "string" && typeof form.values === "object" ? form : null;
  } catch {
    return null;
  }
}
