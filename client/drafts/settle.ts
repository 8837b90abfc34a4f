import { FORMS, KEPT, SENT } from "@/shared/kept-forms";
import { readFacts } from "@/shared/page-facts";
import { paths } from "@/shared/paths";

/**
 * Sees to it that what the browser keeps of listings' forms goes when its time is over: once the form was saved, which
 * shows in that its answer led to another page; when its writer signs out; when somebody else is signed in here.
 */
export function settleKeptForms(page: Document): void {
  try {
    const { visitor } = readFacts(page.body.dataset);
    forgetWhere((key) => visitor !== "" && !key.startsWith(`${KEPT}${visitor}/`));
    settleSent(page.location.pathname);
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

function settleSent(path: string): void {
  const id = sessionStorage.getItem(SENT);
  if (!id) return;
  sessionStorage.removeItem(SENT);
  // Refused, or failed: the answer stands where the form was sent to.
  if (/\/(create|edit)$/.test(path)) return;
  forgetWhere((key) => key.endsWith(`/${id}`));
  const channel = new BroadcastChannel(FORMS);
  channel.postMessage({ id });
  channel.close();
}
