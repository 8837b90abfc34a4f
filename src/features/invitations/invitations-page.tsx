import { countyName, INVITATION_STATES, type InvitationState, LEVELS, SUBJECTS } from "@/shared/codes";
import { formatFullName, formatLei, formatList } from "@/shared/format";
import type { Translator } from "@/shared/i18n/translator";
import { paths } from "@/shared/paths";
import { formatPhone } from "@/shared/phone";
import {
  INVITATION_COLUMNS,
  REQUIRED_COLUMNS,
  SOURCE_LENGTH,
  UPLOAD_LIMITS,
} from "@/shared/schemas/invitation";
import { LISTING_BOUNDS } from "@/shared/schemas/listing";
import { AdminPage } from "@/ui/admin-page";
import { StateBadge } from "@/ui/badge";
import { LinkButton } from "@/ui/button";
import { DescriptionList } from "@/ui/description-list";
import { EmptyState } from "@/ui/empty-state";
import {
  Checkbox,
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
import type { ListedInvitations } from "./queries";
import { type CheckedUpload, isSkipped } from "./upload/check-upload";
import { describeProblem } from "./upload/describe-problem";
import { formatRows, groupProblems } from "./upload/group-problems";
import { listHeadings, nameColumn } from "./upload/headings";
import { COUNTY_SEAT, GARBLED, type InvitedTeacher, MISTYPED } from "./upload/parse-upload";
import type { InvitationPreview } from "./upload/preview-invitation";
import { OTHER_COUNTY } from "./upload/suggest-cells";

export type UploadView = {
  csv: string;
  source: string;
  /** Whether the admin stated that the law allows to write to these people. */
  mayWrite: boolean;
  /** What the dry run found; null before it. `signature` recognizes the checked upload. */
  checked: (CheckedUpload & { signature: string; preview: InvitationPreview | null }) | null;
  errors: FormErrors;
  message: string | null;
};

/** What was just done: teachers invited, rows left out or skipped, a trial mail to the admin's address, or a deletion. */
export type DoneAction =
  | { invited: number; others: number; skipped: number }
  | { trial: string }
  | "deleted"
  | null;

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
          <Notice tone="success" live takesFocus>
            {done === "deleted" ? (
              <p>{t("invitations.admin.deleted")}</p>
            ) : "trial" in done ? (
              <p>{t("invitations.admin.trialSent", { email: done.trial })}</p>
            ) : (
              <>
                <p>{t.count("invitations.admin.invited", done.invited)}</p>
                {done.others > 0 ? <p>{t.count("invitations.admin.others", done.others)}</p> : null}
                {done.skipped > 0 ? <p>{t.count("invitations.admin.skipped", done.skipped)}</p> : null}
                {done.invited > 0 ? <p>{t("invitations.admin.next")}</p> : null}
              </>
            )}
          </Notice>
        )}
        <UploadForm upload={upload} done={done} />
        <InvitationList {...list} />
      </div>
    </AdminPage>
  );
}

