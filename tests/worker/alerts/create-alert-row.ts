import { sql } from "drizzle-orm";
import { alerts } from "@/db/schema";
import {
  alertFiltersIdSql,
  parseAlertQuery,
  saveAlertFiltersStatements,
} from "@/features/alerts/matching/save-alert-filters";
import { newId } from "@/shared/ids";
import { db } from "../../helpers/app";

type AlertRow = Partial<Omit<typeof alerts.$inferInsert, "filtersId">> & { now: number };

/** Inserts a confirmed daily alert of a guest, by default due now. Returns its id. */
export async function createAlertRow(query: string, { now, ...values }: AlertRow): Promise<string> {
  const id = newId();
  const recipient = values.userId ? {} : { email: `${id.toLowerCase()}@example.test`, locale: "en" as const };
  await db.batch([
    ...(saveAlertFiltersStatements({ db }, parseAlertQuery(query)) as [never, never]),
    db.insert(alerts).values({
      id,
      filtersId: alertFiltersIdSql(query) as never,
      ...recipient,
      frequency: "daily",
      createdTs: now,
      confirmedTs: now,
      nextDigestTs: now,
      sentSeq: sql`coalesce((select max(seq) from alert_matches), 0)` as never,
      openedTs: now,
      ...values,
    }),
  ]);
  return id;
}
