import { type ListingCardRow, toSimilarPrice } from "@/features/listings";
import { countyName } from "@/shared/codes";
import { formatLei } from "@/shared/format";
import type { Translator } from "@/shared/i18n/translator";
import { paths, withQuery } from "@/shared/paths";
import { MESSAGE_LENGTH } from "@/shared/schemas/enquiry";
import { ActionButton, LinkButton } from "@/ui/button";
import { ErrorSummary, FieldGroup, type FormErrors, fieldId, TextArea } from "@/ui/form";
import { CardGrid } from "@/ui/listing-card";
import { MessagePage } from "@/ui/message-page";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";
import { SendButtons } from "../form/enquiry-form";
import type { LearnerSearch } from "../form/to-learner-search";
import {
  NotSentNotice,
  type SendResults,
  SentList,
  SentNotice,
  type SentRecipient,
} from "../several/several-page";
import type { Offer } from "./find-offer";
import { formatCardReplies } from "./format-card-replies";

const FORM_ID = "offer";

type OfferPageProps = {
  offer: Offer;
  token: string;
  cards: readonly ListingCardRow[];
  /** The teachers to whom the sender wrote since the offer; empty beside `results`. */
  written: readonly SentRecipient[];
  /** ms, `ctx.now`. */
  now: number;
  /** The search for more teachers (`toLearnerSearch`). */
  search: LearnerSearch;
  /** What became of the message. The cards are then of those who may still get it. */
  results?: Pick<SendResults, "sent" | "refused" | "isFromAccount" | "pendingEmail">;
  chosen?: readonly string[];
  /** What was typed; without it, the form has the first message. */
  values?: { message: string };
  errors?: FormErrors;
  refused?: string | null;
  isHeld?: boolean;
};

/** Other teachers for a message without an answer, what was sent to them, or the offer of an alert if nobody fits. */
export function OfferPage(props: OfferPageProps) {
  const { offer, values, cards } = props;
  if (!offer.isUnanswered && !values) return <ClosedOffer {...props} />;
  return cards.length === 0 ? <EmptyOffer {...props} /> : <OfferForm {...props} />;
}

/** The first message was answered, closed or reported meanwhile. */
function ClosedOffer({ offer, search }: OfferPageProps) {
  const { t, url } = usePage();
  return (
    <MessagePage heading={t("enquiries.offer.closedHeading")}>
      <p>{t("enquiries.offer.closed", { name: offer.teacherName })}</p>
      <div className="row">
        {offer.guestEmail === null ? (
          <LinkButton href={url(paths.enquiry(offer.id))}>{t("enquiries.form.open")}</LinkButton>
        ) : null}
        <ListLink search={search} />
      </div>
    </MessagePage>
  );
}

/** No teacher is left to choose. */
function EmptyOffer(props: OfferPageProps) {
  const { offer, search, results, values } = props;
  const { t, url } = usePage();
  return (
    <MessagePage heading={formatHeading(t, props)}>
      <Outcome {...props} />
      {results ? null : (
        <>
          <p>
            {t("enquiries.offer.none", {
              price: formatLei(toSimilarPrice(offer.listing.pricePerHour) * 100, t.locale),
            })}
          </p>
          <p>
            {t("enquiries.offer.filters", { filters: formatSearch(t, search) })}{" "}
            <a href={url(paths.listings(search))}>{t("enquiries.offer.changeFilters")}</a>
          </p>
        </>
      )}
      {values && !isSent(results) ? (
        <TextArea
          name="message"
          label={t("enquiries.form.message")}
          help={t("enquiries.several.copy")}
          value={values.message}
        />
      ) : null}
      <div className="row">
        {results ? null : (
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
        )}
        <ListLink search={search} />
      </div>
    </MessagePage>
  );
}

