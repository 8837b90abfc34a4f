import type { ListingCardRow } from "@/features/listings";
import { paths, type Query, withQuery } from "@/shared/paths";
import { MESSAGE_LENGTH } from "@/shared/schemas/enquiry";
import { ActionButton, LinkButton } from "@/ui/button";
import { ErrorSummary, FieldGroup, type FormErrors, fieldId, SubmitButton, TextArea } from "@/ui/form";
import { CardGrid } from "@/ui/listing-card";
import { MessagePage } from "@/ui/message-page";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";
import { SendAnyway } from "../form/enquiry-form";
import { NotSentNotice, type SendResults, SentNotice } from "../several/several-page";
import type { Offer } from "./find-offer";

const FORM_ID = "offer";

/** Other teachers for a message without an answer, what was sent to them, or the offer of an alert if nobody fits. */
export function OfferPage({
  offer,
  token,
  cards,
  now = 0,
  search = {},
  conversationPath,
  results,
  chosen = [],
  values,
  errors = {},
  refused = null,
  isHeld = false,
}: {
  offer: Offer;
  token: string;
  cards: readonly ListingCardRow[];
  /** ms, `ctx.now`. */
  now?: number;
  /** The search for more teachers (`toSimilarSearch`). */
  search?: Query;
  /** The conversation that was answered or closed since the mail. */
  conversationPath: string | null;
  /** What became of the message; then there is no form. */
  results?: Pick<SendResults, "sent" | "refused" | "isFromAccount" | "pendingEmail">;
  chosen?: readonly string[];
  values?: { message: string };
  errors?: FormErrors;
  refused?: string | null;
  isHeld?: boolean;
}) {
  const { t, url } = usePage();
  const name = { name: offer.teacherName };
  const toList = (
    <LinkButton href={url(paths.listings({ ...search, select: true }))} variant="secondary">
      {t("enquiries.several.toList")}
    </LinkButton>
  );
  if (results)
    return (
      <MessagePage heading={t(results.sent.length > 0 ? "enquiries.several.done" : "enquiries.offer.title")}>
        {results.sent.length > 0 ? <SentNotice results={results} /> : null}
        <NotSentNotice tone="danger" title={t("enquiries.several.notSent")} recipients={results.refused} />
        <div className="row">{toList}</div>
      </MessagePage>
    );
  if (!offer.isUnanswered)
    return (
      <MessagePage heading={t("enquiries.offer.closedHeading")}>
        <p>{t("enquiries.offer.closed", name)}</p>
        <div className="row">
          {conversationPath ? (
            <LinkButton href={url(conversationPath)}>{t("enquiries.form.open")}</LinkButton>
          ) : null}
          {toList}
        </div>
      </MessagePage>
    );
  if (cards.length === 0)
    return (
      <MessagePage heading={t("enquiries.offer.heading", name)}>
        <p>{t("enquiries.offer.none")}</p>
        <div className="row">
          <ActionButton
            action={url(paths.alerts())}
            fields={{
              filters: withQuery("", search).slice(1),
              frequency: "daily",
              email: offer.email,
            }}
          >
            {t("enquiries.offer.alert")}
          </ActionButton>
          {toList}
        </div>
      </MessagePage>
    );
  return (
    <div className="container page">
      <header className="page-head">
        <h1>{t("enquiries.offer.heading", name)}</h1>
        <p className="page-head__lead">{t("enquiries.offer.lead")}</p>
      </header>
      <div className="stack">
        <ErrorSummary
          errors={errors}
          message={refused}
          labels={{ listing_ids: t("enquiries.several.recipients"), message: t("enquiries.form.message") }}
        />
        <FieldGroup
          id={fieldId("listing_ids")}
          label={t("enquiries.several.recipients")}
          error={errors.listing_ids}
        >
          <CardGrid cards={cards} now={now} selectForm={FORM_ID} selected={chosen} />
        </FieldGroup>
        <form
          method="post"
          action={url(paths.enquiryOffer(offer.id))}
          id={FORM_ID}
          className="form container--narrow"
          noValidate
        >
          <input type="hidden" name="token" value={token} />
          <TextArea
            name="message"
            label={t("enquiries.form.message")}
            value={values?.message ?? ""}
            error={errors.message}
            maxLength={MESSAGE_LENGTH}
            rows={6}
          />
          <Notice>
            <p>{t("enquiries.offer.privacy")}</p>
          </Notice>
          <div className="form__actions">
            <SubmitButton>{t("enquiries.offer.send")}</SubmitButton>
            {isHeld ? <SendAnyway /> : null}
          </div>
        </form>
      </div>
    </div>
  );
}

export function OfferRefusedPage() {
  const { t, url } = usePage();
  return (
    <MessagePage heading={t("enquiries.link.invalidHeading")}>
      <p>{t("enquiries.offer.invalid")}</p>
      <div className="row">
        <LinkButton href={url(paths.listings())}>{t("general.nav.find")}</LinkButton>
      </div>
    </MessagePage>
  );
}
