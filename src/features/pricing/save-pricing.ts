import { requireAdmin } from "@/auth/guards";
import type { Ctx } from "@/context";
import { readDocument, saveDocument } from "@/features/documents";
import { invalid, type Result } from "@/shared/errors";
import { FORMS, type PricingDocument } from "./forms";
import type { Values } from "./pricing-form";

/**
 * Writes a document of pricing as its form's fields say, over the `version` that the form showed. It holds for whatever
 * is ordered from now on: an order keeps what it was sold with, a paper what stood on it.
 * @returns its version by now; `invalid` by the fields' names; `conflict` with `datastale`
 * @throws Refused for anybody but an admin
 */
export async function savePricing(
  ctx: Ctx,
  name: PricingDocument,
  { values, version }: { values: Values; version: number },
): Promise<Result<{ version: number }>> {
  requireAdmin(ctx);
  const { kind, read, fieldOf } = FORMS[name];
  const { value } = await readDocument(ctx, kind);
  const saved = await saveDocument(ctx, kind, { value: read(values, value), version });
  if (saved.ok || !saved.refusal.fields || !fieldOf) return saved;
  return invalid(
    saved.refusal.fields.map((error) => ({ ...error, field: fieldOf(error.field, values, value) })),
  );
}