/** The teachers to choose, and the message to them. */
function OfferForm(props: OfferPageProps) {
  const { offer, token, cards, now, results, chosen = [], values, errors = {}, isHeld = false } = props;
  const { t, url, siteName } = usePage();
  return (
    <div className="container page">
      <header className="page-head">
        <h1>{formatHeading(t, props)}</h1>
        {results ? null : <p className="page-head__lead">{t.count("enquiries.offer.lead", cards.length)}</p>}
      </header>
      <div className="stack">
        <Outcome {...props} />
        <FieldGroup
          id={fieldId("listing_ids")}
          label={t("enquiries.several.recipients")}
          error={errors.listing_ids}
        >
          <CardGrid
            cards={cards.map((card) => ({ ...card, note: formatNote(t, siteName, card) }))}
            now={now}
            selectForm={FORM_ID}
            selected={chosen}
          />
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
            value={values?.message ?? offer.message}
            error={errors.message}
            maxLength={MESSAGE_LENGTH}
            rows={6}
          />
          <Notice>
            <p>{t.count("enquiries.offer.privacy", cards.length)}</p>
          </Notice>
          <div className="form__actions">
            <SendButtons isHeld={isHeld}>{t.count("enquiries.offer.send", cards.length)}</SendButtons>
          </div>
        </form>
      </div>
    </div>
  );
}

function Outcome({ results, written, errors = {}, refused = null }: OfferPageProps) {
  const { t } = usePage();
  return (
    <>
      <ErrorSummary
        errors={errors}
        message={refused}
        labels={{ listing_ids: t("enquiries.several.recipients"), message: t("enquiries.form.message") }}
      />
      {isSent(results) ? <SentNotice results={results} /> : null}
      {written.length > 0 ? (
        <Notice tone="success" title={t("enquiries.offer.writtenTitle")}>
          <SentList sent={written} />
          {written.some(({ href }) => href === null) ? <p>{t("enquiries.offer.writtenLinks")}</p> : null}
        </Notice>
      ) : null}
      <NotSentNotice
        tone="danger"
        title={t("enquiries.several.notSent")}
        recipients={results?.refused ?? []}
      />
    </>
  );
}

function ListLink({ search }: Pick<OfferPageProps, "search">) {
  const { t, url } = usePage();
  return (
    <LinkButton href={url(paths.listings({ ...search, select: true }))} variant="secondary">
      {t("enquiries.several.toList")}
    </LinkButton>
  );
}

type Results = OfferPageProps["results"];
const isSent = (results: Results): results is NonNullable<Results> => (results?.sent.length ?? 0) > 0;

function formatHeading(t: Translator, { offer, results }: Pick<OfferPageProps, "offer" | "results">): string {
  if (!results) return t("enquiries.offer.heading", { name: offer.teacherName });
  return t(isSent(results) ? "enquiries.several.done" : "enquiries.offer.title");
}

/** What the card does not say: "Only in person · New on Catedra". */
const formatNote = (t: Translator, site: string, card: ListingCardRow): string =>
  [
    ...(card.online ? [] : [t("enquiries.offer.onlyInPerson")]),
    ...(card.replyMedianS === null ? [formatCardReplies(t, site, card)] : []),
  ].join(" · ");

/** The filters in words: "Mathematics, Middle school, Online". */
const formatSearch = (t: Translator, { subject, level, county, online }: LearnerSearch): string =>
  [
    t(`general.subjects.${subject}`),
    ...level.map((code) => t(`general.levels.${code}`)),
    ...(county ? [countyName(county)] : []),
    ...(online ? [t("general.filters.flags.online.chip")] : []),
  ].join(", ");

export function OfferRefusedPage({ isErased, message }: { isErased: boolean; message: string }) {
  const { t, url } = usePage();
  return (
    <MessagePage heading={t(isErased ? "enquiries.erased.person" : "enquiries.link.invalidHeading")}>
      <p>{t(isErased ? "enquiries.offer.erased" : "enquiries.offer.invalid")}</p>
      {message ? (
        <TextArea
          name="message"
          label={t("enquiries.form.message")}
          help={t("enquiries.several.copy")}
          value={message}
        />
      ) : null}
      <div className="row">
        <LinkButton href={url(paths.listings())}>{t("general.nav.find")}</LinkButton>
      </div>
    </MessagePage>
  );
}
