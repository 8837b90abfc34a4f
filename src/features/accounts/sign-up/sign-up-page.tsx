import { SIGN_UP_ROLES } from "@/shared/codes";
import { splitLocale } from "@/shared/i18n/locales";
import { paths } from "@/shared/paths";
import { MINIMUM_AGE, NAME_LENGTH, PASSWORD_LENGTH } from "@/shared/schemas/accounts";
import { LinkButton } from "@/ui/button";
import {
  AppCheckField,
  BirthDateField,
  Checkbox,
  CheckedEmailField,
  EmailField,
  ErrorSummary,
  type FormErrors,
  hasErrors,
  PasswordField,
  PostForm,
  RadioGroup,
  SubmitButton,
  TextField,
} from "@/ui/form";
import { MessagePage } from "@/ui/message-page";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";
import { SitePage } from "@/ui/site-page";

/** The fields that keep their values after an error: all but the password. */
export const SIGN_UP_FIELDS = ["role", "first_name", "last_name", "birth_date", "email"] as const;
export type SignUpValues = Record<(typeof SIGN_UP_FIELDS)[number], string>;
export const NO_SIGN_UP_VALUES: SignUpValues = {
  role: "u",
  first_name: "",
  last_name: "",
  birth_date: "",
  email: "",
};

export type SignUpPageProps = {
  next: string;
  values: SignUpValues;
  consent?: boolean;
  errors?: FormErrors;
  message?: string | null;
};

export function SignUpPage({ next, values, consent, errors = {}, message = null }: SignUpPageProps) {
  const { t, url } = usePage();
  return (
    <SitePage
      narrow
      heading={t("accounts.signUp.heading")}
      lead={
        <>
          {t("accounts.signUp.lead")}{" "}
          <a href={url(paths.signIn({ next }))}>{t("accounts.signUp.toSignIn")}</a>
        </>
      }
    >
      <PostForm
        action={paths.signUp()}
        errors={errors}
        message={message}
        submit={t("accounts.signUp.submit")}
      >
        <input type="hidden" name="next" value={next} />
        <RadioGroup
          name="role"
          label={t("accounts.signUp.role")}
          value={values.role}
          error={errors.role}
          options={SIGN_UP_ROLES.map((role) => ({
            value: role,
            label: t(`accounts.signUp.roles.${role}`),
            hint: t(`accounts.signUp.ages.${role}`, { years: MINIMUM_AGE[role] }),
          }))}
        />
        <Names values={values} errors={errors} />
        <BirthDateField
          name="birth_date"
          label={t("accounts.fields.birthDate")}
          help={t("accounts.signUp.birthDateHelp")}
          value={values.birth_date}
          error={errors.birth_date}
          autoComplete="bday"
        />
        <CheckedEmailField
          name="email"
          label={t("accounts.fields.email")}
          value={values.email}
          error={errors.email}
        />
        <PasswordField
          name="password"
          label={t("accounts.fields.password")}
          help={t("accounts.signUp.passwordHelp", { min: PASSWORD_LENGTH.min })}
          error={errors.password}
          isReturned={hasErrors(errors, message)}
          autoComplete="new-password"
          minLength={PASSWORD_LENGTH.min}
        />
        <Checkbox
          name="terms"
          label={<SignUpConsent />}
          checked={consent ?? false}
          error={errors.terms}
          required
        />
        <AppCheckField />
      </PostForm>
    </SitePage>
  );
}

function Names({ values, errors }: { values: SignUpValues; errors: FormErrors }) {
  const { t } = usePage();
  return (
    <>
      <TextField
        name="first_name"
        label={t("accounts.fields.firstName")}
        value={values.first_name}
        error={errors.first_name}
        autoComplete="given-name"
        maxLength={NAME_LENGTH}
      />
      <TextField
        name="last_name"
        label={t("accounts.fields.lastName")}
        help={t("accounts.signUp.lastNameHelp")}
        value={values.last_name}
        error={errors.last_name}
        autoComplete="family-name"
        maxLength={NAME_LENGTH}
      />
    </>
  );
}

/** The sentence that a new user agrees to. Asterisks in its text enclose the links to both documents. */
export function SignUpConsent() {
  const { t, url, siteName } = usePage();
  const [agree, terms, read, privacy, end] = t("accounts.signUp.terms", { site: siteName }).split("*");
  return (
    <>
      {agree}
      <a href={url(paths.terms())}>{terms}</a>
      {read}
      <a href={url(paths.privacy())}>{privacy}</a>
      {end}
    </>
  );
}

export type SignedUpPageProps = {
  /** The address that the link was mailed to; "" in another browser, and after a sign-in or a sign-out. */
  email: string;
  next: string;
  /** The address that was typed into the form that corrects it; null before it was sent. */
  typed: string | null;
  errors?: FormErrors;
  message?: string | null;
};

/** Shown after a sign-up; the same for new and known addresses. */
export function SignedUpPage({ email, next, typed, errors = {}, message = null }: SignedUpPageProps) {
  const { t, url } = usePage();
  return (
    <MessagePage heading={t("accounts.signedUp.heading")}>
      {typed === null ? (
        <Notice tone="success" live>
          <p>{email ? t("accounts.verify.waiting", { email }) : t("accounts.signedUp.sent")}</p>
        </Notice>
      ) : null}
      <p>
        {splitLocale(next).path.startsWith(paths.createRequest())
          ? `${t("accounts.signedUp.request")} `
          : null}
        {t("accounts.signedUp.signInWorks")}
      </p>
      {email ? (
        <CorrectEmailForm email={email} next={next} typed={typed} errors={errors} message={message} />
      ) : (
        <p className="muted">
          {t("accounts.signedUp.spam")}{" "}
          <a href={url(paths.signIn({ next: paths.verifyEmail() }))}>{t("accounts.signedUp.againSignIn")}</a>
        </p>
      )}
      <div className="row">
        <LinkButton href={url(paths.signIn({ next }))} variant="secondary">
          {t("accounts.signIn.submit")}
        </LinkButton>
      </div>
    </MessagePage>
  );
}

/** Mails the link again, to a corrected address if it was mistyped. */
function CorrectEmailForm({ email, next, typed, errors = {}, message = null }: SignedUpPageProps) {
  const { t, url } = usePage();
  return (
    <form method="post" action={url(paths.signedUp())} className="form panel" noValidate>
      <h2>{t("accounts.signedUp.noMailTitle")}</h2>
      <ErrorSummary errors={errors} message={message} />
      <p>{t("accounts.signedUp.noMail")}</p>
      <input type="hidden" name="next" value={next} />
      <input type="hidden" name="signed_up_email" value={email} />
      <EmailField
        name="email"
        label={t("accounts.fields.email")}
        help={t("accounts.signedUp.correctHelp")}
        value={typed ?? email}
        error={errors.email}
      />
      <div className="form__actions">
        <SubmitButton variant="secondary">{t("accounts.signedUp.again")}</SubmitButton>
      </div>
    </form>
  );
}
