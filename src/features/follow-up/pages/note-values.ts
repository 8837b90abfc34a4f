import type { FollowUpRow } from "../queues/row";

/** The fields of a row's form. */
export type NoteValues = { note: string; owner: string; due: string; snoozed_until: string; outcome: string };

export const toNoteValues = (row: FollowUpRow): NoteValues => ({
  note: row.note,
  owner: row.ownerId ?? "",
  due: row.due ?? "",
  snoozed_until: row.snoozedUntil ?? "",
  outcome: row.outcome ?? "",
});
