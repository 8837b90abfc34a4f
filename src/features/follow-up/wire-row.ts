import { wireTimestamp } from "@/shared/format";
import type { Translator } from "@/shared/i18n/translator";
import type { WireFollowUpRow } from "@/shared/schemas/follow-up";
import type { FollowUpRow } from "./row";
import { subjectWords } from "./words";

/** A row as JSON, its subject in the language of the call. */
export const wireFollowUpRow = (t: Translator, row: FollowUpRow): WireFollowUpRow => ({
  key: row.key,
  queue: row.queue,
  subject: subjectWords(t, row),
  since_ts: wireTimestamp(row.since),
  note: row.note,
  owner: row.ownerId === null ? null : { _id: row.ownerId, name: row.ownerName },
  due: row.due,
  outcome: row.outcome,
  snoozed_until: row.snoozedUntil,
  version: row.version,
});
