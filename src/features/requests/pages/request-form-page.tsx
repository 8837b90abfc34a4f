import { HINT_FIELD, LearnerFields, VerifyFirst } from "@/features/enquiries";
import { paths } from "@/shared/paths";
import { MAX_ANSWERS, MAX_REQUESTS } from "@/shared/request-limits";
import { REQUEST_TEXT_LENGTH } from "@/shared/schemas/request";
import { LinkButton } from "@/ui/button";
import { Enhanced } from "@/ui/enhanced";
import {
  Checkbox,
  DiscardDraft,
  EnterSubmit,
  ErrorSummary,
  type FormErrors,
  PriceField,
  Select,
  SlotGrid,
  SubmitButton,
  TextArea,
} from "@/ui/form";
import { countyOptions, levelOptions, subjectOptions } from "@/ui/form/options";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";
import { Steps } from "@/ui/steps";
import type { LearnerRequest } from "../queries";
import { RequestFacts } from "../request-facts";
import { RejectionNotice } from "./rejection-notice";
import type { RequestValues } from "./request-values";

const STEPS = ["describe", "answers", "choose"] as const;
const EXAMPLES = ["exam", "gaps", "pause"] as const;

/** The button that shows the form again, with the hints about subject, level and county as they are chosen now. */
export const UPDATE_INTENT = "update";
const AUDIENCE = "audience";

/** Explains requests to a signed-out visitor, whose search the form has after the sign-in. */
export function RequestIntroductionPage() {
  const { t, url, currentPath, signInHref } = usePage();
  return (
    <div className="container container--narrow page">
      <FormHead />
      <div className="stack stack--loose">
        <Steps
          steps={STEPS.map((step) => ({
            title: t(`requests.steps.${step}.title`),
            text: t(`requests.steps.${step}.text`, { max: MAX_ANSWERS }),
          }))}
        />
        <Notice>
          <p>{t("requests.form.privacy", { max: MAX_ANSWERS })}</p>
        </Notice>
        <p>{t("requests.form.account")}</p>
        <div className="row">
          <LinkButton href={url(paths.signUp({ next: currentPath }))}>{t("general.nav.signUp")}</LinkButton>
          <LinkButton href={signInHref} variant="secondary">
            {t("general.nav.signIn")}
          </LinkButton>
        </div>
      </div>
    </div>
  );
}

export type RequestFormPageProps = {
  /** A new id: the form sent twice creates one request. */
  submissionId: string;
  values: RequestValues;
  /** Labels of the search's filters that the form lacks. */
  otherFilters: readonly string[];
  errors?: FormErrors;
  /** The refusal as text, if it does not concern a field. */
  message?: string | null;
  /** Who would see the request, as sentences without and with lessons online; null without subject. */
  audience: { text: string; onlineText: string } | null;
  /** What teachers of the subject and level usually ask, as a sentence. */
  usualPrice: string | null;
  /** The author's other requests that wait or are open. */
  live: readonly LearnerRequest[];
  /** The stored request that the form corrects; null for a new one. */
  edited: LearnerRequest | null;
  /** Whether that was changed after the form was opened. */
  isStale: boolean;
  /** What in the text may tell who the learner is: the form asks once about each, when nothing else is wrong. */
  identifying: readonly string[];
  /** Whether `values` were typed and sent. */
  isReturned: boolean;
};

