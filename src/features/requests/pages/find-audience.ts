import type { Ctx } from "@/context";
import { countMatches, listScopeCounts, MAX_COUNTED } from "@/features/search";
import { type County, type Level, listExamSchools, type Subject } from "@/shared/codes";
import { NO_FILTERS } from "@/shared/schemas/search";
import { countyParams, subjectParams } from "@/shared/scope-params";
import { hasListingFor } from "../queries";

/**
 * Who would see a request, as a sentence: the number of teachers of the subject in the county, how many of them have the
 * level or the school before that exam if not all have, and whether there are such online. `isEmptyCounty`: none is in
 * the county, and lessons online are not accepted.
 */
export async function findAudience(
  ctx: Ctx,
  {
    subject,
    level,
    county,
    online,
  }: { subject: Subject; level: Level | undefined; county: County | null; online: boolean },
): Promise<{ text: string; isEmptyCounty: boolean }> {
  const levels = level ? [...listExamSchools([level]), level] : [];
  const [scopes, fitting, hasOnline] = await Promise.all([
    // Of a subject and county, each teacher has one listing.
    county ? listScopeCounts(ctx, [{ subject, county }]) : [],
    county && level ? countMatches(ctx, { ...NO_FILTERS, subject: [subject], level: levels, county }) : null,
    online && hasListingFor(ctx, { subject, county: null, online }),
  ]);
  const count = scopes[0]?.listings ?? 0;
  const params = { ...subjectParams(ctx.t, subject), ...(county ? countyParams(ctx.t, county) : {}) };
  const names = levels.map((code) => ctx.t(`general.levelsAfterFor.${code}`));
  const parts = [
    count > 0 && ctx.t.count("requests.form.audience.county", count, params),
    fitting === 0 && count > 0 && ctx.t.count("requests.form.audience.noLevel", count),
    fitting !== null &&
      fitting > 0 &&
      fitting < Math.min(count, MAX_COUNTED) &&
      ctx.t.count("requests.form.audience.level", fitting, {
        levels: names.join(ctx.t("requests.form.audience.or")),
      }),
    hasOnline && ctx.t(`requests.form.audience.${count > 0 ? "alsoOnline" : "online"}`, params),
  ].filter(Boolean);
  return {
    text: parts.length > 0 ? parts.join(" ") : ctx.t("requests.form.audience.none", params),
    isEmptyCounty: county !== null && !online && count === 0,
  };
}
