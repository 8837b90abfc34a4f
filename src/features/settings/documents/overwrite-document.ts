import type { Ctx } from "@/context";
import { type Result, refuse } from "@/shared/errors";
import type { DocumentKind, StoredDocument } from "./read-documents";
import { saveDocument } from "./save-document";

/** As often a transaction is tried over what is kept just then. */
const MOST_TRIES = 25;

/**
 * An admin writes a document anew, over whatever is kept: an optimistic transaction, tried again over the next version as
 * long as others are faster.
 * @returns as `saveDocument`, but `conflict` with `maxretry` where others were faster 25 times
 */
export async function overwriteDocument<T>(
  ctx: Ctx,
  kind: DocumentKind<T>,
  value: unknown,
): Promise<Result<StoredDocument<T>>> {
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const saved = await saveDocument(ctx, kind, { value, version: null });
    if (saved.ok || saved.refusal.reason !== "datastale") return saved;
  }
  return refuse("conflict", { reason: "maxretry" });
}
