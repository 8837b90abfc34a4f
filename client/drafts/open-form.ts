import { FORM_CHANNEL } from "@/shared/draft-keys";
import { findDraft, listNewDrafts, type StoredDraft } from "./stored-drafts";

export type OpenForm = {
  /** The stored draft of the form; for a new listing, one that is open in no other tab. */
  draft: StoredDraft | null;
  isOpenInOtherTab: boolean;
};

/**
 * Opens a form of the account and locks it for this tab. `version` is null for a new listing. The functions that
 * release the locks are added to `locks`.
 */
export async function openForm(
  accountId: string,
  { id, version }: { id: string; version: number | null },
  locks: (() => void)[],
): Promise<OpenForm> {
  const accountDraft = findDraft(accountId, id);
  if (version === null && !accountDraft) {
    for (const draft of listNewDrafts(accountId)) {
      if (await lock(draft.id, locks)) return { draft, isOpenInOtherTab: false };
    }
  }
  return { draft: accountDraft, isOpenInOtherTab: !(await lock(id, locks)) };
}

/** Whether this tab is the first to have the form open. */
function lock(id: string, locks: (() => void)[]): Promise<boolean> {
  if (!navigator.locks) return Promise.resolve(true);
  return new Promise((resolve) => {
    void navigator.locks.request(`${FORM_CHANNEL}/${id}`, { ifAvailable: true }, (held) => {
      resolve(held !== null);
      return held ? new Promise<void>((release) => void locks.push(release)) : undefined;
    });
  });
}
