import { ContactHint, findAnswerEnd, HINT_FIELD, SendButtons, VerifyFirst } from "@/features/enquiries";
import { formatRequest } from "@/shared/format-request";
import { paths } from "@/shared/paths";
import { FULL_ANSWER_LENGTH, MESSAGE_LENGTH } from "@/shared/schemas/enquiry";
import type { AnswerStatus } from "@/shared/schemas/request";
import { LinkButton } from "@/ui/button";
import { Enhanced } from "@/ui/enhanced";
import { ErrorSummary, type FormErrors, Select, TextArea } from "@/ui/form";
import { MessagePage } from "@/ui/message-page";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";
import { Time } from "@/ui/time";
import type { FittingRequest } from "../queries";
import { RequestFacts } from "../request-facts";
import { formatAnswered } from "./format-answered";
import { Mismatches } from "./mismatches";
import { RequestBreadcrumbs } from "./request-breadcrumbs";

export type FittingRequestPageProps = FittingRequest & {
  /** The teacher's answer. */
  enquiryId: string | null;
  /** Of that answer. */
  status: AnswerStatus;
  /** When it closes without five answers (ms). */
  endTs: number | null;
  /** The teacher's listings that fit. */
  listings: readonly { id: string; title: string }[];
  values: { listing_id: string; message: string };
  /** What the form asks about once: more than a greeting, or contact data. */
  hint?: "greeting" | "contact" | null | undefined;
  /** Whether the answer was held back because it has contact data for a learner under 18. */
  isHeld?: boolean;
  errors?: FormErrors;
  /** The refusal as text, if it does not concern a field. */
  message?: string | null;
};

/** A request for a teacher whom it fits: the form of an answer, or what became of it. */
export function FittingRequestPage({
  request,
  enquiryId,
  status,
  mismatches,
  endTs,
  ...form
}: FittingRequestPageProps) {
  const { t, url } = usePage();
  const { state, answerCount, closeReason } = request;
  const title = formatRequest(t, request);
  const isClosed = state !== "open";
  const takesAnswer = !isClosed && enquiryId === null;
  return (
    <div className="container container--narrow page">
      <RequestBreadcrumbs current={t("requests.page.title")} />
      <header className="page-head">
        <h1>{title}</h1>
        <p className="page-head__lead">
          {formatAnswered(t, answerCount)}
          {isClosed || endTs === null ? null : (
            <>
              {". "}
              {t("requests.page.openUntil")} <Time ts={endTs} />
            </>
          )}
        </p>
        {takesAnswer ? <Mismatches mismatches={mismatches} /> : null}
      </header>
      <div className="stack stack--loose">
        {takesAnswer ? <NotSentYet hint={form.hint} /> : <Unsent {...form} />}
        <RequestFacts request={request} />
        <p className="small muted">
          {t("requests.answer.confirmed")}
          {/* Of an opened request, a rule means that an admin approved it. */}
          {request.holdRule === null ? null : ` ${t("requests.answer.read")}`}
        </p>
        {enquiryId ? (
          <Notice tone="success" title={t("requests.list.youAnswered")}>
            <p>
              <a href={url(paths.enquiry(enquiryId))}>{t("enquiries.form.open")}</a>
            </p>
          </Notice>
        ) : null}
        {isClosed && closeReason ? (
          <Notice title={t("requests.states.closed")}>
            <p>
              {t("requests.page.why", {
                reason: t(`requests.closeReasons.${findAnswerEnd(closeReason, status) ?? closeReason}`),
              })}
            </p>
          </Notice>
        ) : null}
        {takesAnswer ? <AnswerForm request={request} {...form} /> : null}
        <p className="small">
          <a
            href={url(paths.contact({ subject: t("requests.answer.reportSubject", { id: request.id }) }))}
            rel="nofollow"
          >
            {t("requests.answer.report")}
          </a>
        </p>
      </div>
    </div>
  );
}

