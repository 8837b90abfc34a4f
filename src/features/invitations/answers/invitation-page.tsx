import { Fragment, type ReactNode } from "react";
import { SignUpConsent } from "@/features/accounts";
import { countyName, DEFAULT_LANGUAGES } from "@/shared/codes";
import type { UsualPrice } from "@/shared/find-usual-price";
import { formatFullName, formatLei, formatList } from "@/shared/format";
import { formatPricePlace, formatPriceRange } from "@/shared/format-usual-price";
import { paths } from "@/shared/paths";
import { formatPhone } from "@/shared/phone";
import { MINIMUM_AGE, PASSWORD_LENGTH } from "@/shared/schemas/accounts";
import { CLAIM_FIELDS, type ClaimField, type InvitationDraft } from "@/shared/schemas/invitation";
import {
  computeHourlyPrice,
  type FormValues,
  LISTING_BOUNDS,
  type ListingInput,
  toListingForm,
  toListingInput,
} from "@/shared/schemas/listing";
import { ActionButton, LinkButton } from "@/ui/button";
import { DescriptionList } from "@/ui/description-list";
import {
  BirthDateField,
  Checkbox,
  CheckboxGroup,
  countyOptions,
  ErrorSummary,
  type FormErrors,
  hasErrors,
  levelOptions,
  locationOptions,
  PasswordField,
  PriceField,
  Select,
  SubmitButton,
  TextArea,
  TextField,
} from "@/ui/form";
import { MessagePage } from "@/ui/message-page";
import { Notice } from "@/ui/notice";
import { type Page, usePage } from "@/ui/page-context";
import { PriceUnit } from "@/ui/price-unit";
import { Time } from "@/ui/time";
import type { OpenInvitation } from "../find-open-invitation";
import { fillDraft, listAskedFields, resolveDescription } from "./claim-values";
import type { getAccountState } from "./get-account-state";

export type ClaimFormView = {
  /** The submitted values of the listing; null before. */
  values: FormValues | null;
  birthDate: string;
  phone: boolean;
  terms: boolean;
  /** Whether the price is held, and may be sent anyway. */
  isHeld: boolean;
  errors: FormErrors;
  message: string | null;
};

export type InvitationView =
  | {
      step: "open";
      token: string;
      invitation: OpenInvitation;
      account: ReturnType<typeof getAccountState>;
      operator: string;
      form: ClaimFormView;
      /** The listing as the page shows it. */
      listing: ListingInput;
      usualPrice: UsualPrice | null;
    }
  | { step: "askRefusal"; token: string; invitation: OpenInvitation; operator: string }
  | { step: "refused" }
  | { step: "claimed" }
  /** A claimed invitation whose account was deleted. */
  | { step: "deleted" }
  /** A refused invitation, or one that an admin deleted. */
  | { step: "erased" }
  /** An unknown link, or an invitation that has ended. */
  | { step: "invalid" };

/** What the mailed link of an invitation shows. `contact` is the operator's address. */
export function InvitationPage({ view, contact }: { view: InvitationView; contact: string }) {
  const { t, url, siteName, visitor } = usePage();
  if (view.step === "open") return <OpenInvitationPage {...view} contact={contact} />;
  if (view.step === "askRefusal") {
    return (
      <MessagePage heading={t("invitations.page.refuseHeading")}>
        <DescriptionList items={listHeldData(t, view.invitation)} />
        <Sender {...view} />
        <p>
          {t("invitations.page.source")} <q>{view.invitation.source}</q>
        </p>
        <p>
          {t("invitations.page.refuseText")} {t("invitations.page.hash")}
        </p>
        <div className="row">
          <RefuseButton token={view.token} />
          <LinkButton href={url(paths.invitation({ token: view.token }))} variant="quiet">
            {t("invitations.page.openDraft")}
          </LinkButton>
        </div>
      </MessagePage>
    );
  }
  return (
    <MessagePage heading={t(`invitations.page.${view.step}Heading`)}>
      <Notice tone={view.step === "invalid" ? "danger" : "success"} live>
        <p>
          {t(`invitations.page.${view.step}Text`, { site: siteName })}
          {view.step === "invalid" ? (
            <>
              {" "}
              <a href={`mailto:${contact}`}>{contact}</a>
            </>
          ) : null}
        </p>
        {view.step === "claimed" ? (
          <p>
            {t("invitations.page.withdraw")}{" "}
            <a href={url(paths.eraseAccount())}>{t("privacy.erase.title")}</a>
          </p>
        ) : null}
      </Notice>
      <div className="row">
        {view.step === "claimed" ? (
          <LinkButton href={url(visitor ? paths.ownListings() : paths.signIn({ next: paths.ownListings() }))}>
            {t(visitor ? "general.nav.myListings" : "accounts.signIn.submit")}
          </LinkButton>
        ) : (
          <LinkButton href={url(paths.home())} variant="secondary">
            {t("invitations.page.home")}
          </LinkButton>
        )}
      </div>
    </MessagePage>
  );
}

