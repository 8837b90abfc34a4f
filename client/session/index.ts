import { createSession, type Session } from "./session";
import { openChannel } from "./word";

/** The page's one piece of state: calls that hold a token share it. */
let session: Session | undefined;

/** The session of this page, made when it is first asked for. */
export function pageSession(): Session {
  session ??= createSession({
    page: document,
    locks: navigator.locks,
    channel: openChannel(),
    storage: () => sessionStorage,
  });
  return session;
}
