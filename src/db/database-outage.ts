import { DrizzleQueryError } from "drizzle-orm";

/**
 * Errors of D1 itself, as opposed to errors in a statement
 * (https://developers.cloudflare.com/d1/observability/debug-d1/): lost connections, moved or restarted storage,
 * overload. The last two are of SQLite and of the platform.
 */
const TRANSIENT_ERRORS = [
  /network connection lost|replica disconnected|client disconnected/i,
  /object to be reset|reset because its code was updated|limit and was reset/i,
  /internal error (while starting up|in) D1 DB storage/i,
  /transient issue on remote node/i,
  /D1 DB is overloaded|currently processing a long-running/i,
  /SQLITE_BUSY|database is locked/i,
  /internal error; reference =/i,
];

/** Whether an error or its cause says that the database is temporarily unavailable. */
export const isDatabaseOutage = (error: unknown): boolean => isCausedBy(error, TRANSIENT_ERRORS);

/** Whether an error says that the database lacks a table or a column: migrations were not applied. */
export const isSchemaMissing = (error: unknown): boolean => isCausedBy(error, [/no such (table|column)/i]);

function isCausedBy(error: unknown, patterns: readonly RegExp[]): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    // The message of a failed query contains the statement and its values, which may match by chance. Its cause has the
    // reason.
    if (cause instanceof DrizzleQueryError) continue;
    const { message } = cause;
    if (patterns.some((pattern) => pattern.test(message))) return true;
  }
  return false;
}