function OpenInvitationPage({
  token,
  invitation,
  account,
  operator,
  contact,
  ...form
}: Extract<InvitationView, { step: "open" }> & { contact: string }) {
  const { t, url, siteName } = usePage();
  const { draft, expiresTs } = invitation;
  const path = paths.invitation({ token });
  return (
    <div className="container container--narrow page">
      <header className="page-head">
        <h1>{t("invitations.page.heading", { name: draft.first_name, site: siteName })}</h1>
        <p className="page-head__lead">{t("invitations.page.lead", { site: siteName })}</p>
        <p className="break-anywhere">
          {t("invitations.page.origin", { operator })} <q>{invitation.source}</q>
        </p>
      </header>
      <div className="stack stack--loose">
        {account ? (
          <section className="stack">
            <DraftSummary draft={draft} listing={draft.listing} more={[invitation.email]} />
            <Notice tone={account === "ready" ? "info" : "warning"}>
              <p>{t(`invitations.page.account.${account}`)}</p>
            </Notice>
            <div className="row">
              {account === "signedOut" ? (
                <LinkButton href={url(paths.signIn({ next: path }))}>
                  {t("accounts.signIn.submit")}
                </LinkButton>
              ) : null}
              {account === "unready" ? (
                <LinkButton href={url(paths.settings())}>{t("invitations.page.account.settings")}</LinkButton>
              ) : null}
              {account === "ready" ? (
                <ActionButton action={url(path)} fields={{ intent: "adopt" }}>
                  {t("invitations.page.account.adopt")}
                </ActionButton>
              ) : null}
            </div>
          </section>
        ) : (
          <ClaimForm token={token} invitation={invitation} {...form} />
        )}
        <section className="stack stack--tight">
          <RefuseButton token={token} />
          <details>
            <summary>{t("invitations.page.aboutHeading")}</summary>
            <Sender invitation={invitation} operator={operator} />
            <p>{t("invitations.page.purpose")}</p>
            <p>
              {t("invitations.page.refuseText")} {t("invitations.page.retention")} <Time ts={expiresTs} />.{" "}
              {t("invitations.page.hash")}
            </p>
            <p>
              {t("invitations.page.rights")} <a href={`mailto:${contact}`}>{contact}</a>.{" "}
              <a href={url(paths.privacy())}>{t("invitations.page.privacy")}</a>
            </p>
          </details>
        </section>
      </div>
    </div>
  );
}

/** The listing in three lines, without the `hidden` fields. */
function DraftSummary({
  draft: { first_name, last_name },
  listing,
  hidden = [],
  more = [],
}: {
  draft: InvitationDraft;
  listing: ListingInput;
  hidden?: readonly ClaimField[];
  /** What else the listing says. */
  more?: readonly string[];
}) {
  const { t } = usePage();
  const {
    subject,
    levels,
    locations,
    online,
    county,
    neighbourhood,
    price,
    session_minutes: minutes,
  } = listing;
  const known = <T,>(field: ClaimField, value: T) => (hidden.includes(field) ? null : value);
  const list = (names: readonly string[]) => formatList(names, t.locale);
  const parts = [
    formatFullName({ firstName: first_name, lastName: last_name }),
    t(`general.subjects.${subject}`),
    known("levels", list(levels.map((level) => t(`general.levels.${level}`)))),
    known("locations", list(locations.map((code) => t(`general.locations.${code}`)))),
    known("online", online ? t("invitations.fields.online") : ""),
    known("neighbourhood", neighbourhood),
    known("county", county && countyName(county)),
    ...more,
  ].filter(Boolean);
  return (
    <div className="stack stack--tight break-anywhere">
      {known("title", listing.title) ? (
        <p>
          <strong>{listing.title}</strong>
        </p>
      ) : null}
      <p>
        {parts.join(" · ")}
        {price === null || hidden.includes("price") ? null : (
          <>
            {" · "}
            {formatLei(price, t.locale)}
            <PriceUnit sessionMinutes={minutes} pricePerHour={computeHourlyPrice(price, minutes)} />
          </>
        )}
      </p>
      {known("description", listing.description) ? <p className="pre-line">{listing.description}</p> : null}
    </div>
  );
}

