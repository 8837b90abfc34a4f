import type { Ctx } from "@/context";
import { type DocumentVersion, documentVersions, readDocument, readDocuments } from "@/features/documents";
import { type Change, changesBetween, type Fact } from "./facts";
import { FORMS, PRICING_DOCUMENTS, type PricingDocument } from "./forms";
import type { Values } from "./pricing-form";

/** What one version of a document changed in the one before it. `ts` in ms. */
export type VersionChanges = {
  version: number;
  ts: number;
  /** Null once they were erased. */
  by: DocumentVersion<unknown>["by"];
  changes: Change[];
};

export type PricingDocumentView = { version: number; values: Values };

const VERSIONS_A_PAGE = 10;

/** The documents of pricing in words, as they hold now. */
export async function readPricing(ctx: Ctx): Promise<{ name: PricingDocument; facts: Fact[] }[]> {
  const kept = await readDocuments(
    ctx,
    PRICING_DOCUMENTS.map((name) => FORMS[name].kind),
  );
  return PRICING_DOCUMENTS.map((name, place) => ({
    name,
    facts: FORMS[name].facts(ctx.t, kept[place]?.value),
  }));
}

/** One document in the fields of its form, and its version, which the form sends back. */
export async function findPricingDocument(ctx: Ctx, name: PricingDocument): Promise<PricingDocumentView> {
  const { kind, values } = FORMS[name];
  const { value, version } = await readDocument(ctx, kind);
  return { version, values: values(value) };
}

/** What a document's versions changed, the newest first, from `newest` down; `next` is where the next page begins. */
export async function findPricingHistory(
  ctx: Ctx,
  name: PricingDocument,
  newest = Number.MAX_SAFE_INTEGER,
): Promise<{ versions: VersionChanges[]; next: number | null }> {
  const { kind, facts } = FORMS[name];
  const found = await documentVersions(ctx, kind, { newest, count: VERSIONS_A_PAGE + 1 });
  const shown = found.slice(0, VERSIONS_A_PAGE);
  const factsOf = (value: unknown) => (value === null ? [] : facts(ctx.t, value));
  return {
    versions: shown.map(({ version, ts, by, value }, place) => ({
      version,
      ts,
      by,
      changes: changesBetween(factsOf(found[place + 1]?.value ?? kind.shipped), factsOf(value)),
    })),
    next: found[VERSIONS_A_PAGE]?.version ?? null,
  };
}

/** A version of a document in the fields of its form; null where it is not kept. Version 0 is what is shipped. */
export async function findPricingValues(
  ctx: Ctx,
  name: PricingDocument,
  version: number,
): Promise<Values | null> {
  const { kind, values } = FORMS[name];
  if (version === 0) return values(kind.shipped);
  const [found] = await documentVersions(ctx, kind, { newest: version, count: 1 });
  return found?.version === version && found.value !== null ? values(found.value) : null;
}
