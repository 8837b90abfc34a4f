import { sql } from "drizzle-orm";
import { requireAdmin } from "@/auth/access";
import type { Ctx } from "@/context";
import { isSetAsideSql } from "@/db/is-set-aside-sql";
import { formatTimeCursor, parseTimeCursor } from "@/shared/time-cursor";
import type { ListedItem, ModerationKind } from "./kind";

const PAGE_SIZE = 20;

type ListedKind<Row> = Pick<ModerationKind<Row>, "lists" | "columns" | "joins">;
export type ListedItems<Row> = { rows: (ListedItem & Row)[]; next: string | null };

/**
 * A page of a list. `after` is the `next` of the previous page; an invalid value means the first page. For admins only.
 */
export async function listItems<Row>(
  ctx: Ctx,
  { lists, columns, joins }: ListedKind<Row>,
  name: string,
  after: string | undefined,
): Promise<ListedItems<Row>> {
  requireAdmin(ctx);
  const list = lists[name];
  if (!list) throw new Error(`no list "${name}"`);
  const [comparison, order] = list.isNewestFirst ? [sql`<`, sql`desc`] : [sql`>`, sql`asc`];
  const cursor = parseTimeCursor(after);
  const position = list.positionSql ?? sql`ts`;
  const isSetAside = list.followUp
    ? isSetAsideSql(ctx.now, list.followUp, sql`page.id`, sql`page.ts`)
    : sql`0`;
  const found = await ctx.db.all<ListedItem & Row>(sql`
    select page.id, page.ts, page.position, ${isSetAside} as "isSetAside", ${columns(ctx.now)}
    from (
      select id, ts, ${position} as position from (${list.selectSql(ctx)})
      where ${cursor ? sql`(${position}, id) ${comparison} (${cursor.ts}, ${cursor.id})` : sql`true`}
      order by ${position} ${order}, id ${order} limit ${PAGE_SIZE + 1}
    ) page ${joins} order by page.position ${order}, page.id ${order}`);
  const rows = found.slice(0, PAGE_SIZE);
  const last = rows.at(-1);
  return {
    rows,
    next: found.length > PAGE_SIZE && last ? formatTimeCursor({ ts: last.position, id: last.id }) : null,
  };
}

/**
 * The next item of a list after `cursor`, or from its start after the end (`isWrapped`); null if only `except` is left.
 */
export async function findNextItem(
  ctx: Ctx,
  kind: ListedKind<unknown>,
  { list, cursor, except }: { list: string; cursor: string | undefined; except: string },
): Promise<{ id: string; isWrapped: boolean } | null> {
  for (const from of new Set([cursor, undefined])) {
    const { rows } = await listItems(ctx, kind, list, from);
    const next = rows.find(({ id }) => id !== except);
    if (next) return { id: next.id, isWrapped: from !== cursor };
  }
  return null;
}
