import { readStoredJson } from "@client/storage";
import {
  DRAFT_PREFIX,
  FORM_CHANNEL,
  FORM_SENT_KEY,
  SENT_DRAFT_KEY,
  SUBMITTED_FORM_KEY,
  UPLOAD_PREFIX,
} from "@/shared/draft-keys";
import { readPageData } from "@/shared/page-data";
import { paths } from "@/shared/paths";

/** How long a guest's text is kept after its last change (ms). Guests have no sign-out that would delete it. */
const GUEST_DRAFT_MS = 7 * 86_400_000;
const GUEST_PREFIX = `${DRAFT_PREFIX}/`;
const PREFIXES = [DRAFT_PREFIX, UPLOAD_PREFIX];

/**
 * Deletes stored drafts and what resumes interrupted uploads, once they are no longer needed: after the form was saved,
 * or the message was sent, which shows in the page that follows; when the writer signs out, closes the account or
 * deletes it, or deletes a conversation as a guest; when another user is signed in; and a guest's after seven days.
 */
export function deleteStaleDrafts(page: Document): void {
  try {
    const { visitor, sent, isAfterDeletion, isAfterSending } = readPageData(page.body.dataset);
    if (visitor !== "") {
      for (const prefix of PREFIXES)
        deleteWhere((key) => key.startsWith(prefix) && !key.startsWith(`${prefix}${visitor}/`));
    }
    deleteWhere((key, storage) => key.startsWith(GUEST_PREFIX) && storage === localStorage && !isRecent(key));
    // A mere link to such a page must not delete anything.
    if (takeStored(FORM_SENT_KEY) && isAfterDeletion) deleteAfterDeletion(visitor, page.location.pathname);
    // An answer to the form may ask to sign in, or for a correction, and the page after that says that it was sent.
    if (isAfterSending || !sent) deleteSentDraft(isAfterSending);
    deleteSubmittedDraft(new URL(page.location.href));
    page.addEventListener("submit", ({ target, defaultPrevented }) => {
      if (!defaultPrevented) sessionStorage.setItem(FORM_SENT_KEY, "1");
      // Not `form.action`, which is the field of that name if the form has one.
      const action = (target as HTMLFormElement).getAttribute("action") ?? "";
      if (action.split("?")[0]?.endsWith(paths.signOut())) deleteAll();
    });
  } catch {
    // Storage is disabled, so there are no drafts.
  }
}

/** What the page of a form that was sent in this tab left for this page. */
function takeStored(key: string): string | null {
  const text = sessionStorage.getItem(key);
  sessionStorage.removeItem(key);
  return text;
}

function deleteWhere(shouldDelete: (key: string, storage: Storage) => boolean): void {
  for (const storage of [localStorage, sessionStorage]) {
    for (const key of Object.keys(storage)) {
      if (shouldDelete(key, storage)) storage.removeItem(key);
    }
  }
}

const deleteDrafts = (ending: string): void =>
  deleteWhere((key) => key.startsWith(DRAFT_PREFIX) && key.endsWith(ending));

/** Deletes all drafts, or for a signed-in visitor those of the deleted conversation, whose page this is. */
function deleteAfterDeletion(visitor: string, path: string): void {
  if (visitor === "") deleteAll();
  else deleteDrafts(`/${path.split("/").at(-1)}`);
}

const deleteAll = (): void => deleteWhere((key) => PREFIXES.some((prefix) => key.startsWith(prefix)));

/** Deletes the draft of `keep-draft` whose form was sent. The Back button shows the page after an earlier one. */
function deleteSentDraft(isAfterSending: boolean): void {
  const sent = takeStored(SENT_DRAFT_KEY);
  const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  if (isAfterSending && navigation?.type !== "back_forward") deleteWhere((key) => key === sent);
}

/** Whether a text of `keep-draft` was changed in the last seven days. */
function isRecent(key: string): boolean {
  const changedTs = readStoredJson<unknown[]>("localStorage", key)?.[1];
  return typeof changedTs === "number" && Date.now() - changedTs < GUEST_DRAFT_MS;
}

function deleteSubmittedDraft(landing: URL): void {
  const id = takeStored(SUBMITTED_FORM_KEY);
  if (!id || !followsSave(landing, id)) return;
  deleteDrafts(`/${id}`);
  const channel = new BroadcastChannel(FORM_CHANNEL);
  channel.postMessage({ id });
  channel.close();
}

/** Whether a page is the one that follows a saved form: the owner's list, or an admin's page of the listing. */
function followsSave({ pathname, searchParams }: URL, id: string): boolean {
  const isNamed = searchParams.has("done") && searchParams.get("id") === id;
  return (isNamed && pathname.endsWith(paths.ownListings())) || pathname.endsWith(paths.adminListing(id));
}