/** What the invitation holds of the teacher. */
function listHeldData(t: Page["t"], { draft, email }: OpenInvitation) {
  const { first_name, last_name, phone_number, listing } = draft;
  const { subject, levels, county, neighbourhood, online, price, title, description } = listing;
  const place = [neighbourhood, county && countyName(county), online && t("invitations.fields.online")];
  const levelNames = levels.map((level) => t(`general.levels.${level}`));
  return [
    {
      term: t("invitations.fields.name"),
      details: formatFullName({ firstName: first_name, lastName: last_name }),
    },
    { term: t("invitations.fields.email"), details: email },
    { term: t("general.fields.phone_number"), details: phone_number && formatPhone(phone_number) },
    { term: t("general.fields.subject"), details: t(`general.subjects.${subject}`) },
    { term: t("general.fields.levels"), details: formatList(levelNames, t.locale) },
    { term: t("invitations.fields.place"), details: place.filter(Boolean).join(", ") },
    { term: t("general.fields.price"), details: price === null ? "" : formatLei(price, t.locale) },
    { term: t("general.fields.title"), details: title },
    { term: t("general.fields.description"), details: description },
  ].filter(({ details }) => details);
}

/** Who sent the invitation, and when. */
function Sender({ invitation, operator }: { invitation: OpenInvitation; operator: string }) {
  const { t, siteName } = usePage();
  return (
    <p>
      {t("invitations.page.sender", { operator, site: siteName })} <Time ts={invitation.createdTs} />.
    </p>
  );
}

/** Accepts and sends the listing in one press. What the draft lacks comes first; what it has is folded. */
function ClaimForm({
  token,
  form: { birthDate, phone, terms, isHeld, errors, message, ...form },
  invitation: { draft, email },
  listing,
  usualPrice,
}: Pick<
  Extract<InvitationView, { step: "open" }>,
  "token" | "form" | "invitation" | "listing" | "usualPrice"
>) {
  const { t, url } = usePage();
  const filled = form.values ?? toListingForm(fillDraft(t, draft.listing));
  const { description, isProposed } = resolveDescription(t, draft.listing, toListingInput(filled));
  const values = { ...filled, description: [String(description)] };
  const asked = listAskedFields(t, draft.listing);
  const known = CLAIM_FIELDS.filter((name) => !asked.includes(name));
  const priceHelp = usualPrice
    ? t("invitations.page.usualPrice", {
        place: formatPricePlace(t, usualPrice.scope, listing.county),
        level: t(`general.levelsAfterFor.${usualPrice.level}`),
        range: formatPriceRange(t.locale, usualPrice),
      })
    : t("general.usualPrice.fewTeachers");
  return (
    <form method="post" action={url(paths.invitation({ token }))} className="form" noValidate>
      <ErrorSummary errors={errors} message={message} />
      <section className="panel stack stack--tight">
        <h2>{t("invitations.page.public.heading")}</h2>
        <PublicData draft={draft} listing={listing} asked={asked} />
        <details open={known.some((field) => errors[field])}>
          <summary>{t("invitations.page.change")}</summary>
          <div className="stack stack--loose">
            <p>{t("invitations.page.public.before")}</p>
            <ListingFields names={known} values={values} errors={errors} priceHelp={priceHelp} />
            <p>{t("invitations.page.public.change")}</p>
          </div>
        </details>
      </section>
      <ListingFields
        names={asked}
        values={values}
        errors={errors}
        priceHelp={priceHelp}
        isProposed={isProposed}
      />
      <BirthDateField
        name="birth_date"
        label={t("accounts.fields.birthDate")}
        help={t("invitations.page.birthDateHelp", { years: MINIMUM_AGE.t })}
        value={birthDate}
        error={errors.birth_date}
        autoComplete="bday"
      />
      <PasswordField
        name="password"
        label={t("invitations.page.password", { email })}
        help={t("invitations.page.passwordHelp", { min: PASSWORD_LENGTH.min })}
        error={errors.password}
        isReturned={hasErrors(errors, message)}
        autoComplete="new-password"
        minLength={PASSWORD_LENGTH.min}
      />
      {draft.phone_number === null ? null : (
        <Checkbox
          name="phone"
          label={t("invitations.page.showPhone", { number: formatPhone(draft.phone_number) })}
          checked={phone}
        />
      )}
      <Checkbox name="terms" label={<SignUpConsent />} checked={terms} error={errors.terms} required />
      <div className="form__actions">
        <SubmitButton name="intent" value="submit">
          {t("invitations.page.claim")}
        </SubmitButton>
        {isHeld ? (
          <SubmitButton name="intent" value="submit_anyway" variant="secondary">
            {t("listings.form.submit.anyway")}
          </SubmitButton>
        ) : null}
        <SubmitButton name="intent" value="draft" variant="secondary">
          {t("invitations.page.claimDraft")}
        </SubmitButton>
      </div>
    </form>
  );
}

