import { reopenPage } from "@client/reopen-page";
import { hasUnsavedInput } from "@client/unsaved-input";
import { readPageData } from "@/shared/page-data";
import { openSessionChannel, type SessionMessage } from "./session-channel";

/**
 * Tells other tabs for which user this page was rendered. A page of another user reloads, unless it holds unsaved
 * input: so signing out in one tab signs out all, even if that tab signs out without a script.
 */
export function watchVisitor(page: Document): void {
  const channel = openSessionChannel();
  const userId = () => readPageData(page.body.dataset).visitor || null;
  channel.postMessage({ userId: userId() } satisfies SessionMessage);
  // A page without a user ignores other tabs.
  if (userId() === null) {
    channel.close();
    return;
  }
  channel.addEventListener("message", ({ data }: MessageEvent<SessionMessage>) => {
    if (data.userId !== userId() && !hasUnsavedInput(page)) reopenPage(page);
  });
}
