import { DescriptionList } from "@/ui/description-list";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";
import type { FollowUpRow } from "../queues/row";
import { type NoteValues, toNoteValues } from "./note-values";

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
          details: <span className="pre-line ledger-word">{theirs[name] || "–"}</span>,
        }))}
      />
    </Notice>
  );
}
