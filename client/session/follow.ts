import { hasUnsavedInput } from "@client/unsaved";
import { readFacts } from "@/shared/page-facts";
import { openChannel, type SessionMessage } from "./word";

/**
 * Tells the browser's other tabs who this page was rendered for, so that signing out in one reaches all, with script or
 * without. A page of somebody who is not signed in any more is loaded again, unless it holds what was typed.
 */
export function followVisitor(page: Document): void {
  const channel = openChannel();
  const visitor = () => readFacts(page.body.dataset).visitor;
  channel.postMessage({ visitor: visitor() } satisfies SessionMessage);
  // Whoever reads without an account is not disturbed by what others do.
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
