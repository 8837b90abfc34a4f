import { FORMS, KEPT, SENT } from "@/shared/kept-forms";
import { readFacts } from "@/shared/page-facts";
import { paths } from "@/shared/paths";

/**
 * Sees to it that what the browser keeps of listings' forms goes when its time is over: once the form was saved, which
 * shows in that its answer led to the page that says so; when its writer signs out; when somebody else is signed in here.
 */
export function settleKeptForms(page: Document): void {
  try {
    const { visitor } = readFacts(page.body.dataset);
    forgetWhere((key) => visitor !== "" && !key.startsWith(`${KEPT}${visitor}/`));
    settleSent(new URL(page.location.href));
    page.addEventListener("submit", ({ target }) => {
      const { pathname } = new URL((target as HTMLFormElement).action);
      if (pathname.endsWith(paths.signOut())) forgetWhere(() => true);
    });
  } catch {
    // Storage is shut off, so nothing is kept.
  }
}

function forgetWhere(which: (key: string) => boolean): void {
  for (const key of Object.keys(localStorage)) {
    if (key.startsWith(KEPT) && which(key)) localStorage.removeItem(key);
  }
}

function settleSent(landing: URL): void {
  const id = sessionStorage.getItem(SENT);
  if (!id) return;
  sessionStorage.removeItem(SENT);
  if (!tellsOf(landing, id)) return;
  forgetWhere((key) => key.endsWith(`/${id}`));
  const channel = new BroadcastChannel(FORMS);
  channel.postMessage({ id });
  channel.close();
}

/** Whether a page is the one to which a form leads once it is saved: its owner's list, or the review of an admin. */
function tellsOf({ pathname, searchParams }: URL, id: string): boolean {
  const named = searchParams.has("done") && searchParams.get("id") === id;
  return (named && pathname.endsWith(paths.ownListings())) || pathname.endsWith(paths.adminListing(id));
}
