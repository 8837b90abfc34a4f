import { countyName, INVITATION_STATES, type InvitationState, LEVELS, SUBJECTS } from "@/shared/codes";
import { formatFullName, formatList } from "@/shared/format";
import { paths } from "@/shared/paths";
import {
  INVITATION_COLUMNS,
  REQUIRED_COLUMNS,
  SOURCE_LENGTH,
  UPLOAD_LIMITS,
} from "@/shared/schemas/invitation";
import { LISTING_BOUNDS } from "@/shared/schemas/listing";
import { AdminPage } from "@/ui/admin-page";
import { StateBadge } from "@/ui/badge";
import { ActionButton } from "@/ui/button";
import { DescriptionList } from "@/ui/description-list";
import { EmptyState } from "@/ui/empty-state";
import {
  EmailField,
  ErrorSummary,
  FileField,
  type FormErrors,
  SubmitButton,
  TextArea,
  TextField,
} from "@/ui/form";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";
import { Pagination } from "@/ui/pagination";
import { Time } from "@/ui/time";
import type { Invitation, ListedInvitations } from "./queries";
import type { CheckedUpload } from "./upload/check-upload";
import { describeProblem } from "./upload/describe-problem";

export type UploadView = {
  csv: string;
  source: string;
  /** What the dry run found; null before it. `signature` recognizes the checked upload. */
  checked: (CheckedUpload & { signature: string }) | null;
  errors: FormErrors;
  message: string | null;
};

/** What was just done: teachers invited and rows left out, or a deletion. */
export type DoneAction = { invited: number; others: number } | "deleted" | null;

type InvitationsPageProps = {
  upload: UploadView;
  page: ListedInvitations;
  counts: Record<InvitationState, number>;
  /** The address that the list is limited to; "" for none. */
  email: string;
  done: DoneAction;
};

/** Uploads of teachers to invite, and the list of invitations. */
export function InvitationsPage({ upload, done, ...list }: InvitationsPageProps) {
  const { t } = usePage();
  return (
    <AdminPage heading={t("invitations.admin.heading")} lead={t("invitations.admin.lead")}>
      <div className="stack stack--loose">
        {done === null ? null : (
          <Notice tone="success" live>
            {done === "deleted" ? (
              <p>{t("invitations.admin.deleted")}</p>
            ) : (
              <>
                <p>{t.count("invitations.admin.invited", done.invited)}</p>
                {done.others > 0 ? <p>{t.count("invitations.admin.others", done.others)}</p> : null}
              </>
            )}
          </Notice>
        )}
        <UploadForm upload={upload} hasInvited={done !== null && done !== "deleted"} />
        <InvitationList {...list} />
      </div>
    </AdminPage>
  );
}

function UploadForm({
  upload: { csv, source, checked, errors, message },
  hasInvited,
}: {
  upload: UploadView;
  hasInvited: boolean;
}) {
  const { t, url } = usePage();
  const fine = checked?.rows.filter(({ teacher }) => teacher).length ?? 0;
  return (
    <form
      method="post"
      action={url(paths.adminInvitations())}
      encType="multipart/form-data"
      className="form"
      autoComplete="off"
      noValidate
    >
      <ErrorSummary errors={errors} message={message} />
      {checked ? <CheckResult checked={checked} fine={fine} hasInvited={hasInvited} /> : null}
      {fine > 0 ? (
        <>
          <input type="hidden" name="checked" value={checked?.signature} />
          <div className="form__actions">
            <SubmitButton name="intent" value="invite">
              {t.count("invitations.admin.invite", fine)}
            </SubmitButton>
          </div>
          <p className="small muted">{t("invitations.admin.once")}</p>
        </>
      ) : null}
      <FileField
        name="file"
        label={t("invitations.admin.file")}
        help={t("invitations.admin.fileHelp", { max: t.number(UPLOAD_LIMITS.rows) })}
        error={errors.csv}
        accept=".csv,text/csv,text/plain"
        optional
      />
      <TextArea
        name="csv"
        label={t("invitations.admin.text")}
        help={t("invitations.admin.textHelp")}
        value={csv}
        rows={8}
        spellCheck={false}
        optional
      />
      <TextField
        name="source"
        label={t("invitations.admin.source")}
        help={t("invitations.admin.sourceHelp")}
        value={source}
        error={errors.source}
        maxLength={SOURCE_LENGTH}
      />
      <ColumnHelp />
      <div className="form__actions">
        <SubmitButton name="intent" value="check" variant={fine > 0 ? "secondary" : "primary"}>
          {t(checked ? "invitations.admin.checkAgain" : "invitations.admin.check")}
        </SubmitButton>
      </div>
    </form>
  );
}

