import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { type PageResult, paginateByTime } from "@/db/paginate-by-time";
import { posts } from "@/db/schema";
import type { PostState } from "@/shared/codes";
import type { Locale } from "@/shared/i18n/locales";
import { detailsOf, type PostDetails } from "./find-post";

/** Posts of a page. Fewer than in the public list, because each body may have 40,000 characters. */
const PAGE_SIZE = 10;

type PostFilter = { state: PostState; locales: readonly Locale[]; category: string | null };

/**
 * A page of posts in a state: those with a time by that time, the latest first; drafts by their last change. Reads at
 * most one page of each language.
 */
export async function findPostsInState(
  ctx: Pick<Ctx, "db" | "now">,
  { state, locales, category }: PostFilter,
  after: string | undefined,
  size = PAGE_SIZE,
): Promise<PageResult<PostDetails>> {
  const ts = state === "draft" ? posts.updatedTs : posts.publishTs;
  const page = paginateByTime({ ts, id: posts.id, size }, { after });
  const conditions = [
    inState(state, ctx.now),
    category === null ? sql`1` : sql`${posts.categoryId} = ${category}`,
    page.within ?? sql`1`,
  ];
  const order = sql`order by ${ts} desc, ${posts.id} desc limit ${page.limit}`;
  const ofLocale = (locale: Locale) => sql`select id from (select ${posts.id} from ${posts}
    where ${posts.locale} = ${locale} and ${sql.join(conditions, sql` and `)} ${order})`;
  const found = await detailsOf(
    ctx,
    sql`${posts.id} in (${sql.join(locales.map(ofLocale), sql` union all `)})`,
  );
  const timeOf = (post: PostDetails) => (state === "draft" ? post.updatedTs : (post.publishTs ?? 0));
  const rows = found.sort((a, b) => timeOf(b) - timeOf(a) || (b.id < a.id ? -1 : 1)).slice(0, page.limit);
  return page.toPage(rows, (post) => ({ ts: timeOf(post), id: post.id }));
}

function inState(state: PostState, now: number): SQL {
  if (state === "draft") return sql`${posts.publishTs} is null`;
  return state === "scheduled" ? sql`${posts.publishTs} > ${now}` : sql`${posts.publishTs} <= ${now}`;
}
