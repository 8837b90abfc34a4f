import { CallFailed } from "@client/http/call-failed";
import { type ApiRequest, authorizeRequest, prepareRequest, send } from "@client/http/send";
import { createPageTimer } from "@client/page-timer";
import type { Locale } from "@/shared/i18n/locales";
import { readPageData } from "@/shared/page-data";
import { paths, withQuery } from "@/shared/paths";
import { createRefreshKey } from "./refresh-key";
import type { AccessToken, SessionMessage } from "./session-channel";
import { createSessionLock } from "./session-lock";
import { createUser, type UserData } from "./user";

/** A token must be valid for at least this long (ms), because the call takes time. */
const MARGIN_MS = 10_000;
const TIMEOUT_MS = 30_000;

export type Session = {
  /** Whether this tab has an access token. */
  readonly authenticated: boolean;
  readonly user: UserData;
  /**
   * A valid token, refreshed if needed; null when signed out. @throws CallFailed, for example offline
   */
  accessToken(): Promise<string | null>;
  /** The token after a refresh; null when the session has ended. @throws CallFailed if that is unknown */
  refresh(): Promise<string | null>;
  /** Signs in and loads the user. @returns the refusal, or null */
  login(username: string, password: string, remember: boolean): Promise<CallFailed | null>;
  /** Ends the session; false without one, or after a failure. */
  logout(): Promise<boolean>;
  /** Loads the user once, and again with `force`. */
  fetchUser(options?: { force?: boolean }): Promise<UserData>;
  call<T>(path: string, options?: ApiRequest): Promise<T>;
};

/** The environment of a session: its page, and what it shares with other tabs. */
export type SessionEnvironment = {
  page: Document;
  locks: LockManager | undefined;
  channel: BroadcastChannel;
  /** `sessionStorage`; reading the property throws where storage is disabled. */
  storage: () => Storage;
};

type TokenResponse = { access_token: string; expires_in: number };

/** The session in the browser: the access token in memory, its refreshes, and its user. */
export function createBrowserSession({ page, locks, channel, storage }: SessionEnvironment): Session {
  const root = page.documentElement;
  const { apiBase, accessRefreshMs, visitor } = readPageData(page.body.dataset);
  const withSessionLock = createSessionLock(locks);
  const user = createUser(() => call(paths.authMe()));
  const timer = createPageTimer(page, accessRefreshMs, () => void refresh().catch(() => {}));
  /** Id of the signed-in user, as far as this tab knows; null when signed out. */
  let userId = visitor || null;
  let currentToken: AccessToken | null = null;
  let refreshing: Promise<string | null> | null = null;
  /** The server answers a repeated key with the same cookie. */
  const refreshKey = createRefreshKey(storage);

  const toRequest = (path: string, options?: ApiRequest) =>
    prepareRequest(apiBase, root.lang as Locale, path, options);

  /** A call that changes the session. It continues when the user leaves the page, because it changes the cookie. */
  async function changeSession<T>(
    path: string,
    body: Pick<ApiRequest, "json" | "form" | "retryKey"> = {},
  ): Promise<T> {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    return send<T>(toRequest(path, { ...body, method: "POST", withCookie: true, keepalive: true, signal }));
  }

  function apply(next: SessionMessage): void {
    if (next.userId !== userId || next.userId === null) {
      currentToken = null;
      timer.stop();
      user.clear();
    }
    userId = next.userId;
    if (next.accessToken) {
      currentToken = next.accessToken;
      timer.restart();
    }
  }

  function applyAndBroadcast(next: SessionMessage): void {
    apply(next);
    channel.postMessage(next);
  }

  function acceptToken({ access_token: token, expires_in }: TokenResponse, sentAt: number): void {
    applyAndBroadcast({
      userId: readSubject(token),
      accessToken: { token, expiresAt: sentAt + expires_in * 1000 },
    });
  }

  async function refreshNow(): Promise<void> {
    const before = currentToken;
    await withSessionLock(async () => {
      // While this tab waited for the lock, another one refreshed or signed out.
      if (currentToken !== before || userId === null) return;
      try {
        await exchangeCookie().catch((error) => {
          // Once more: a sign-in may have replaced the refused cookie in the meantime.
          if (isRefusal(error) && currentToken === before) return exchangeCookie();
          throw error;
        });
      } catch (error) {
        console.error("refresh failed", error);
        if (!isRefusal(error)) throw error;
        // If another refresh was faster, its token stays.
        if (currentToken === before) applyAndBroadcast({ userId: null });
      }
    });
  }

  async function exchangeCookie(): Promise<void> {
    const sentAt = Date.now();
    try {
      acceptToken(
        await changeSession<TokenResponse>(paths.authRefresh(), { retryKey: refreshKey.get() }),
        sentAt,
      );
      refreshKey.reset();
    } catch (error) {
      if (error instanceof CallFailed && error.status !== 0) refreshKey.reset();
      throw error;
    }
  }

  function refresh(): Promise<string | null> {
    refreshing ??= refreshNow()
      .then(() => currentToken?.token ?? null)
      .finally(() => {
        refreshing = null;
      });
    return refreshing;
  }

  async function accessToken(): Promise<string | null> {
    if (currentToken && currentToken.expiresAt - Date.now() > MARGIN_MS) return currentToken.token;
    return userId === null ? null : refresh();
  }

  async function call<T>(path: string, options?: ApiRequest): Promise<T> {
    const request = toRequest(path, options);
    const token = await accessToken();
    try {
      return await send<T>(authorizeRequest(request, token));
    } catch (error) {
      if (!token || !(error instanceof CallFailed) || error.status !== 401) throw error;
      const fresh = await refresh();
      if (!fresh) throw error;
      return send<T>(authorizeRequest(request, fresh));
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
        const sentAt = Date.now();
        acceptToken(await changeSession<TokenResponse>(path, { form: { username, password } }), sentAt);
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
    if (!currentToken) return false;
    const { token } = currentToken;
    try {
      await withSessionLock(() =>
        changeSession(paths.authLogout(), { json: { access_token: token, token_type: "bearer" } }),
      );
    } catch (error) {
      console.error("logout failed", error);
      return false;
    }
    // The caller leaves the page, so it must not reload itself.
    delete page.body.dataset.visitor;
    applyAndBroadcast({ userId: null });
    return true;
  }

  channel.addEventListener("message", ({ data }: MessageEvent<SessionMessage>) => apply(data));

  return {
    get authenticated() {
      return currentToken !== null;
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
  };
}

/** Whether the server rejected the refresh cookie. */
const isRefusal = (error: unknown): boolean => error instanceof CallFailed && error.status === 401;

/** The user of a token: its `sub` claim (RFC 7519, 4.1.2), not verified. The server checks all rights. */
function readSubject(token: string): string {
  const payload = token.split(".")[1]?.replaceAll("-", "+").replaceAll("_", "/") ?? "";
  return (JSON.parse(atob(payload)) as { sub: string }).sub;
}
