import type { Statement } from "./client";

/**
 * Work of `commit` after a batch with a marked statement: wake the sender of the outboxes, or process media deletions.
 */
type AfterCommitHook = "wake-outbox" | "process-deletions";
const HOOK = Symbol("withAfterCommitHook");

/** Marks a statement with a hook. The statement's own builder marks it, so callers cannot forget the hook. */
export const withAfterCommitHook = (hook: AfterCommitHook, statement: Statement): Statement =>
  Object.assign(statement, { [HOOK]: hook });

export const hasAfterCommitHook = (hook: AfterCommitHook, statement: Statement): boolean =>
  (statement as { [HOOK]?: AfterCommitHook })[HOOK] === hook;