export function RequestFormPage({
  submissionId,
  values,
  otherFilters,
  errors = {},
  message = null,
  audience,
  usualPrice,
  live,
  edited,
  isStale,
  identifying,
  isReturned,
}: RequestFormPageProps) {
  const { t, url, visitor, currentPath } = usePage();
  const isRejected = edited?.state === "rejected";
  /** Whether nothing else is wrong, so that the next press sends the text as it is. */
  const isAsking = identifying.length > 0 && Object.keys(errors).length === 0;
  const quoted = identifying.map((text) => t("general.filters.quoted", { q: text })).join(", ");
  return (
    <div className="container container--narrow page">
      {edited ? (
        <header className="page-head">
          <h1>{t("requests.form.editHeading")}</h1>
          {isRejected ? <RejectionNotice request={edited} /> : null}
        </header>
      ) : (
        <FormHead />
      )}
      <Enhanced
        name="keep-draft"
        texts={{
          // A form that another search or request filled in is another draft.
          key: `request${currentPath}`,
          page: url(currentPath),
          ...(edited ? { purpose: String(edited.version) } : {}),
          ...(isReturned ? {} : { prefilled: "1" }),
        }}
        immediate
      >
        <form method="post" action={url(currentPath)} className="form" noValidate>
          <EnterSubmit value="send">{t("requests.form.send")}</EnterSubmit>
          <ErrorSummary
            errors={errors}
            message={message}
            labels={{
              level: t("general.search.level"),
              max_price: t("requests.form.maxPrice"),
              text: t("requests.form.text"),
              "learner.who": t("enquiries.learner.who"),
              "learner.grade": t("enquiries.learner.grade"),
            }}
          />
          {["", ...(isAsking ? identifying : [])].map((asked) => (
            <input key={asked} type="hidden" name={HINT_FIELD} value={asked} />
          ))}
          {identifying.length > 0 ? (
            <Notice tone="warning" title={t("requests.form.identifyingTitle")} live>
              <p className="break-anywhere">
                {t("requests.form.identifying", { found: quoted })}{" "}
                {isAsking ? t("requests.form.sendAsIs") : null}
              </p>
            </Notice>
          ) : null}
          {visitor?.emailVerified ? null : <VerifyFirst />}
          <div data-restored hidden>
            <Notice>
              <p>{t("requests.form.restored")}</p>
              <DiscardDraft label={t("requests.form.discard")}>
                <LinkButton href={url(currentPath)} variant="danger" size="small">
                  {t("general.form.discardDraft.confirm")}
                </LinkButton>
              </DiscardDraft>
            </Notice>
          </div>
          <LiveRequests live={live} subject={values.subject} message={message} />
          {edited && isStale ? (
            <Notice tone="warning" title={t("requests.form.stored")}>
              <RequestFacts request={edited} />
            </Notice>
          ) : null}
          {edited ? (
            <input type="hidden" name="version" value={edited.version} />
          ) : (
            <input type="hidden" name="once" value={submissionId} />
          )}
          <Select
            name="subject"
            label={t("general.fields.subject")}
            options={subjectOptions(t)}
            value={values.subject}
            error={errors.subject}
            placeholder={t("general.common.choose")}
          />
          <Select
            name="level"
            label={t("general.search.level")}
            options={levelOptions(t).map(({ value, label, hint }) => ({
              value,
              label: hint ? `${label} (${hint})` : label,
            }))}
            value={values.level}
            error={errors.level}
            placeholder={t("general.common.choose")}
          />
          <LearnerFields values={values} errors={errors} isRequest />
          <Select
            name="county"
            label={t("general.fields.county")}
            options={countyOptions(t)}
            value={values.county}
            error={errors.county}
            placeholder={t("requests.form.noCounty")}
            required={false}
          />
          <Checkbox
            name="online"
            label={t("requests.form.online")}
            help={t("requests.form.onlineHelp")}
            checked={values.online}
          />
          {audience ? (
            <div id={AUDIENCE} className="form-hint">
              <Notice>
                <p className="audience">{audience.text}</p>
                <p className="audience audience--online">{audience.onlineText}</p>
              </Notice>
            </div>
          ) : null}
          <div className="form-update">
            <SubmitButton
              variant="secondary"
              name="intent"
              value={UPDATE_INTENT}
              formAction={`${url(currentPath)}#${AUDIENCE}`}
            >
              {t("requests.form.update")}
            </SubmitButton>
          </div>
          <SlotGrid
            name="availability"
            idPrefix="s"
            label={t("requests.form.availability")}
            help={t("requests.form.availabilityHelp")}
            error={errors.availability}
            values={values.availability}
            optional
          />
          <PriceField
            name="max_price"
            label={t("requests.form.maxPrice")}
            help={
              <>
                {usualPrice ? <span className="form-hint">{`${usualPrice} `}</span> : null}
                {t("requests.form.maxPriceHelp")}
              </>
            }
            value={values.max_price}
            error={errors.max_price}
            optional
          />
          {otherFilters.length > 0 ? (
            <Notice>
              <p>{t("requests.form.otherFilters", { filters: otherFilters.join(", ") })}</p>
            </Notice>
          ) : null}
          <TextArea
            name="text"
            label={t("requests.form.text")}
            help={t("requests.form.textHelp")}
            value={values.text}
            error={errors.text}
            warning={
              identifying.length > 0 ? <p className="field__warning break-anywhere">{quoted}</p> : null
            }
            maxLength={REQUEST_TEXT_LENGTH}
            rows={4}
            optional
          />
          <div className="small muted">
            <p>{t("requests.form.examples")}</p>
            <ul className="prose">
              {EXAMPLES.map((name) => (
                <li key={name}>{t(`requests.form.example.${name}`)}</li>
              ))}
            </ul>
          </div>
          <Notice>
            <p>{t("requests.form.privacy", { max: MAX_ANSWERS })}</p>
            <p>{t("requests.form.limit", { max: MAX_REQUESTS })}</p>
          </Notice>
          <div className="form__actions">
            <SubmitButton>
              {t(
                isAsking
                  ? "enquiries.form.sendAnyway"
                  : edited && !isRejected
                    ? "general.common.save"
                    : "requests.form.send",
              )}
            </SubmitButton>
          </div>
        </form>
      </Enhanced>
    </div>
  );
}

function FormHead() {
  const { t } = usePage();
  return (
    <header className="page-head">
      <h1>{t("requests.form.heading")}</h1>
      <p className="page-head__lead">{t("requests.form.lead", { max: MAX_ANSWERS })}</p>
    </header>
  );
}

/** Says before the form is sent that a request of the subject exists, or that the author has no room for another. */
function LiveRequests({
  live,
  subject,
  message,
}: Pick<RequestFormPageProps, "live" | "message"> & { subject: string }) {
  const { t, url } = usePage();
  const isFull = live.length >= MAX_REQUESTS;
  const shown = isFull ? live : live.filter((request) => request.subject === subject);
  if (shown.length === 0) return null;
  const title = isFull
    ? t("general.refusals.too_many_requests", { max: MAX_REQUESTS })
    : t("general.refusals.request_exists");
  return (
    // A form that was refused for it says so above.
    <div className={isFull ? undefined : "form-hint"}>
      <Notice tone="warning" title={message === title ? null : title}>
        <ul>
          {shown.map((request) => (
            <li key={request.id}>
              <a href={url(paths.request(request.id))}>
                {`${t(`general.subjects.${request.subject}`)}, ${t(`general.levels.${request.level}`)}`}
              </a>
            </li>
          ))}
        </ul>
      </Notice>
    </div>
  );
}
