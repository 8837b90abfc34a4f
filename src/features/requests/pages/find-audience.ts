import type { Ctx } from "@/context";
import { countMatches, listScopeCounts, MAX_COUNTED } from "@/features/search";
import { type County, type Level, listExamSchools, type Subject } from "@/shared/codes";
import { NO_FILTERS } from "@/shared/schemas/search";
import { countyParams, subjectParams } from "@/shared/scope-params";

/**
 * Who can see a request, as a sentence: the number of teachers of the subject in the county, how many of them have the
 * level or the school before that exam if not all have, and whether there are such online. `online`: null while the form
 * is open, whose text is true of either choice. `onlineCount`: listings of the subject with lessons online.
 */
export async function findAudience(
  ctx: Ctx,
  {
    subject,
    level,
    county,
    online,
  }: { subject: Subject; level: Level | undefined; county: County | null; online: boolean | null },
): Promise<{ text: string; onlineCount: number }> {
  const levels = level ? [...listExamSchools([level]), level] : [];
  const [scopes, fitting, onlineCount] = await Promise.all([
    // Of a subject and county, each teacher has one listing.
    county ? listScopeCounts(ctx, [{ subject, county }]) : [],
    county && level ? countMatches(ctx, { ...NO_FILTERS, subject: [subject], level: levels, county }) : null,
    countMatches(ctx, { ...NO_FILTERS, subject: [subject], online: true }),
  ]);
  const count = scopes[0]?.listings ?? 0;
  const params = { ...subjectParams(ctx.t, subject), ...(county ? countyParams(ctx.t, county) : {}) };
  const names = levels.map((code) => ctx.t(`general.levelsAfterFor.${code}`));
  const hasOnline = onlineCount > 0 && online !== false;
  const onlineText = online === null ? "mayBeOnline" : count > 0 ? "alsoOnline" : "online";
  const parts = [
    count > 0 && ctx.t.count("requests.form.audience.county", count, params),
    fitting === 0 && count > 0 && ctx.t.count("requests.form.audience.noLevel", count),
    fitting !== null &&
      fitting > 0 &&
      fitting < Math.min(count, MAX_COUNTED) &&
      ctx.t.count("requests.form.audience.level", fitting, {
        levels: names.join(ctx.t("requests.form.audience.or")),
      }),
    count === 0 && county && ctx.t("requests.form.audience.emptyCounty", params),
    hasOnline && ctx.t.count(`requests.form.audience.${onlineText}`, onlineCount, params),
    count === 0 && !hasOnline && ctx.t("requests.form.audience.none", params),
  ].filter(Boolean);
  return { text: parts.join(" "), onlineCount };
}
