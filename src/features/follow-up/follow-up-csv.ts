import type { Ctx } from "@/context";
import { formatCsv } from "@/shared/csv";
import { toDay } from "@/shared/dates";
import { localizePath } from "@/shared/i18n/locales";
import { type FollowUpFilter, findFollowUp } from "./queues/find-follow-up";
import type { FollowUpRow } from "./queues/row";
import { subjectWords } from "./words";

/** Rows per page, and most rows in a file (`MOST`). */
const AT_ONCE = 500;
const MOST = 5000;

const COLUMNS = [
  "queue",
  "what",
  "about",
  "who",
  "since",
  "note",
  "owner",
  "due",
  "outcome",
  "snoozed_until",
  "address",
] as const;

/** A view of the work list as CSV, in the view's order, one line for each row. */
export async function followUpCsv(ctx: Ctx, filter: FollowUpFilter): Promise<string> {
  const { t } = ctx;
  const rows: FollowUpRow[] = [];
  let after: string | undefined;
  do {
    const page = await findFollowUp(ctx, filter, { after, size: AT_ONCE });
    rows.push(...page.rows);
    after = page.next ?? undefined;
  } while (after !== undefined && rows.length < MOST);
  const lines = rows.map((row) => {
    const { what, about, who, path } = subjectWords(t, row);
    const cells: Record<(typeof COLUMNS)[number], string> = {
      queue: t(`follow-up.queues.${row.queue}`),
      what,
      about,
      who,
      since: toDay(row.since),
      note: row.note,
      owner: row.ownerName,
      due: row.due ?? "",
      outcome: row.outcome ?? "",
      snoozed_until: row.snoozedUntil ?? "",
      address: ctx.config.SITE_URL + localizePath(ctx.locale, path),
    };
    return COLUMNS.map((name) => cells[name]);
  });
  return formatCsv([COLUMNS.map((name) => t(`follow-up.csv.${name}`)), ...lines], t.locale);
}
