import type { ReactNode } from "react";
import { SignUpConsent } from "@/features/accounts";
import { countyName } from "@/shared/codes";
import { capitalize, formatFullName, formatLei, formatList } from "@/shared/format";
import { paths } from "@/shared/paths";
import { formatPhone } from "@/shared/phone";
import { MINIMUM_AGE, PASSWORD_LENGTH } from "@/shared/schemas/accounts";
import { computeHourlyPrice } from "@/shared/schemas/listing";
import { ActionButton, LinkButton } from "@/ui/button";
import { DescriptionList } from "@/ui/description-list";
import {
  BirthDateField,
  Checkbox,
  ErrorSummary,
  type FormErrors,
  hasErrors,
  PasswordField,
  SubmitButton,
} from "@/ui/form";
import { MessagePage } from "@/ui/message-page";
import { Notice } from "@/ui/notice";
import { type Page, usePage } from "@/ui/page-context";
import { PriceUnit } from "@/ui/price-unit";
import { Time } from "@/ui/time";
import type { OpenInvitation } from "./find-open-invitation";

export type ClaimForm = {
  birthDate: string;
  phone: boolean;
  terms: boolean;
  errors: FormErrors;
  message: string | null;
};

export type InvitationView =
  | { step: "open"; token: string; invitation: OpenInvitation; operator: string; form: ClaimForm }
  | { step: "askRefusal"; token: string; invitation: OpenInvitation; operator: string }
  | { step: "refused" }
  | { step: "claimed" }
  /** A refused invitation, or one that an admin deleted. */
  | { step: "erased" }
  /** An unknown link, or an invitation that has ended. */
  | { step: "invalid" };

