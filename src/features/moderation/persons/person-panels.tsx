import { REPORT_REASONS } from "@/shared/codes";
import { formatDate, formatDateTime, formatFullName } from "@/shared/format";
import { paths } from "@/shared/paths";
import { MODERATION_TEXT_LENGTH } from "@/shared/schemas/moderation";
import { REASON_LENGTH } from "@/shared/schemas/users";
import { StateBadge } from "@/ui/badge";
import { ActionButton } from "@/ui/button";
import {
  CheckboxGroup,
  ErrorSummary,
  type FormErrors,
  fieldId,
  moderationReasonOptions,
  Select,
  SubmitButton,
  TextArea,
} from "@/ui/form";
import { usePage } from "@/ui/page-context";
import { useTaskOrigin } from "@/ui/task-origin";
import { SUSPEND_LISTINGS, UndoForm } from "../frame/decision-notice";
import type { Person } from "./find-person";

type ShownReports = {
  /** The open reports that the page of the form shows. */
  reports: readonly string[];
  /** The key of the page's own task, if another did not lead to it. */
  task?: string;
};

const useFormOrigin = (task = "") => {
  const origin = useTaskOrigin();
  return { ...origin, task: origin.task || task };
};

const ReportFields = ({ reports }: ShownReports) =>
  reports.map((id) => <input key={id} type="hidden" name="report" value={id} />);

/** A refused form, with the typed values. */
type SubmittedForm = {
  values: { reason: string; text?: string; category?: string; upheld?: readonly string[] };
  errors: FormErrors;
};

/** The listings of a person with their states. */
export function PersonListings({ person: { user, listings, hasMoreListings } }: { person: Person }) {
  const { t, url } = usePage();
  if (listings.length === 0) return <p className="muted">{t("moderation.frame.none")}</p>;
  return (
    <>
      <ul className="entry-list">
        {listings.map((listing) => (
          <li key={listing.id} className="entry">
            <div className="entry__main">
              <p className="entry__title">
                <a href={url(paths.adminListing(listing.id))}>
                  {listing.title || t(`general.subjects.${listing.subject}`)}
                </a>
              </p>
            </div>
            <div className="entry__side">
              <StateBadge kind="listing" state={listing.state} ownerDisabled={user.disabledTs !== null} />
            </div>
          </li>
        ))}
      </ul>
      {hasMoreListings ? <p className="muted">{t("moderation.persons.moreListings")}</p> : null}
    </>
  );
}

/** Names in field ids: a page has several forms with a reason. */
const SUSPEND_FIELDS = { reason: "suspend-all-reason", text: "suspend-all-text" };

/** Suspends all listings of a person. Not for admins' own. Shown reports about messages stay open. */
export function SuspendListingsPanel({
  person: { user, suspendable, promotions, upheld, undo, preparedText },
  submitted,
  reports,
  task,
}: {
  person: Person;
  submitted?: SubmittedForm | null;
} & ShownReports) {
  const { t, url, visitor, locale } = usePage();
  const origin = useFormOrigin(task);
  if (visitor?.id === user.id || (suspendable === 0 && !undo && !submitted)) return null;
  // Reports about messages wait for a decision of their own.
  const upholds = reports.length > 0 && !origin.task.startsWith("conversation_reports:");
  const { values, errors }: SubmittedForm = submitted ?? {
    values: { reason: "unsafe", text: preparedText },
    errors: {},
  };
  const labels = { reason: t("moderation.frame.reason"), text: t("moderation.frame.text") };
  const toSummary = ({ reason, text }: FormErrors) => ({
    ...(reason ? { [SUSPEND_FIELDS.reason]: reason } : {}),
    ...(text ? { [SUSPEND_FIELDS.text]: text } : {}),
  });
  return (
    <section className="panel stack">
      <h2>{t("moderation.persons.suspendAll")}</h2>
      {undo ? <UndoForm undo={undo} {...origin} /> : null}
      {suspendable === 0 && !submitted ? null : (
        <details className="stack" open={Boolean(submitted)}>
          <summary>{t.count("moderation.persons.suspendable", suspendable)}</summary>
          {user.disabledTs === null ? null : <p className="small">{t("moderation.persons.hiddenAlready")}</p>}
          <Promotions n={promotions} />
          <form
            id={SUSPEND_LISTINGS}
            method="post"
            className="form"
            action={url(paths.adminUserAction(user.id, "suspend-listings", origin))}
            noValidate
          >
            <ErrorSummary errors={toSummary(errors)} labels={toSummary(labels)} />
            <Select
              name="reason"
              id={fieldId(SUSPEND_FIELDS.reason)}
              label={labels.reason}
              help={t("moderation.suspension.reasonHelp")}
              options={moderationReasonOptions(t)}
              placeholder={t("general.common.choose")}
              value={values.reason}
              error={errors.reason}
            />
            <TextArea
              name="text"
              id={fieldId(SUSPEND_FIELDS.text)}
              label={labels.text}
              help={t("moderation.persons.textHelp", { language: t(`general.languages.${user.locale}`) })}
              value={values.text ?? ""}
              maxLength={MODERATION_TEXT_LENGTH}
              error={errors.text}
              rows={6}
            />
            {upheld.length > 0 ? (
              <CheckboxGroup
                name="upheld_report"
                label={t("moderation.persons.upheld")}
                help={t("moderation.persons.upheldHelp")}
                options={upheld.map(({ id, reason, createdTs }) => ({
                  value: id,
                  label: `${t(`moderation.reports.reasons.${reason}`)} · ${formatDate(createdTs, locale)}`,
                }))}
                values={values.upheld ?? []}
              />
            ) : null}
            <ReportFields reports={reports} />
            <p className="small">{t("moderation.persons.conversationsGoOn")}</p>
            <p className="small">
              {t(`moderation.persons.${upholds ? "upholdsShown" : "upholdsNone"}`)}{" "}
              {t("moderation.persons.undoable")}
            </p>
            <SubmitButton variant="danger">{t("moderation.persons.suspend")}</SubmitButton>
          </form>
        </details>
      )}
    </section>
  );
}

