/**
 * What D1 says when it fails itself (https://developers.cloudflare.com/d1/observability/debug-d1/), and, in the last four,
 * what was seen of it elsewhere.
 */
export const D1_ERRORS = [
  "D1_ERROR: D1 DB reset because its code was updated.",
  "D1_ERROR: Internal error while starting up D1 DB storage caused object to be reset.",
  "D1_ERROR: Network connection lost.",
  "D1_ERROR: Internal error in D1 DB storage caused object to be reset.",
  "D1_ERROR: Cannot resolve D1 DB due to transient issue on remote node.",
  "D1_ERROR: Can't read from request stream because client disconnected.",
  "D1_ERROR: D1 DB storage operation exceeded timeout which caused object to be reset.",
  "D1_ERROR: D1 DB is overloaded. Requests queued for too long.",
  "D1_ERROR: D1 DB is overloaded. Too many requests queued.",
  "D1_ERROR: D1 DB's isolate exceeded its memory limit and was reset.",
  "D1_ERROR: D1 DB exceeded its CPU time limit and was reset.",
  "D1_ERROR: Replica disconnected from primary.",
  "D1_ERROR: Currently processing a long-running export.",
  "D1_ERROR: internal error; reference = 0123456789abcdef",
  "D1_ERROR: database is locked: SQLITE_BUSY",
] as const;
