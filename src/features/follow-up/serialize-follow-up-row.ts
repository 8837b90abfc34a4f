import { serializeTimestamp } from "@/shared/format";
import type { Translator } from "@/shared/i18n/translator";
import type { FollowUpRowJson } from "@/shared/schemas/follow-up";
import type { FollowUpRow } from "./queues/row";
import { subjectWords } from "./words";

/** A row as JSON, its subject in the language of the call. */
export const serializeFollowUpRow = (t: Translator, row: FollowUpRow): FollowUpRowJson => ({
  key: row.key,
  queue: row.queue,
  subject: subjectWords(t, row),
  since_ts: serializeTimestamp(row.since),
  note: row.note,
  owner: row.ownerId === null ? null : { _id: row.ownerId, name: row.ownerName },
  due: row.due,
  outcome: row.outcome,
  snoozed_until: row.snoozedUntil,
  version: row.version,
});
