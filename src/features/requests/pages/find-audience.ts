import type { Ctx } from "@/context";
import { countMatches, listScopeCounts, MAX_COUNTED } from "@/features/search";
import { type County, type Level, listExamSchools, type Subject } from "@/shared/codes";
import { NO_FILTERS } from "@/shared/schemas/search";
import { countyParams, subjectParams } from "@/shared/scope-params";

/**
 * Who can see a request, as a sentence: the number of teachers of the subject in the county, how many of them have the
 * level or the school before that exam if not all have, and whether teachers elsewhere give lessons online. `online`: null
 * in a form, whose tick may still change; `onlineText` is for the ticked one. `onlineCount`: listings of the subject with
 * lessons online.
 */
export async function findAudience(
  ctx: Ctx,
  {
    subject,
    level,
    county,
    online,
  }: { subject: Subject; level: Level | undefined; county: County | null; online: boolean | null },
  state: "pending" | "open",
): Promise<{ text: string; onlineText: string; onlineCount: number }> {
  const levels = level ? [...listExamSchools([level]), level] : [];
  const onlineFilters = { ...NO_FILTERS, subject: [subject], online: true };
  const [scopes, fitting, onlineCount, onlineInCounty] = await Promise.all([
    // Of a subject and county, each teacher has one listing.
    county ? listScopeCounts(ctx, [{ subject, county }]) : [],
    county && level ? countMatches(ctx, { ...NO_FILTERS, subject: [subject], level: levels, county }) : null,
    countMatches(ctx, onlineFilters),
    county ? countMatches(ctx, { ...onlineFilters, county }) : 0,
  ]);
  const count = scopes[0]?.listings ?? 0;
  const params = { ...subjectParams(ctx.t, subject), ...(county ? countyParams(ctx.t, county) : {}) };
  const names = levels.map((code) => ctx.t(`general.levelsAfterFor.${code}`));
  const hasOnline = onlineCount > Math.min(onlineInCounty, MAX_COUNTED) && online !== false;
  const explain = (accepted: boolean | null) =>
    [
      count > 0 && ctx.t.count(`requests.form.audience.${state}.county`, count, params),
      fitting === 0 && count > 0 && ctx.t.count("requests.form.audience.noLevel", count),
      fitting !== null &&
        fitting > 0 &&
        fitting < Math.min(count, MAX_COUNTED) &&
        ctx.t.count("requests.form.audience.level", fitting, {
          levels: names.join(ctx.t("requests.form.audience.or")),
        }),
      count === 0 && county && ctx.t("requests.form.audience.emptyCounty", params),
      hasOnline &&
        (accepted === null
          ? ctx.t("requests.form.audience.mayBeOnline", params)
          : ctx.t(`requests.form.audience.${state}.${count > 0 ? "alsoOnline" : "online"}`, params)),
      count === 0 && !hasOnline && ctx.t("requests.form.audience.none", params),
    ]
      .filter(Boolean)
      .join(" ");
  return { text: explain(online), onlineText: explain(true), onlineCount };
}