/** Above the request: the answer was not sent, because its form asks about it once. */
function NotSentYet({ hint }: Pick<FittingRequestPageProps, "hint">) {
  const { t } = usePage();
  if (!hint) return null;
  const text = t(hint === "contact" ? "enquiries.hint.contactTitle" : "requests.answer.greetingTitle");
  return (
    <ErrorSummary
      message={t("requests.answer.notSent")}
      errors={{ message: text }}
      labels={{ message: "" }}
    />
  );
}

/** Above a request that took no answer: why, and the typed text to copy. */
function Unsent({ message = null, values }: Pick<FittingRequestPageProps, "message" | "values">) {
  const { t } = usePage();
  if (!values.message) return null;
  return (
    <div className="stack">
      <ErrorSummary message={[message, t("requests.answer.unsent")].filter(Boolean).join(" ")} />
      <TextArea
        name="message"
        label={t("requests.answer.unsentText")}
        value={values.message}
        rows={6}
        readOnly
        required={false}
      />
    </div>
  );
}

function AnswerForm({
  request: { id, learnerWho },
  listings,
  values,
  hint = null,
  isHeld = false,
  errors = {},
  message = null,
}: Pick<
  FittingRequestPageProps,
  "request" | "listings" | "values" | "hint" | "isHeld" | "errors" | "message"
>) {
  const { t, url, visitor } = usePage();
  return (
    <section className="panel">
      <Enhanced name="keep-draft" texts={{ key: `request/${id}`, page: url(paths.request(id)) }} immediate>
        <form method="post" action={url(paths.requestAction(id, "answers"))} className="form" noValidate>
          <h2>{t("requests.answer.heading")}</h2>
          <ErrorSummary
            errors={errors}
            message={message}
            labels={{ listing_id: t("requests.answer.listing"), message: t("requests.answer.message") }}
          />
          {visitor?.emailVerified ? null : <VerifyFirst />}
          {hint === "greeting" ? (
            <Notice title={t("requests.answer.greetingTitle")}>
              <p>{t("requests.answer.greeting")}</p>
            </Notice>
          ) : (
            <>
              {hint === "contact" ? <ContactHint message={values.message} isToLearner takesFocus /> : null}
              <input type="hidden" name={HINT_FIELD} value="1" />
            </>
          )}
          <Select
            name="listing_id"
            label={t("requests.answer.listing")}
            help={t("requests.answer.listingHelp")}
            options={listings.map((listing) => ({ value: listing.id, label: listing.title }))}
            value={values.listing_id}
            error={errors.listing_id}
          />
          <TextArea
            name="message"
            label={t("requests.answer.message")}
            help={[
              t("requests.answer.messageHelp"),
              t("requests.answer.contact"),
              learnerWho === "child" ? t("requests.answer.child") : "",
            ].join(" ")}
            value={values.message}
            error={errors.message}
            minLength={FULL_ANSWER_LENGTH}
            maxLength={MESSAGE_LENGTH}
            rows={6}
          />
          <p className="small muted">{t("requests.answer.privacy")}</p>
          <div className="form__actions">
            <SendButtons isHeld={isHeld || hint === "contact"}>{t("requests.answer.send")}</SendButtons>
          </div>
        </form>
      </Enhanced>
    </section>
  );
}

/**
 * A request that a teacher may no longer see: it was closed or erased, or their listing was paused. With the typed answer,
 * if it was refused for that; `message` says why.
 */
export function GoneRequestPage(unsent: Pick<FittingRequestPageProps, "message" | "values">) {
  const { t, url } = usePage();
  return (
    <MessagePage heading={t("requests.answer.goneHeading")}>
      <Unsent {...unsent} />
      {unsent.message ? null : <p>{t("requests.answer.gone")}</p>}
      <div className="row">
        <LinkButton href={url(paths.requests())}>{t("requests.list.heading")}</LinkButton>
      </div>
    </MessagePage>
  );
}