/** What the mailed link of an invitation shows. `contact` is the operator's address. */
export function InvitationPage({ view, contact }: { view: InvitationView; contact: string }) {
  const { t, url, siteName } = usePage();
  if (view.step === "open") return <OpenInvitationPage {...view} contact={contact} />;
  if (view.step === "askRefusal") {
    return (
      <MessagePage heading={t("invitations.page.refuseHeading")}>
        <DescriptionList items={listPerson(t, view.invitation)} />
        <Origin {...view} />
        <p>{t("invitations.page.refuseText")}</p>
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
          <LinkButton href={url(paths.signIn({ next: paths.ownListings() }))}>
            {t("accounts.signIn.submit")}
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
  operator,
  form,
  contact,
}: Extract<InvitationView, { step: "open" }> & { contact: string }) {
  const { t, url, siteName } = usePage();
  const { draft, expiresTs, hasAccount } = invitation;
  return (
    <div className="container container--narrow page">
      <header className="page-head">
        <h1>{t("invitations.page.heading", { name: draft.first_name })}</h1>
        <p className="page-head__lead">{t("invitations.page.lead", { site: siteName })}</p>
      </header>
      <div className="stack stack--loose">
        <Notice>
          <p>{t("invitations.page.notPublic")}</p>
          <p>{t("invitations.page.laterPublic")}</p>
          <p>
            {t("invitations.page.neverPublic")}
            {draft.phone_number && !hasAccount ? ` ${t("invitations.page.phoneTicked")}` : null}
          </p>
        </Notice>
        <section className="stack">
          <h2>{t("invitations.page.draft")}</h2>
          <DescriptionList items={[...listPerson(t, invitation), ...listDraft()]} />
        </section>
        {hasAccount ? (
          <section className="stack">
            <Notice tone="warning">
              <p>{t("invitations.page.hasAccount")}</p>
            </Notice>
            <div className="row">
              <LinkButton href={url(paths.signIn({ next: paths.createListing() }))}>
                {t("accounts.signIn.submit")}
              </LinkButton>
            </div>
          </section>
        ) : (
          <ClaimSection token={token} form={form} number={draft.phone_number} />
        )}
        <section className="stack">
          <h2>{t("invitations.page.refuseHeading")}</h2>
          <p>{t("invitations.page.refuseText")}</p>
          <RefuseButton token={token} />
        </section>
        <section className="stack stack--tight">
          <h2>{t("invitations.page.aboutHeading")}</h2>
          <Origin invitation={invitation} operator={operator} />
          <p>{t("invitations.page.purpose")}</p>
          <p>
            {t("invitations.page.retention")} <Time ts={expiresTs} />.
          </p>
          <p>
            {t("invitations.page.rights")} <a href={`mailto:${contact}`}>{contact}</a>.{" "}
            <a href={url(paths.privacy())}>{t("invitations.page.privacy")}</a>
          </p>
        </section>
      </div>
    </div>
  );

  function listDraft() {
    const { listing, phone_number } = draft;
    const { subject, levels, county, neighbourhood, online, price, title, description } = listing;
    const { session_minutes: minutes } = listing;
    const details: Record<string, ReactNode> = {
      phone: phone_number ? formatPhone(phone_number) : "",
      subject: t(`general.subjects.${subject}`),
      levels: formatList(
        levels.map((level) => t(`general.levels.${level}`)),
        t.locale,
      ),
      county: county ? countyName(county) : "",
      neighbourhood,
      online: online ? t("invitations.page.online") : "",
      price:
        price === null ? (
          ""
        ) : (
          <>
            {formatLei(price, t.locale)}
            <PriceUnit sessionMinutes={minutes} pricePerHour={computeHourlyPrice(price, minutes)} />
          </>
        ),
      title,
      description,
    };
    return Object.entries(details).map(([field, text]) => ({
      term: t(`invitations.fields.${field}`),
      details: text,
    }));
  }
}

/** Whose data the invitation holds. */
function listPerson(t: Page["t"], { draft, email }: OpenInvitation) {
  const name = formatFullName({ firstName: draft.first_name, lastName: draft.last_name });
  return [
    { term: t("invitations.fields.name"), details: name },
    { term: t("invitations.fields.email"), details: email },
  ];
}

/** Who sent the invitation, and where its data come from. */
function Origin({
  invitation: { createdTs, source },
  operator,
}: {
  invitation: OpenInvitation;
  operator: string;
}) {
  const { t, siteName } = usePage();
  return (
    <>
      <p>
        {t("invitations.page.sender", { operator, site: siteName })} <Time ts={createdTs} />.
      </p>
      <p>
        {t("invitations.page.source")} <q>{source}</q>
      </p>
    </>
  );
}

function ClaimSection({
  token,
  form: { birthDate, phone, terms, errors, message },
  number,
}: {
  token: string;
  form: ClaimForm;
  /** The phone number of the draft. */
  number: string | null;
}) {
  const { t, url } = usePage();
  return (
    <section className="stack">
      <h2>{t("invitations.page.claimHeading")}</h2>
      <p>{t("invitations.page.claimText")}</p>
      <form method="post" action={url(paths.invitation())} className="form" noValidate>
        <ErrorSummary errors={errors} message={message} />
        <input type="hidden" name="token" value={token} />
        <PasswordField
          name="password"
          label={t("accounts.fields.password")}
          help={t("accounts.signUp.passwordHelp", { min: PASSWORD_LENGTH.min })}
          error={errors.password}
          isReturned={hasErrors(errors, message)}
          autoComplete="new-password"
          minLength={PASSWORD_LENGTH.min}
        />
        <BirthDateField
          name="birth_date"
          label={t("accounts.fields.birthDate")}
          help={`${capitalize(t("accounts.signUp.ages.t", { years: MINIMUM_AGE.t }), t.locale)}. ${t("accounts.signUp.birthDateHelp")}`}
          value={birthDate}
          error={errors.birth_date}
          autoComplete="bday"
        />
        {number === null ? null : (
          <Checkbox
            name="phone"
            label={t("invitations.page.showPhone", { number: formatPhone(number) })}
            help={t("invitations.page.showPhoneHelp")}
            checked={phone}
          />
        )}
        <Checkbox name="terms" label={<SignUpConsent />} checked={terms} error={errors.terms} required />
        <div className="form__actions">
          <SubmitButton>{t("invitations.page.claim")}</SubmitButton>
        </div>
      </form>
    </section>
  );
}

/** Refuses in one press. */
function RefuseButton({ token }: { token: string }) {
  const { t, url } = usePage();
  return (
    <ActionButton action={url(paths.refuseInvitation())} fields={{ token }} variant="secondary">
      {t("invitations.page.refuse")}
    </ActionButton>
  );
}
