import type { Ctx } from "@/context";
import { formatCsv } from "@/shared/csv";
import { toDay } from "@/shared/dates";
import { localizePath } from "@/shared/i18n/locales";
import { type FollowUpFilter, listFollowUp } from "./queues/list-follow-up";
import { type FollowUpRow, getDueDay } from "./queues/row";
import { toTargetTexts } from "./target-texts";

/** Rows that one query reads. */
const PAGE_SIZE = 500;
/** Upper bound of the rows in a file. */
const MAX_ROWS = 5000;

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

/** A view of the follow-up list as CSV, with one line for each row in the order of the page. */
export async function createFollowUpCsv(ctx: Ctx, filter: FollowUpFilter): Promise<string> {
  const { t } = ctx;
  const rows: FollowUpRow[] = [];
  let after: string | undefined;
  do {
    const page = await listFollowUp(ctx, filter, { after, size: PAGE_SIZE });
    rows.push(...page.rows);
    after = page.next ?? undefined;
  } while (after !== undefined && rows.length < MAX_ROWS);
  const lines = rows.map((row) => {
    const { what, about, who, path } = toTargetTexts(t, row);
    const cells: Record<(typeof COLUMNS)[number], string> = {
      queue: t(`follow-up.queues.${row.queue}`),
      what,
      about,
      who,
      since: toDay(row.since),
      note: row.note,
      owner: row.ownerName,
      due: getDueDay(row) ?? "",
      outcome: row.outcome ?? "",
      snoozed_until: row.snoozedUntil ?? "",
      address: ctx.config.SITE_URL + localizePath(ctx.locale, path),
    };
    return COLUMNS.map((name) => cells[name]);
  });
  return formatCsv([COLUMNS.map((name) => t(`follow-up.csv.${name}`)), ...lines], t.locale);
}
