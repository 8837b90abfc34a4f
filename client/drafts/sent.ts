import { SENT } from "@/shared/kept-forms";

/** Notes in the tab that a listing's form is on its way, so that the page which answers can tell what became of it. */
export function noteSent(id: string): void {
  try {
    sessionStorage.setItem(SENT, id);
  } catch {
    // Storage is shut off: then nothing was kept either.
  }
}