/** What everyone sees of the listing, also what the page does not ask for. */
function PublicData({
  draft,
  listing,
  asked,
}: {
  draft: InvitationDraft;
  listing: ListingInput;
  asked: readonly ClaimField[];
}) {
  const { t } = usePage();
  const filled = fillDraft(t, draft.listing);
  const { formats, session_minutes: minutes } = listing;
  // What the upload does not say, until the teacher changes it.
  const isAssumed = draft.listing.levels.length === 0 && String(listing.levels) === String(filled.levels);
  const list = (name: string, codes: readonly string[]) =>
    formatList(
      codes.map((code) => t(`general.${name}.${code}`)),
      t.locale,
    );
  const lessons = t("invitations.page.public.lessons", {
    formats: list("formats", formats),
    minutes: t.number(minutes),
    languages: list("languages", DEFAULT_LANGUAGES),
  });
  return (
    <>
      <DraftSummary draft={draft} listing={listing} hidden={isAssumed ? [...asked, "levels"] : asked} />
      <p>
        <strong>{t("invitations.page.public.assumed")}</strong>{" "}
        {[...(isAssumed ? [list("levels", listing.levels)] : []), lessons].join(" · ")}
      </p>
      <p>{t("invitations.page.public.integrity")}</p>
      <p>{t("invitations.page.public.never")}</p>
    </>
  );
}

/** Fields of the listing, as its form has them. */
function ListingFields({
  names,
  values,
  errors,
  priceHelp,
  isProposed = false,
}: {
  names: readonly ClaimField[];
  values: FormValues;
  errors: FormErrors;
  priceHelp: string;
  /** Whether the description is the one that we proposed. */
  isProposed?: boolean;
}) {
  const { t } = usePage();
  const toProps = (name: ClaimField) => {
    const label = `listings.form.${name}.label`;
    return { name, label: t(t.has(label) ? label : `general.fields.${name}`), error: errors[name] };
  };
  const getFirst = (name: ClaimField) => values[name]?.[0] ?? "";
  const toText = (name: ClaimField) => ({ ...toProps(name), value: getFirst(name) });
  const toChoices = (name: ClaimField) => ({ ...toProps(name), values: values[name] ?? [] });
  const { title, description, neighbourhood } = LISTING_BOUNDS;
  const fields: { [name in ClaimField]: () => ReactNode } = {
    levels: () => <CheckboxGroup {...toChoices("levels")} options={levelOptions(t)} columns />,
    title: () => <TextField {...toText("title")} minLength={title.min} maxLength={title.max} />,
    description: () => (
      <TextArea
        {...toText("description")}
        help={t(`invitations.page.descriptionHelp.${isProposed ? "proposed" : "own"}`)}
        rows={5}
        minLength={description.min}
        maxLength={description.max}
      />
    ),
    locations: () => <CheckboxGroup {...toChoices("locations")} options={locationOptions(t)} columns />,
    online: () => <Checkbox {...toProps("online")} checked={getFirst("online") === "1"} />,
    county: () => (
      <Select {...toText("county")} options={countyOptions(t)} placeholder={t("general.common.choose")} />
    ),
    neighbourhood: () => (
      <TextField {...toText("neighbourhood")} maxLength={neighbourhood.max} autoComplete="off" optional />
    ),
    price: () => (
      <PriceField
        {...toText("price")}
        label={t("invitations.page.price", { minutes: PRICE_MINUTES })}
        help={priceHelp}
      />
    ),
  };
  return names.map((name) => <Fragment key={name}>{fields[name]()}</Fragment>);
}

/** An upload has no length of a lesson. */
const PRICE_MINUTES = 60;

/** Refuses in one press. */
function RefuseButton({ token }: { token: string }) {
  const { t, url } = usePage();
  return (
    <ActionButton action={url(paths.refuseInvitation({ token }))} variant="secondary">
      {t("invitations.page.refuse")}
    </ActionButton>
  );
}
