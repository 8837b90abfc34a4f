import type { Ctx } from "@/context";
import { boundSql, constantSql } from "@/db/bound-sql";
import type { County, Subject } from "@/shared/codes";
import type { Scope } from "./scopes";

/** A scope and how many listings it has. */
export type ScopeCount = Scope & { listings: number };

type ScopeRow = { subject: Subject | ""; county: County | ""; listings: number };

/**
 * The scopes that have listings, with their stored counts; most listings first. Reads a row for each. Listings that
 * expired within the last minute may still be counted. The scopes are in the text of the statement: as values of a list
 * that is passed as JSON, D1 would count them as rows read.
 */
export async function listScopeCounts(ctx: Pick<Ctx, "db">, scopes: readonly Scope[]): Promise<ScopeCount[]> {
  const values = scopes.map(({ subject, county }) => `('${subject ?? ""}', '${county ?? ""}')`);
  if (values.length === 0) return [];
  const [row] = await ctx.db.read<{ counts: string }>(boundSql`
    select json_group_array(json_object('subject', subject, 'county', county, 'listings', listings)) as counts
    from (values ${constantSql(values.join(", "))}) wanted
    cross join listing_counts on subject = wanted.column1 and county = wanted.column2 where listings > 0`);
  return (JSON.parse(row?.counts ?? "[]") as ScopeRow[])
    .map(({ subject, county, listings }) => ({
      subject: subject || null,
      county: county || null,
      listings,
    }))
    .sort((a, b) => b.listings - a.listings);
}
