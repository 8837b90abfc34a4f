import { createBrowserSession, type Session } from "./session";
import { openSessionChannel } from "./session-channel";

/** All calls of the page share one token. */
let session: Session | undefined;

/** The session of this page, created on first use. */
export function getPageSession(): Session {
  session ??= createBrowserSession({
    page: document,
    locks: navigator.locks,
    channel: openSessionChannel(),
    storage: () => sessionStorage,
  });
  return session;
}
