/** An access token and when it ends, in ms since the epoch. */
export type HeldToken = { token: string; expiresAt: number };

/**
 * What the tabs of one browser tell each other: who is signed in ("" for nobody) and, from a tab that just got it, the
 * access token. It goes from memory to memory of this origin's pages, each of which could ask for one itself.
 */
export type SessionMessage = { visitor: string; access?: HeldToken };

export const openChannel = (): BroadcastChannel => new BroadcastChannel("session");
