import { countScope } from "@/db/search-codes";
import type { Level } from "@/shared/codes";
import { NO_FILTERS } from "@/shared/schemas/search";
import { type CountContext, readCounts } from "../counts/read-counts";
import { createSignatureTest, forEachSignature } from "../counts/signatures";
import { findTopLevels } from "../list/scope-summary";
import type { SuggestedFilters } from "./complete-phrase";

/** Stored counts of searches by at most one subject. */
type StoredCounts = {
  /** The number of listings, with those that expired within the last minutes; 0 for a search that was not read. */
  count(filters: SuggestedFilters): number;
  /** The most frequent levels of a search that was read with levels. */
  listTopLevels(filters: SuggestedFilters): Level[];
};

/** Reads the stored counts of searches: one row for each subject and county. One statement. */
export async function readStoredCounts(
  ctx: CountContext,
  searches: readonly SuggestedFilters[],
  withLevels: SuggestedFilters | undefined,
): Promise<StoredCounts> {
  const signatureScopes = new Set(
    searches.filter((filters) => filters === withLevels || needsSignatures(filters)).map(toScope),
  );
  const ranges = [...new Set(searches.map(toScope))].map((scope) => ({
    first: scope,
    last: scope,
    withSignatures: signatureScopes.has(scope),
  }));
  const { counts } = await readCounts(ctx, NO_FILTERS, ranges, false);
  const countsByScope = new Map(counts.map((counted) => [counted.scope, counted]));
  return {
    count(filters) {
      const counted = countsByScope.get(toScope(filters));
      if (!counted || !needsSignatures(filters)) return counted?.listings ?? 0;
      const matches = createSignatureTest({ ...NO_FILTERS, ...filters });
      let total = 0;
      forEachSignature(counted.signatureCounts, (signature, listings) => {
        if (matches(signature)) total += listings;
      });
      return total;
    },
    listTopLevels(filters) {
      const signatureCounts = countsByScope.get(toScope(filters))?.signatureCounts;
      return signatureCounts ? findTopLevels(signatureCounts) : [];
    },
  };
}

const toScope = ({ subject, county }: SuggestedFilters): string =>
  countScope.county(subject?.[0], county ?? undefined);

/** Whether a search has filters besides its scope. */
const needsSignatures = ({ subject: _subject, county: _county, ...others }: SuggestedFilters): boolean =>
  Object.keys(others).length > 0;
