/** The response of an export, before its shape is checked. */
export type Export = Record<string, unknown>;
export const EXPORT = "/data/users/me.json?format=export";
