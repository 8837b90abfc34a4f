import type { ReactNode } from "react";
import { formatDateTime, formatFullName } from "@/shared/format";
import { paths } from "@/shared/paths";
import { FOLLOW_UP_LENGTHS } from "@/shared/schemas/follow-up";
import { Button } from "@/ui/button";
import { DescriptionList } from "@/ui/description-list";
import {
  DateField,
  EnterSubmit,
  ErrorSummary,
  type FormErrors,
  Select,
  TextArea,
  TextField,
} from "@/ui/form";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";
import type { OwnerOptions } from "../queues/find-follow-up-row";
import { canSnooze, type FollowUpRow, listSnoozes } from "../queues/row";
import { ClosingButtons } from "./closing-buttons";
import { formatListQuery, type ListFilters } from "./list-filters";

/** The fields of a row's form. */
export type NoteValues = { note: string; owner: string; due: string; snoozed_until: string; outcome: string };

export const toNoteValues = (row: FollowUpRow): NoteValues => ({
  note: row.note,
  owner: row.ownerId ?? "",
  due: row.due ?? "",
  snoozed_until: row.snoozedUntil ?? "",
  outcome: row.outcome ?? "",
});

/** Shown when another admin saved the note first, or the row returned: the saved values that differ from the typed ones. */
export function NoteConflictNotice({ row, values }: { row: FollowUpRow; values: NoteValues }) {
  const { t } = usePage();
  const savedValues = { ...toNoteValues(row), owner: row.ownerName };
  const changedNames = (Object.keys(values) as (keyof NoteValues)[]).filter(
    (name) => toNoteValues(row)[name] !== values[name].trim(),
  );
  return (
    <Notice tone="warning" title={t("follow-up.conflict.title")} live>
      <p>{t("follow-up.conflict.text")}</p>
      <DescriptionList
        items={changedNames.map((name) => ({
          term: t(`follow-up.fields.${name}`),
          details: <span className="pre-line break-anywhere">{savedValues[name] || "–"}</span>,
        }))}
      />
    </Notice>
  );
}

export type NoteFormView = {
  row: FollowUpRow;
  admins: OwnerOptions;
  /** The filters of the list to return to. */
  filters: ListFilters;
  values: NoteValues;
  errors: FormErrors;
  /** An error that belongs to no field. */
  formError: string | null;
  /** The row's position in a run through all tasks; empty outside of one. */
  run: string;
  now: number;
};

/**
 * The form of a row's note. With `pageAction`, sending that saves the note too: nothing that was typed is lost. Saving
 * without an outcome and snoozing do not send its field, which client/enhance/keep-typed keeps.
 */
export function NoteForm({
  view: { row, admins, filters, values, errors, formError, run, now },
  pageAction = null,
}: {
  view: NoteFormView;
  /** The action of the page: its path, its fields, the name of the typed one, and whether Ctrl+Enter sends it. */
  pageAction?: { path: string; fields: ReactNode; typedField?: string; hasSendKey: boolean } | null;
}) {
  const { t, url, locale } = usePage();
  const suggestions = ["1", "2", "3"].map((n) => `follow-up.suggestions.${row.queue}.${n}`).filter(t.has);
  // The current owner stays an option after losing the admin role.
  const adminOptions = admins.map((admin) => ({ value: admin.id, label: formatFullName(admin) }));
  const isFormerAdmin = row.ownerId !== null && !admins.some(({ id }) => id === row.ownerId);
  const ownerOptions = isFormerAdmin
    ? [...adminOptions, { value: row.ownerId ?? "", label: row.ownerName }]
    : adminOptions;
  const labels = Object.fromEntries(Object.keys(values).map((name) => [name, t(`follow-up.fields.${name}`)]));
  const noteAction = url(paths.followUpRow(row.key, { run }));
  const formAction = pageAction ? noteAction : undefined;
  return (
    <form
      className="form panel"
      method="post"
      action={pageAction ? url(pageAction.path) : noteAction}
      noValidate
      data-decision={pageAction?.hasSendKey ? "" : undefined}
    >
      {pageAction ? (
        <EnterSubmit value="save" formAction={formAction}>
          {t("follow-up.intents.save")}
        </EnterSubmit>
      ) : null}
      <ErrorSummary
        errors={errors}
        labels={{ ...labels, text: t("follow-up.reply.text"), address: t("follow-up.correctAddress.label") }}
        message={formError}
      />
      <input type="hidden" name="version" value={row.version} />
      <input type="hidden" name="since" value={row.since} />
      <input type="hidden" name="filters" value={formatListQuery(filters)} />
      {pageAction?.fields}
      <TextArea
        name="note"
        label={t("follow-up.fields.note")}
        value={values.note}
        error={errors.note}
        maxLength={FOLLOW_UP_LENGTHS.note}
        rows={3}
        required={false}
      />
      <Select
        name="owner"
        label={t("follow-up.fields.owner")}
        placeholder={t("follow-up.owners.unassigned")}
        options={ownerOptions}
        value={values.owner}
        error={errors.owner}
        required={false}
      />
      <div className="side-by-side">
        {row.deadline === null ? (
          <DateField
            name="due"
            label={t("follow-up.fields.due")}
            help={
              row.promised === null
                ? undefined
                : t("follow-up.promised", { time: formatDateTime(row.promised - 1, locale) })
            }
            value={values.due}
            error={errors.due}
            required={false}
          />
        ) : (
          <p>
            {t("follow-up.fields.due")}
            <br />
            <strong>{formatDateTime(row.deadline, locale)}</strong>
          </p>
        )}
        {canSnooze(row) ? (
          <DateField
            name="snoozed_until"
            label={t("follow-up.fields.snoozed_until")}
            value={values.snoozed_until}
            error={errors.snoozed_until}
            required={false}
          />
        ) : null}
      </div>
      {row.isClosable || row.outcome !== null ? (
        <>
          <TextField
            name="outcome"
            label={t("follow-up.fields.outcome")}
            help={t(row.queue === "contact" ? "follow-up.outcomeHelpContact" : "follow-up.outcomeHelp")}
            value={values.outcome}
            error={errors.outcome}
            maxLength={FOLLOW_UP_LENGTHS.outcome}
            list="follow-up-outcomes"
            autoComplete="off"
            required={false}
          />
          <datalist id="follow-up-outcomes">
            {suggestions.map((key) => (
              <option key={key} value={t(key)} />
            ))}
          </datalist>
        </>
      ) : null}
      <div className="form__actions">
        <Button
          type="submit"
          name="intent"
          value="save"
          variant={pageAction ? "secondary" : "primary"}
          formAction={formAction}
          data-keep={pageAction?.typedField}
          data-keep-unless="outcome"
        >
          {t("follow-up.intents.save")}
        </Button>
        {row.outcome === null ? <ClosingButtons row={row} formAction={formAction} /> : null}
        {(row.outcome === null ? listSnoozes(row, now) : (["reopen"] as const)).map((intent, index) => (
          <Button
            key={intent}
            type="submit"
            name="intent"
            value={intent}
            formAction={formAction}
            data-keep={pageAction?.typedField}
            variant="secondary"
            // The shortest snooze: the key does the same on every page.
            accessKey={row.outcome === null && index === 0 ? "p" : undefined}
          >
            {t(`follow-up.intents.${intent}`)}
          </Button>
        ))}
      </div>
    </form>
  );
}
