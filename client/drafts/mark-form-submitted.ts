import { SUBMITTED_FORM_KEY } from "@/shared/draft-keys";

/** Records in the tab that a listing's form was submitted, so that the next page can delete its draft. */
export function markFormSubmitted(id: string): void {
  try {
    sessionStorage.setItem(SUBMITTED_FORM_KEY, id);
  } catch {
    // Storage is disabled, so there is no draft either.
  }
}
