/** What a call for one's export is answered, before its shape is known. */
export type Export = Record<string, unknown>;
export const EXPORT = "/data/users/me.json?format=export";
