import { hasUnsavedInput } from "@client/unsaved";
import { readPageData } from "@/shared/page-data";
import { openChannel, type SessionMessage } from "./word";

/**
 * Tells the browser's other tabs who this page was rendered for, so that signing out in one reaches all, with or
 * without script. A page of a signed-out user is reloaded, unless it holds typed text.
 */
export function followVisitor(page: Document): void {
  const channel = openChannel();
  const visitor = () => readPageData(page.body.dataset).visitor;
  channel.postMessage({ visitor: visitor() } satisfies SessionMessage);
  // A page without an account ignores what other tabs do.
  if (visitor() === "") {
    channel.close();
    return;
  }
  channel.addEventListener("message", ({ data }: MessageEvent<SessionMessage>) => {
    if (data.visitor === visitor() || hasUnsavedInput(page)) return;
    // Reloading would send a form again where the page is the answer to one.
    const { pathname, search } = page.location;
    page.location.replace(pathname + search);
  });
}
