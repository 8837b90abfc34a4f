/** An access token and when it ends, in ms since the epoch. */
export type HeldToken = { token: string; expiresAt: number };

/**
 * What the tabs of one browser tell each other: the signed-in user ("" when signed out) and, from a tab that just got
 * it, the access token. It stays in the memory of this origin's pages, each of which could request a token.
 */
export type SessionMessage = { visitor: string; access?: HeldToken };

export const openChannel = (): BroadcastChannel => new BroadcastChannel("session");