/** Ends suspensions of several listings that were decided together, also after the undo. */
export function ReinstateListingsPanel({
  person: { user, suspendedTogether },
  task,
}: {
  person: Person;
  task?: string;
}) {
  const { t, url, locale } = usePage();
  const origin = useFormOrigin(task);
  return suspendedTogether.map(({ decidedTs, listings }) => (
    <section key={decidedTs} className="panel stack">
      <h2>{t("moderation.persons.reinstate", { time: formatDateTime(decidedTs, locale) })}</h2>
      <details className="stack">
        <summary>{t.count("moderation.persons.reinstateOpen", listings.length)}</summary>
        <p className="small">{t("moderation.persons.reinstateHelp")}</p>
        <ul className="small">
          {listings.map(({ id, title, subject }) => (
            <li key={id} className="break-anywhere">
              {title || t(`general.subjects.${subject}`)}
            </li>
          ))}
        </ul>
        <ActionButton
          action={url(paths.adminUserAction(user.id, "reinstate-listings", origin))}
          fields={{ decided: String(decidedTs) }}
          variant="secondary"
          wide
        >
          {t("moderation.persons.reinstateDo")}
        </ActionButton>
      </details>
    </section>
  ));
}

/** What becomes of the promotions that have not ended. */
function Promotions({ n }: { n: number }) {
  const { t } = usePage();
  return (
    <p className="small">
      {n === 0 ? t("moderation.persons.noPromotions") : t.count("moderation.persons.promotions", n)}
    </p>
  );
}

/** Disables a person's account, and upholds the shown reports. Not for admins' own, nor for one that an admin disabled. */
export function DisableAccountPanel({
  person: { user, promotions },
  submitted,
  reports,
  task,
}: {
  person: Person;
  submitted?: SubmittedForm | null;
} & ShownReports) {
  const { t, url, visitor } = usePage();
  const origin = useFormOrigin(task);
  if (user.disabledBy === "admin" || visitor?.id === user.id) return null;
  const { values, errors } = submitted ?? { values: { reason: "", category: "" }, errors: {} };
  const labels = { category: t("users.disable.category"), reason: t("users.disable.reason") };
  return (
    <section className="panel stack">
      <h2>{t("users.disable.heading")}</h2>
      <details className="stack" open={Boolean(submitted)}>
        <summary>{t("users.disable.open", { name: formatFullName(user) })}</summary>
        <p className="small">{t("users.disable.help")}</p>
        {promotions > 0 ? <Promotions n={promotions} /> : null}
        <form
          id="disable-account"
          method="post"
          className="form"
          action={url(paths.adminUserAction(user.id, "disable", origin))}
          noValidate
        >
          <ErrorSummary errors={errors} labels={labels} />
          <Select
            name="category"
            label={labels.category}
            help={t("moderation.suspension.reasonHelp")}
            options={REPORT_REASONS.map((value) => ({
              value,
              label: t(`moderation.reports.reasons.${value}`),
            }))}
            placeholder={t("general.common.choose")}
            value={values.category ?? ""}
            error={errors.category}
          />
          <TextArea
            name="reason"
            label={labels.reason}
            help={t("users.disable.reasonHelp")}
            value={values.reason}
            maxLength={REASON_LENGTH}
            error={errors.reason}
            rows={4}
          />
          <ReportFields reports={reports} />
          {reports.length > 0 ? <p className="small">{t("moderation.persons.upholdsShown")}</p> : null}
          <SubmitButton variant="danger">{t("users.disable.do")}</SubmitButton>
        </form>
      </details>
    </section>
  );
}
