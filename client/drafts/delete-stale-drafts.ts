import { DRAFT_PREFIX, FORM_CHANNEL, SUBMITTED_FORM_KEY } from "@/shared/draft-keys";
import { readPageData } from "@/shared/page-data";
import { paths } from "@/shared/paths";

/**
 * Deletes stored drafts that are no longer needed: after the form was saved, which shows in the page that follows; when
 * the writer signs out; and when another user is signed in.
 */
export function deleteStaleDrafts(page: Document): void {
  try {
    const { visitor } = readPageData(page.body.dataset);
    deleteWhere((key) => visitor !== "" && !key.startsWith(`${DRAFT_PREFIX}${visitor}/`));
    deleteSubmittedDraft(new URL(page.location.href));
    page.addEventListener("submit", ({ target }) => {
      // Not `form.action`, which is the field of that name if the form has one.
      const action = (target as HTMLFormElement).getAttribute("action") ?? "";
      if (action.split("?")[0]?.endsWith(paths.signOut())) deleteWhere(() => true);
    });
  } catch {
    // Storage is disabled, so there are no drafts.
  }
}

function deleteWhere(shouldDelete: (key: string) => boolean): void {
  for (const key of Object.keys(localStorage)) {
    if (key.startsWith(DRAFT_PREFIX) && shouldDelete(key)) localStorage.removeItem(key);
  }
}

function deleteSubmittedDraft(landing: URL): void {
  const id = sessionStorage.getItem(SUBMITTED_FORM_KEY);
  if (!id) return;
  sessionStorage.removeItem(SUBMITTED_FORM_KEY);
  if (!followsSave(landing, id)) return;
  deleteWhere((key) => key.endsWith(`/${id}`));
  const channel = new BroadcastChannel(FORM_CHANNEL);
  channel.postMessage({ id });
  channel.close();
}

/** Whether a page is the one that follows a saved form: the owner's list, or an admin's review page. */
function followsSave({ pathname, searchParams }: URL, id: string): boolean {
  const isNamed = searchParams.has("done") && searchParams.get("id") === id;
  return (isNamed && pathname.endsWith(paths.ownListings())) || pathname.endsWith(paths.adminListing(id));
}
