import { DrizzleQueryError } from "drizzle-orm";

/**
 * Transient errors of D1, as opposed to errors in a statement
 * (https://developers.cloudflare.com/d1/observability/debug-d1/): lost connections, moved or restarted storage,
 * overload.
 */
const TRANSIENT_ERRORS = [
  /network connection lost/i,
  /object to be reset|reset because its code was updated/i,
  /internal error (while starting up|in) D1 DB storage/i,
  /transient issue on remote node/i,
  /D1 DB is overloaded/i,
  /SQLITE_BUSY|database is locked/i,
];

/** Whether an error of a read or a write, or what caused it, says that the database can't be had at the moment. */
export const isDatabaseOutage = (error: unknown): boolean => isCausedBy(error, TRANSIENT_ERRORS);

/** Whether an error says that the database lacks a table or a column: migrations were not applied. */
export const isSchemaMissing = (error: unknown): boolean => isCausedBy(error, [/no such (table|column)/i]);

function isCausedBy(error: unknown, signs: readonly RegExp[]): boolean {
  for (let one = error; one instanceof Error; one = one.cause) {
    // That of a failed query says its statement and its values, where anything may stand: its cause says why it failed.
    if (one instanceof DrizzleQueryError) continue;
    const { message } = one;
    if (signs.some((sign) => sign.test(message))) return true;
  }
  return false;
}
