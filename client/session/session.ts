import { CallFailed } from "@client/http/call-failed";
import { type ApiRequest, authorised, prepare, send } from "@client/http/send";
import type { Locale } from "@/shared/i18n/locales";
import { readPageData } from "@/shared/page-data";
import { paths, withQuery } from "@/shared/paths";
import { createRefreshKey } from "./refresh-key";
import { createSessionLock } from "./session-lock";
import { createTimer } from "./timer";
import { createUser, type UserData } from "./user";
import type { HeldToken, SessionMessage } from "./word";

/** A token that ends sooner (ms) is not handed out: the call still has to get there. */
const MARGIN_MS = 10_000;
const TIMEOUT_MS = 30_000;

export type Session = {
  /** Whether an access token is held. */
  readonly authenticated: boolean;
  readonly user: UserData;
  /**
   * A token valid for a call, refreshed where needed; null when signed out. @throws CallFailed, for example offline.
   */
  accessToken(): Promise<string | null>;
  /** The token after a refresh, null when the session is over. @throws CallFailed when that is not known. */
  refresh(): Promise<string | null>;
  /** Signs in and loads the user. @returns why not, or null. */
  login(username: string, password: string, remember: boolean): Promise<CallFailed | null>;
  /** Ends the session; false when there is none or it failed. */
  logout(): Promise<boolean>;
  /** Once after a token exists, unless `force` says again. */
  fetchUser(options?: { force?: boolean }): Promise<UserData>;
  call<T>(path: string, call?: ApiRequest): Promise<T>;
  /** Called after each change of token or user. @returns what ends it. */
  subscribe(listener: () => void): () => void;
};

/** The environment of a session: its page, and what it shares with the browser's other tabs. */
export type Surroundings = {
  page: Document;
  locks: LockManager | undefined;
  channel: BroadcastChannel;
  /** What the tab keeps across its pages; asking for it may throw. */
  storage: () => Storage;
};

type TokenAnswer = { access_token: string; expires_in: number };

/** The browser's half of a session: the access token in memory, kept fresh, and who it belongs to. */
export function createSession({ page, locks, channel, storage }: Surroundings): Session {
  const root = page.documentElement;
  const { apiBase, accessRefreshMs, ...facts } = readPageData(page.body.dataset);
  const withSessionLock = createSessionLock(locks);
  const listeners = new Set<() => void>();
  const changed = () => {
    for (const listener of listeners) listener();
  };
  const user = createUser(() => call(paths.authMe()), changed);
  const timer = createTimer(page, accessRefreshMs, () => void refresh().catch(() => {}));
  /** The user signed in at this browser, as far as is known. */
  let visitor = facts.visitor;
  let access: HeldToken | null = null;
  let refreshing: Promise<string | null> | null = null;
  /** Under the same one the server gives the same cookie again. */
  const refreshKey = createRefreshKey(storage);

  const ready = (path: string, call?: ApiRequest) => prepare(apiBase, root.lang as Locale, path, call);

  /** A call about the session itself. It is carried on when the page is left: its answer changes the cookie. */
  async function change<T>(
    path: string,
    body: Pick<ApiRequest, "json" | "form" | "retryKey"> = {},
  ): Promise<T> {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    return send<T>(ready(path, { ...body, method: "POST", withCookie: true, outlivesPage: true, signal }));
  }

  function become(next: SessionMessage): void {
    if (next.visitor !== visitor || next.visitor === "") {
      access = null;
      timer.stop();
      user.clear();
    }
    visitor = next.visitor;
    if (next.access) {
      access = next.access;
      timer.restart();
    }
    changed();
  }

  function becomeAndTell(next: SessionMessage): void {
    become(next);
    channel.postMessage(next);
  }

  function hold({ access_token: token, expires_in }: TokenAnswer, askedAt: number): void {
    becomeAndTell({ visitor: subjectOf(token), access: { token, expiresAt: askedAt + expires_in * 1000 } });
  }

  async function renew(): Promise<void> {
    const before = access;
    await withSessionLock(async () => {
      // While this tab waited, another one refreshed, or learned that there is nothing left to refresh.
      if (access !== before || visitor === "") return;
      try {
        await exchange().catch((error) => {
          // Asked once more: what was refused may be a cookie that a sign-in has replaced meanwhile.
          if (isRefusal(error) && access === before) return exchange();
          throw error;
        });
      } catch (error) {
        console.error("refresh failed", error);
        if (!isRefusal(error)) throw error;
        // Unless another refresh was faster: then its token stays.
        if (access === before) becomeAndTell({ visitor: "" });
      }
    });
  }

  async function exchange(): Promise<void> {
    const askedAt = Date.now();
    try {
      hold(await change<TokenAnswer>(paths.authRefresh(), { retryKey: refreshKey.take() }), askedAt);
      refreshKey.answered();
    } catch (error) {
      if (error instanceof CallFailed && error.status !== 0) refreshKey.answered();
      throw error;
    }
  }

  function refresh(): Promise<string | null> {
    refreshing ??= renew()
      .then(() => access?.token ?? null)
      .finally(() => {
        refreshing = null;
      });
    return refreshing;
  }

  async function accessToken(): Promise<string | null> {
    if (access && access.expiresAt - Date.now() > MARGIN_MS) return access.token;
    return visitor === "" ? null : refresh();
  }

  async function call<T>(path: string, options?: ApiRequest): Promise<T> {
    const request = ready(path, options);
    const token = await accessToken();
    try {
      return await send<T>(authorised(request, token));
    } catch (error) {
      if (!token || !(error instanceof CallFailed) || error.status !== 401) throw error;
      const fresh = await refresh();
      if (!fresh) throw error;
      return send<T>(authorised(request, fresh));
    }
  }

  async function fetchUser({ force = false } = {}): Promise<UserData> {
    if (await accessToken()) await user.fetch(force);
    return user.data;
  }

  async function login(username: string, password: string, remember: boolean): Promise<CallFailed | null> {
    try {
      const path = withQuery(paths.authToken(), { remember_me: remember });
      await withSessionLock(async () => {
        const askedAt = Date.now();
        hold(await change<TokenAnswer>(path, { form: { username, password } }), askedAt);
      });
    } catch (error) {
      console.error("login failed", error);
      if (error instanceof CallFailed) return error;
      throw error;
    }
    await fetchUser({ force: true });
    return null;
  }

  async function logout(): Promise<boolean> {
    if (!access) return false;
    const { token } = access;
    try {
      await withSessionLock(() =>
        change(paths.authLogout(), { json: { access_token: token, token_type: "bearer" } }),
      );
    } catch (error) {
      console.error("logout failed", error);
      return false;
    }
    // This page knows, and goes where its caller leads it.
    delete page.body.dataset.visitor;
    becomeAndTell({ visitor: "" });
    return true;
  }

  channel.addEventListener("message", ({ data }: MessageEvent<SessionMessage>) => become(data));

  return {
    get authenticated() {
      return access !== null;
    },
    get user() {
      return user.data;
    },
    accessToken,
    refresh,
    login,
    logout,
    fetchUser,
    call,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** Whether the server says that the cookie opens no session. */
const isRefusal = (error: unknown): boolean => error instanceof CallFailed && error.status === 401;

/** Whose token it is: a JWT's `sub` (RFC 7519, 4.1.2). To know, not to trust: rights are the server's to check. */
function subjectOf(token: string): string {
  const payload = token.split(".")[1]?.replaceAll("-", "+").replaceAll("_", "/") ?? "";
  return (JSON.parse(atob(payload)) as { sub: string }).sub;
}