/** What the dry run found: rows with problems first, because they need work. */
function CheckResult({
  checked: { rows, unknownColumns },
  fine,
  hasInvited,
}: {
  checked: CheckedUpload;
  fine: number;
  /** Whether these are the rows that were left out. */
  hasInvited: boolean;
}) {
  const { t } = usePage();
  const wrong = rows.filter(({ problems }) => problems.length > 0);
  const short = rows.filter(({ teacher, warnings }) => teacher && warnings.length > 0);
  return (
    <>
      <Notice
        tone={wrong.length > 0 ? "warning" : "success"}
        title={t(`invitations.admin.${hasInvited ? "left" : "result"}`)}
        live
      >
        {hasInvited ? null : <p>{t.count("invitations.admin.fine", fine)}</p>}
        {wrong.length > 0 ? <p>{t.count("invitations.admin.wrong", wrong.length)}</p> : null}
        {short.length > 0 ? <p>{t.count("invitations.admin.short", short.length)}</p> : null}
        {unknownColumns.length > 0 ? (
          <p>{t("invitations.admin.unknownColumns", { columns: formatList(unknownColumns, t.locale) })}</p>
        ) : null}
      </Notice>
      {wrong.length + short.length > 0 ? (
        <ul className="stack stack--tight break-anywhere">
          {[...wrong, ...short].flatMap(({ row, teacher, problems, warnings }) =>
            (teacher ? warnings : problems).map((problem) => (
              <li key={`${row} ${problem.field} ${problem.code}`}>
                <strong>
                  {t("invitations.admin.place", {
                    row: t.number(row),
                    column: t.has(`invitations.places.${problem.field}`)
                      ? t(`invitations.places.${problem.field}`)
                      : problem.field,
                  })}
                </strong>{" "}
                {describeProblem(t, problem)}
              </li>
            )),
          )}
        </ul>
      ) : null}
      {fine > 0 ? (
        <details>
          <summary>{t("invitations.admin.fineRows")}</summary>
          <ul className="stack stack--tight break-anywhere">
            {rows.map(({ row, teacher }) =>
              teacher ? (
                <li key={row}>
                  {t("invitations.admin.fineRow", {
                    row: t.number(row),
                    name: `${teacher.draft.first_name} ${teacher.draft.last_name}`,
                    email: teacher.email,
                    subject: t(`general.subjects.${teacher.draft.listing.subject}`),
                  })}
                </li>
              ) : null,
            )}
          </ul>
        </details>
      ) : null}
    </>
  );
}

/** What to write into each column. */
function ColumnHelp() {
  const { t } = usePage();
  const list = (name: string, codes: readonly string[]) =>
    formatList(
      codes.map((code) => t(`general.${name}.${code}`)),
      t.locale,
    );
  const params = {
    subjects: list("subjects", SUBJECTS),
    levels: list("levels", LEVELS),
    min: t.number(LISTING_BOUNDS.price.min / 100),
    max: t.number(LISTING_BOUNDS.price.max / 100),
    county: countyName("cj"),
  };
  const isRequired = (name: string) => REQUIRED_COLUMNS.some((required) => required === name);
  return (
    <details>
      <summary>{t("invitations.admin.columns")}</summary>
      <p className="small muted">{t("invitations.admin.columnsHelp")}</p>
      <DescriptionList
        items={INVITATION_COLUMNS.map((name) => ({
          term: name,
          details: `${t(`invitations.columns.${name}`, params)} ${isRequired(name) ? t("invitations.admin.required") : ""}`,
        }))}
      />
    </details>
  );
}

function InvitationList({
  page: { rows, next, previous },
  counts,
  email,
}: Omit<InvitationsPageProps, "upload" | "done">) {
  const { t, url } = usePage();
  const toPage = (cursor: Record<string, string>) =>
    url(paths.adminInvitations({ email: email || null, ...cursor }));
  return (
    <section className="stack" aria-labelledby="invitations">
      <h2 id="invitations">{t("invitations.admin.list")}</h2>
      <p>
        {INVITATION_STATES.map((state) => t.count(`invitations.counts.${state}`, counts[state])).join(" · ")}
      </p>
      <form method="get" action={url(paths.adminInvitations())} className="form">
        <EmailField
          name="email"
          id="find-email"
          label={t("invitations.admin.find")}
          help={t("invitations.admin.findHelp")}
          value={email}
          required={false}
        />
        <div className="form__actions">
          <SubmitButton variant="secondary">{t("invitations.admin.findSubmit")}</SubmitButton>
        </div>
      </form>
      {rows.length === 0 ? (
        <EmptyState
          title={t(email ? "invitations.admin.notFound" : "invitations.admin.empty")}
          headingLevel={3}
        />
      ) : (
        <ul className="entry-list">
          {rows.map((invitation) => (
            <InvitationEntry key={invitation.id} invitation={invitation} />
          ))}
        </ul>
      )}
      <Pagination
        previous={previous && toPage({ before: previous })}
        next={next && toPage({ after: next })}
      />
    </section>
  );
}

function InvitationEntry({
  invitation: { id, state, email, draft, createdTs, expiresTs, closedTs },
}: {
  invitation: Invitation;
}) {
  const { t, url } = usePage();
  const name = draft
    ? formatFullName({ firstName: draft.first_name, lastName: draft.last_name })
    : t("invitations.admin.erased");
  return (
    <li className="entry">
      <div className="entry__main">
        <p className="entry__title break-anywhere">{name}</p>
        {email ? <p className="entry__meta break-anywhere">{email}</p> : null}
        <p className="entry__meta">
          {t("invitations.admin.created")} <Time ts={createdTs} clock />
          {" · "}
          {closedTs === null ? (
            <>
              {t("invitations.admin.until")} <Time ts={expiresTs} />
            </>
          ) : (
            <>
              {t(`invitations.states.${state}`)} <Time ts={closedTs} clock />
            </>
          )}
        </p>
      </div>
      <div className="entry__side">
        <StateBadge kind="invitation" state={state} />
        {state === "invited" ? (
          <ActionButton action={url(paths.adminDeleteInvitation(id))} variant="secondary" size="small">
            {t("invitations.admin.delete")}
            <span className="visually-hidden">: {name}</span>
          </ActionButton>
        ) : null}
      </div>
    </li>
  );
}