function UploadForm({
  upload: { csv, source, mayWrite, checked, errors, message },
  done,
}: {
  upload: UploadView;
  done: DoneAction;
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
      data-unsaved={csv || source ? "" : undefined}
    >
      <ErrorSummary errors={errors} message={message} />
      {checked ? (
        <CheckResult
          checked={checked}
          fine={fine}
          done={done}
          isRefused={Object.keys(errors).length > 0 || message !== null}
        />
      ) : null}
      {checked?.preview ? (
        <>
          <input type="hidden" name="checked" value={checked.signature} />
          <MailPreview preview={checked.preview} />
          <Checkbox
            name="may_write"
            label={t("invitations.admin.mayWrite")}
            help={t("invitations.admin.mayWriteHelp")}
            checked={mayWrite}
            error={errors.may_write}
            required
          />
          <div className="form__actions">
            <SubmitButton name="intent" value="invite">
              {t.count("invitations.admin.invite", fine)}
            </SubmitButton>
            <SubmitButton name="intent" value="trial" variant="secondary">
              {t("invitations.admin.trial")}
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
        help={
          <>
            {t("invitations.admin.textHelp")}
            <br />
            <code className="pre-line">{t("invitations.admin.textExample")}</code>
          </>
        }
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
        minLength={SOURCE_LENGTH.min}
        maxLength={SOURCE_LENGTH.max}
      />
      <ColumnHelp isOpen={errors.csv !== undefined} />
      <div className="form__actions">
        <SubmitButton name="intent" value="check" variant={fine > 0 ? "secondary" : "primary"}>
          {t(checked ? "invitations.admin.checkAgain" : "invitations.admin.check")}
        </SubmitButton>
      </div>
    </form>
  );
}

/** The mail of the first correct row, as that teacher will read it. */
function MailPreview({ preview: { to, from, subject, text } }: { preview: InvitationPreview }) {
  const { t } = usePage();
  return (
    <section className="panel stack break-anywhere" aria-labelledby="preview">
      <h2 id="preview">{t("invitations.admin.preview")}</h2>
      <DescriptionList
        compact
        items={[
          { term: t("invitations.admin.previewFrom"), details: from },
          { term: t("invitations.admin.previewTo"), details: to },
          { term: t("invitations.admin.previewSubject"), details: subject },
        ]}
      />
      <p className="pre-line">{text}</p>
    </section>
  );
}

/** What the dry run found: rows with problems first, because they need work. */
function CheckResult({
  checked: { rows, unknownColumns, headings },
  fine,
  done,
  isRefused,
}: {
  checked: CheckedUpload;
  fine: number;
  done: DoneAction;
  /** Whether the form has errors, which get the focus. */
  isRefused: boolean;
}) {
  const { t } = usePage();
  // Then these are the rows that were left out.
  const hasInvited = done !== null && typeof done === "object" && "invited" in done;
  const skipped = rows.filter(isSkipped);
  const wrong = rows.filter((row) => row.problems.length > 0 && !isSkipped(row));
  const garbled = wrong.filter(({ problems }) => problems.some(({ code }) => code === GARBLED));
  const warned = rows.filter(({ teacher, warnings }) => teacher && warnings.length > 0);
  const withWarning = (isMeant: (code: string) => boolean) =>
    warned.filter(({ warnings }) => warnings.some(({ code }) => isMeant(code)));
  const mistyped = withWarning((code) => code === MISTYPED);
  const elsewhere = withWarning((code) => code === OTHER_COUNTY);
  const short = withWarning((code) => ![MISTYPED, OTHER_COUNTY, COUNTY_SEAT].includes(code));
  return (
    <>
      <Notice
        tone={wrong.length + mistyped.length + elsewhere.length > 0 ? "warning" : "success"}
        title={t(`invitations.admin.${hasInvited ? "left" : "result"}`)}
        live
        takesFocus={done === null && !isRefused}
      >
        {hasInvited ? null : <p>{t.count("invitations.admin.fine", fine)}</p>}
        {wrong.length > 0 ? <p>{t.count("invitations.admin.wrong", wrong.length)}</p> : null}
        {skipped.length > 0 ? <p>{t.count("invitations.admin.skipped", skipped.length)}</p> : null}
        {mistyped.length > 0 ? <p>{t.count("invitations.admin.mistyped", mistyped.length)}</p> : null}
        {elsewhere.length > 0 ? <p>{t.count("invitations.admin.elsewhere", elsewhere.length)}</p> : null}
        {short.length > 0 ? <p>{t.count("invitations.admin.short", short.length)}</p> : null}
        {unknownColumns.length > 0 ? (
          <p>{t("invitations.admin.unknownColumns", { columns: formatList(unknownColumns, t.locale) })}</p>
        ) : null}
      </Notice>
      {garbled.length > 0 ? (
        <Notice tone="danger" title={t.count("invitations.admin.garbled", garbled.length)}>
          <p>{t("invitations.admin.garbledCure")}</p>
        </Notice>
      ) : null}
      {wrong.length + warned.length > 0 ? (
        <ProblemList rows={[...wrong, ...warned]} headings={headings} />
      ) : null}
      {skipped.length > 0 ? (
        <details>
          <summary>{t("invitations.admin.skippedRows")}</summary>
          <ProblemList rows={skipped} headings={headings} />
        </details>
      ) : null}
      {fine > 0 ? (
        <details open={fine <= MAX_OPEN_ROWS}>
          <summary>{t("invitations.admin.fineRows")}</summary>
          <ul className="stack stack--tight break-anywhere">
            {rows.map(({ row, teacher }) =>
              teacher ? (
                <li key={row}>
                  {t("invitations.admin.fineRow", {
                    row: t.number(row),
                    details: describeTeacher(t, teacher).join(", "),
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

/** What the draft of a correct row has, without its texts. */
function describeTeacher(
  t: Translator,
  { email, draft: { first_name, last_name, phone_number, listing } }: InvitedTeacher,
) {
  const { subject, levels, county, neighbourhood, online, price } = listing;
  return [
    `${first_name} ${last_name}`,
    email,
    phone_number && formatPhone(phone_number),
    t(`general.subjects.${subject}`),
    ...levels.map((level) => t(`general.levels.${level}`)),
    county && countyName(county),
    neighbourhood,
    online && t("invitations.fields.online"),
    price === null ? t("invitations.admin.noPrice") : formatLei(price, t.locale),
  ].filter((part) => typeof part === "string" && part !== "");
}

/** What is wrong with rows, or what their teachers must complete: one entry for the same mistake in several rows. */
function ProblemList({ rows, headings }: Pick<CheckedUpload, "rows" | "headings">) {
  const { t } = usePage();
  return (
    <ul className="stack stack--tight break-anywhere">
      {groupProblems(rows).map(({ problem, person, rows: numbers, cells }) => {
        const column = t.has(`invitations.places.${problem.field}`)
          ? t(`invitations.places.${problem.field}`)
          : (headings[problem.field] ?? problem.field);
        const [cell, ...otherCells] = cells;
        return (
          <li key={`${numbers[0]} ${problem.field} ${problem.code}`}>
            <strong>
              {numbers.length === 1
                ? t("invitations.admin.place", { row: formatRows(numbers), person: person || "–", column })
                : t("invitations.admin.places", { rows: formatRows(numbers), column })}
            </strong>{" "}
            {cell?.typed && otherCells.length === 0 ? (
              <>
                <q>{shorten(cell.typed)}</q>;{" "}
              </>
            ) : null}
            {describeProblem(t, problem)}
            {otherCells.length > 0 ? (
              <ul className="prose">
                {cells.map(({ typed, rows: ofCell }) => (
                  <li key={typed}>
                    {typed ? <q>{shorten(typed)}</q> : t("invitations.admin.emptyCell")}: {formatRows(ofCell)}
                  </li>
                ))}
              </ul>
            ) : null}
          </li>
        );
      })}
    </ul>
  );
}

/** Correct rows that are listed without a tap. */
const MAX_OPEN_ROWS = 30;
/** Characters of a cell that are quoted. */
const MAX_QUOTED = 60;

const shorten = (text: string): string =>
  text.length > MAX_QUOTED ? `${[...text].slice(0, MAX_QUOTED).join("")}…` : text;

/** What to write into each column. */
function ColumnHelp({ isOpen }: { isOpen: boolean }) {
  const { t, url } = usePage();
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
    <details open={isOpen}>
      <summary>{t("invitations.admin.columns")}</summary>
      <p className="small muted">
        {t("invitations.admin.columnsHelp")}{" "}
        <a href={url(paths.adminInvitationSample())}>{t("invitations.admin.sample")}</a>
      </p>
      <DescriptionList
        items={INVITATION_COLUMNS.map((name) => ({
          term: nameColumn(t.locale, name),
          details: [
            t(`invitations.columns.${name}`, params),
            isRequired(name) ? t("invitations.admin.required") : "",
            t("invitations.admin.headings", { headings: listHeadings(name).join(", ") }),
          ].join(" "),
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
  invitation: { id, state, email, draft, createdTs, expiresTs, closedTs, user },
}: {
  invitation: ListedInvitations["rows"][number];
}) {
  const { t, url } = usePage();
  const name = draft
    ? formatFullName({ firstName: draft.first_name, lastName: draft.last_name })
    : user
      ? formatFullName(user)
      : t(`invitations.admin.erased.${state}`);
  const { subject, county } = draft?.listing ?? {};
  return (
    <li className="entry">
      <div className="entry__main">
        <p className="entry__title break-anywhere">
          {user ? <a href={url(paths.adminUser(user.id))}>{name}</a> : name}
        </p>
        {subject ? (
          <p className="entry__meta">
            {[t(`general.subjects.${subject}`), county && countyName(county)].filter(Boolean).join(", ")}
          </p>
        ) : null}
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
          <LinkButton href={url(paths.adminDeleteInvitation(id))} variant="secondary" size="small">
            {t("invitations.admin.delete")}
            <span className="visually-hidden">: {name}</span>
          </LinkButton>
        ) : null}
      </div>
    </li>
  );
}
