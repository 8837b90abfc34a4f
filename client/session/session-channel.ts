/** An access token, and when it expires (ms since the epoch). */
export type AccessToken = { token: string; expiresAt: number };

/**
 * A message between the tabs of a browser: the signed-in user (null when signed out), and a new access token. The
 * token stays in the memory of this origin's pages, each of which could request one itself.
 */
export type SessionMessage = { userId: string | null; accessToken?: AccessToken };

export const openSessionChannel = (): BroadcastChannel => new BroadcastChannel("session");
