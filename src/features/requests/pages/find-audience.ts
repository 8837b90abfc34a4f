import type { Ctx } from "@/context";
import { listScopeCounts } from "@/features/search";
import type { County, Subject } from "@/shared/codes";
import { countyParams, subjectParams } from "@/shared/scope-params";
import { hasListingFor } from "../queries";

/**
 * Who would see a request, as a sentence: the number of teachers of the subject in the county, and whether there are such
 * online. `isEmptyCounty`: none is in the county, and lessons online are not accepted.
 */
export async function findAudience(
  ctx: Ctx,
  { subject, county, online }: { subject: Subject; county: County | null; online: boolean },
): Promise<{ text: string; isEmptyCounty: boolean }> {
  const [scopes, hasOnline] = await Promise.all([
    // Of a subject and county, each teacher has one listing.
    county ? listScopeCounts(ctx, [{ subject, county }]) : [],
    online && hasListingFor(ctx, { subject, county: null, online }),
  ]);
  const count = scopes[0]?.listings ?? 0;
  const params = { ...subjectParams(ctx.t, subject), ...(county ? countyParams(ctx.t, county) : {}) };
  const parts = [
    count > 0 && ctx.t.count("requests.form.audience.county", count, params),
    hasOnline && ctx.t(`requests.form.audience.${count > 0 ? "alsoOnline" : "online"}`, params),
  ].filter(Boolean);
  return {
    text: parts.length > 0 ? parts.join(" ") : ctx.t("requests.form.audience.none", params),
    isEmptyCounty: county !== null && !online && count === 0,
  };
}
