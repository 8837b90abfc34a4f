import { FORMS } from "@/shared/kept-forms";
import { type KeptForm, keptNew, keptOf } from "./kept";

export type OpenForm = {
  /** What this browser keeps of it; of a new listing, what no other tab has open. */
  kept: KeptForm | null;
  /** Whether another tab has it open already. */
  elsewhere: boolean;
};

/**
 * Opens an account's form: it is this tab's then, as long as the tab lives. `version` is null for a new listing;
 * `locks` gets what releases the form.
 */
export async function openForm(
  account: string,
  { id, version }: { id: string; version: number | null },
  locks: (() => void)[],
): Promise<OpenForm> {
  const own = keptOf(localStorage, account, id);
  if (version === null && !own) {
    for (const one of keptNew(localStorage, account)) {
      if (await lock(one.id, locks)) return { kept: one, elsewhere: false };
    }
  }
  return { kept: own, elsewhere: !(await lock(id, locks)) };
}

/** Whether this tab is the first to have the form open. */
function lock(id: string, locks: (() => void)[]): Promise<boolean> {
  if (!navigator.locks) return Promise.resolve(true);
  return new Promise((answer) => {
    void navigator.locks.request(`${FORMS}/${id}`, { ifAvailable: true }, (held) => {
      answer(held !== null);
      return held ? new Promise<void>((release) => void locks.push(release)) : undefined;
    });
  });
}
