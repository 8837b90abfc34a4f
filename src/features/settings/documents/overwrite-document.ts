import type { Ctx } from "@/context";
import { type Result, refuse } from "@/shared/errors";
import type { DocumentKind, StoredDocument } from "./read-documents";
import { saveDocument } from "./save-document";

/** Attempts of the transaction when other writes come first. */
const MOST_TRIES = 25;

/**
 * Writes a settings document over any present version, as an admin: an optimistic transaction that retries when
 * another write comes first.
 * @returns like `saveDocument`, but `conflict` with `maxretry` after 25 conflicts
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
