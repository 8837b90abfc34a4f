import { DescriptionList } from "@/ui/description-list";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";
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

/** Another admin saved a note in the meantime: shows where the saved values differ from the typed ones. */
export function NoteConflictNotice({ row, values }: { row: FollowUpRow; values: NoteValues }) {
  const { t } = usePage();
  const theirs = { ...toNoteValues(row), owner: row.ownerName };
  const differ = (Object.keys(values) as (keyof NoteValues)[]).filter(
    (name) => toNoteValues(row)[name] !== values[name].trim(),
  );
  return (
    <Notice tone="warning" title={t("follow-up.overtaken.title")} live>
      <p>{t("follow-up.overtaken.text")}</p>
      <DescriptionList
        items={differ.map((name) => ({
          term: t(`follow-up.fields.${name}`),
          details: <span className="pre-line break-anywhere">{theirs[name] || "–"}</span>,
        }))}
      />
    </Notice>
  );
}
