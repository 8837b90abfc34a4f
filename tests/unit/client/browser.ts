import { createBrowserSession, type Session } from "@client/session/session";
import { vi } from "vitest";
import { toPageDataAttributes } from "@/shared/page-data";

/** An access token as the server signs them, with the claims that the browser reads. */
export const createToken = (visitor: string, n: number): string =>
  `head.${btoa(JSON.stringify({ sub: visitor, n }))}.signature`;

type RecordedRequest = { method: string; path: string; headers: Headers; body: unknown; init: RequestInit };
type Handler = (request: RecordedRequest) => Response | Promise<Response>;

/** Replaces the server: each path has a handler; every call is recorded. */
export class TestServer {
  readonly requests: RecordedRequest[] = [];
  /** The maximum number of parallel calls. */
  busiest = 0;
  private busy = 0;
  private readonly handlers = new Map<string, Handler>();
  private issued = 0;

  constructor(visitor = "anna") {
    this.on("/auth/users/refresh", () => this.token(visitor));
    this.on("/auth/users/token", () => this.token(visitor));
    this.on("/auth/users/logout", () => Response.json({ content: "Logged out" }));
    this.on("/auth/users/me", () => Response.json({ content: { _id: visitor, first_name: "Anna" } }));
    vi.stubGlobal("fetch", (path: string, init: RequestInit) => this.fetch(path, init));
  }

  on(path: string, handler: Handler): void {
    this.handlers.set(path, handler);
  }

  /** The next token, valid for 300 s. */
  token(visitor = "anna"): Response {
    return Response.json({ access_token: createToken(visitor, ++this.issued), expires_in: 300 });
  }

  paths(): string[] {
    return this.requests.map(({ path }) => path);
  }

  count(path: string): number {
    return this.paths().filter((called) => called === path).length;
  }

  private async fetch(path: string, init: RequestInit): Promise<Response> {
    const request = {
      path,
      init,
      method: init.method ?? "GET",
      headers: new Headers(init.headers),
      body: init.body,
    };
    this.requests.push(request);
    this.busiest = Math.max(this.busiest, ++this.busy);
    try {
      // Long enough for parallel calls to be detected.
      await new Promise((resolve) => setTimeout(resolve, 50));
      const handler = this.handlers.get(path.split("?")[0] ?? "");
      return handler ? await handler(request) : refusal(404);
    } finally {
      this.busy--;
    }
  }
}

export function refusal(status: number, headers: Record<string, string> = {}): Response {
  const body = { type: "urn:catedra:x", title: "x", status, detail: `refused: ${status}`, request_id: "r" };
  return new Response(JSON.stringify(body), {
    status,
    headers: { "content-type": "application/problem+json", ...headers },
  });
}

/** Web Locks of one browser: one holder per name, in order of request. */
class TestLocks {
  private readonly last = new Map<string, Promise<unknown>>();

  request(name: string, _options: LockOptions, work: () => Promise<unknown>): Promise<unknown> {
    const turn = (this.last.get(name) ?? Promise.resolve()).then(work);
    this.last.set(
      name,
      turn.catch(() => {}),
    );
    return turn;
  }
}

/** BroadcastChannels of one browser: a message reaches all other tabs, `delayMs` later. */
class TestChannels {
  readonly messages: unknown[] = [];
  delayMs = 0;
  private readonly open = new Set<EventTarget>();

  channel(): BroadcastChannel {
    const target = new EventTarget();
    this.open.add(target);
    const postMessage = (data: unknown) => {
      this.messages.push(data);
      const hear = () => {
        for (const channel of this.open) {
          if (channel !== target)
            channel.dispatchEvent(new MessageEvent("message", { data: structuredClone(data) }));
        }
      };
      if (this.delayMs) setTimeout(hear, this.delayMs);
      else queueMicrotask(hear);
    };
    return Object.assign(target, { postMessage, close: () => this.open.delete(target) }) as never;
  }
}

export type Tab = { session: Session; page: Document; show(visible: boolean): void };

/** A browser that opens tabs, which share only locks and channels. */
export class TestBrowser {
  readonly locks = new TestLocks();
  readonly channels = new TestChannels();

  /**
   * `visitor` is the user that the tab's page was rendered for. `locks` false: a browser without Web Locks.
   * `storage`: that of a tab which showed another page before.
   */
  openTab({
    visitor = "anna",
    refreshMs = 120_000,
    locks = true,
    lang = "en",
    apiBase = "",
    storage = tabStorage(),
  } = {}): Tab {
    const page = document.implementation.createHTMLDocument();
    let hidden = false;
    Object.defineProperty(page, "hidden", { get: () => hidden });
    page.documentElement.lang = lang;
    const facts = toPageDataAttributes({
      visitor,
      apiBase,
      accessRefreshMs: refreshMs,
      build: "b1",
      builtTs: 1,
      measurementId: "",
      sent: false,
      isAfterDeletion: false,
      isAfterSending: false,
    });
    for (const [name, value] of Object.entries(facts)) {
      if (value !== undefined) page.body.setAttribute(name, String(value));
    }
    const session = createBrowserSession({
      page,
      locks: locks ? (this.locks as never) : undefined,
      channel: this.channels.channel(),
      storage,
    });
    const show = (visible: boolean) => {
      hidden = !visible;
      page.dispatchEvent(new Event("visibilitychange"));
    };
    return { session, page, show };
  }
}

/** The storage of one tab. */
export function tabStorage(): () => Storage {
  const items = new Map<string, string>();
  const storage = {
    getItem: (name: string) => items.get(name) ?? null,
    setItem: (name: string, value: string) => void items.set(name, value),
    removeItem: (name: string) => void items.delete(name),
    get length() {
      return items.size;
    },
  };
  return () => storage as Storage;
}

/** Silences expected console errors, and returns them. */
export const expectErrors = () => vi.spyOn(console, "error").mockImplementation(() => {});

/** Advances fake timers by N ms and runs all pending work. */
export const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

/** The result of some work within five seconds of fake timers. */
export async function settled<T>(work: Promise<T>): Promise<T> {
  const outcome = work.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );
  await pass(5_000);
  const done = await outcome;
  if ("error" in done) throw done.error;
  return done.value;
}
