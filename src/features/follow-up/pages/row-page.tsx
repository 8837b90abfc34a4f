import { fullName } from "@/shared/format";
import { paths } from "@/shared/paths";
import { FOLLOW_UP_LENGTHS } from "@/shared/schemas/follow-up";
import { Breadcrumbs } from "@/ui/breadcrumbs";
import { Button, LinkButton } from "@/ui/button";
import { DateField, ErrorSummary, type FormErrors, Select, TextArea, TextField } from "@/ui/form";
import { usePage } from "@/ui/page-context";
import { Time } from "@/ui/time";
import type { Admins } from "../queues/find-row";
import type { FollowUpRow } from "../queues/row";
import { subjectWords } from "../words";
import { type AskedList, askedQuery, askedText } from "./list-query";
import { NoteConflictNotice, type NoteValues } from "./note-form";

export type RowView = {
  row: FollowUpRow;
  /** The message, in the contact queue. */
  message: ContactMessage | null;
  admins: Admins;
  /** The filters of the list that led here. */
  asked: AskedList;
  values: NoteValues;
  errors: FormErrors;
  refused: string | null;
  /** Whether another admin saved a note while this form was open. */
  overtaken: boolean;
};

/** A row of the work list: its subject and its note. */
export function RowPage({ view }: { view: RowView }) {
  const { t, url } = usePage();
  const { row, message, asked } = view;
  const { what, who, about, path } = subjectWords(t, row);
  const list = url(paths.followUp(askedQuery(asked)));
  return (
    <div className="container container--narrow page">
      <Breadcrumbs
        crumbs={[
          { label: t("admin.home.heading"), href: url(paths.admin()) },
          { label: t("follow-up.heading"), href: list },
        ]}
        current={t(`follow-up.queues.${row.queue}`)}
      />
      <header className="page-head">
        <h1 className="break-anywhere">{what}</h1>
        <p className="page-head__lead">
          {[t(`follow-up.queues.${row.queue}`), about, who].filter(Boolean).join(" · ")}
          {" · "}
          {t("follow-up.since")} <Time ts={row.since} clock />
        </p>
        {row.said !== null && row.queue !== "contact" ? (
          <div className="page-head__actions">
            <LinkButton href={url(path)} variant="secondary" size="small">
              {t("follow-up.open")}
            </LinkButton>
          </div>
        ) : null}
      </header>
      <div className="stack">
        {message ? <MessagePanel message={message} /> : null}
        {view.overtaken ? <NoteConflictNotice row={row} values={view.values} /> : null}
        <NoteForm view={view} />
      </div>
    </div>
  );
}

function NoteForm({ view: { row, admins, asked, values, errors, refused } }: { view: RowView }) {
  const { t, url } = usePage();
  const suggestions = ["1", "2", "3"].map((n) => `follow-up.suggestions.${row.queue}.${n}`).filter(t.has);
  // A former admin stays the owner until another admin takes the row.
  const others = admins.map((admin) => ({ value: admin.id, label: fullName(admin) }));
  const present = row.ownerId !== null && !admins.some(({ id }) => id === row.ownerId);
  const owners = present ? [...others, { value: row.ownerId ?? "", label: row.ownerName }] : others;
  const labels = Object.fromEntries(Object.keys(values).map((name) => [name, t(`follow-up.fields.${name}`)]));
  return (
    <form className="form panel" method="post" action={url(paths.followUpRow(row.key))} noValidate>
      <ErrorSummary errors={errors} labels={labels} message={refused} />
      <input type="hidden" name="version" value={row.version} />
      <input type="hidden" name="from" value={askedText(asked)} />
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
        options={owners}
        value={values.owner}
        error={errors.owner}
        required={false}
      />
      <div className="side-by-side">
        <DateField
          name="due"
          label={t("follow-up.fields.due")}
          value={values.due}
          error={errors.due}
          required={false}
        />
        <DateField
          name="snoozed_until"
          label={t("follow-up.fields.snoozed_until")}
          value={values.snoozed_until}
          error={errors.snoozed_until}
          required={false}
        />
      </div>
      <TextField
        name="outcome"
        label={t("follow-up.fields.outcome")}
        help={t(row.queue === "contact" ? "follow-up.outcomeCloses" : "follow-up.outcomeHelp")}
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
      <div className="form__actions">
        <Button type="submit" name="intent" value="save">
          {t("follow-up.intents.save")}
        </Button>
        {(row.outcome === null ? (["done", "tomorrow", "week"] as const) : (["reopen"] as const)).map(
          (intent) => (
            <Button key={intent} type="submit" name="intent" value={intent} variant="secondary">
              {t(`follow-up.intents.${intent}`)}
            </Button>
          ),
        )}
      </div>
    </form>
  );
}

export type ContactMessage = {
  name: string;
  email: string;
  subject: string;
  message: string;
  locale: string;
};

/** A message to the operator, with a link to answer it by mail. */
export function MessagePanel({
  message: { name, email, subject, message, locale },
}: {
  message: ContactMessage;
}) {
  const { t } = usePage();
  const answer = `mailto:${encodeURIComponent(email).replace("%40", "@")}?subject=${encodeURIComponent(`Re: ${subject}`)}`;
  return (
    <section className="panel stack stack--tight">
      <p className="pre-line break-anywhere" lang={locale}>
        {message}
      </p>
      <p className="entry__meta break-anywhere">
        {name}, <a href={answer}>{email}</a> · {t("follow-up.answerByMail")}
      </p>
    </section>
  );
}
