import { SIGN_UP_ROLES } from "@/shared/codes";
import { paths } from "@/shared/paths";
import { MINIMUM_AGE, NAME_LENGTH, PASSWORD_LENGTH } from "@/shared/schemas/accounts";
import { LinkButton } from "@/ui/button";
import {
  AppCheckField,
  BirthDateField,
  Checkbox,
  EmailField,
  ErrorSummary,
  type FormErrors,
  PasswordField,
  RadioGroup,
  SubmitButton,
  TextField,
} from "@/ui/form";
import { MessagePage } from "@/ui/message-page";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";

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
    <div className="container container--narrow page">
      <header className="page-head">
        <h1>{t("accounts.signUp.heading")}</h1>
        <p className="page-head__lead">
          {t("accounts.signUp.lead")}{" "}
          <a href={url(paths.signIn({ next }))}>{t("accounts.signUp.toSignIn")}</a>
        </p>
      </header>
      <form method="post" action={url(paths.signUp())} className="form" noValidate>
        <ErrorSummary errors={errors} message={message} />
        <input type="hidden" name="next" value={next} />
        <RadioGroup
          name="role"
          label={t("accounts.signUp.role")}
          value={values.role}
          error={errors.role}
          options={SIGN_UP_ROLES.map((role) => ({
            value: role,
            label: t(`accounts.signUp.roles.${role}`),
            hint: t("accounts.signUp.age", { years: MINIMUM_AGE[role] }),
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
        <EmailField
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
          autoComplete="new-password"
          minLength={PASSWORD_LENGTH.min}
        />
        <Checkbox name="terms" label={<Consent />} checked={consent ?? false} error={errors.terms} required />
        <AppCheckField />
        <div className="form__actions">
          <SubmitButton>{t("accounts.signUp.submit")}</SubmitButton>
        </div>
      </form>
    </div>
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
function Consent() {
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

/** Shown after a sign-up; the same for new and known addresses. `email` is "" in another browser. */
export function SignedUpPage({ email, next }: { email: string; next: string }) {
  const { t, url } = usePage();
  return (
    <MessagePage heading={t("accounts.signedUp.heading")}>
      <Notice tone="success" live>
        <p>{email ? t("accounts.verify.waiting", { email }) : t("accounts.signedUp.sent")}</p>
      </Notice>
      <p>{t("accounts.signedUp.signInWorks")}</p>
      <p className="muted">
        {t("accounts.signedUp.noMail")}{" "}
        <a href={url(paths.signIn({ next: paths.verifyEmail() }))}>{t("accounts.signedUp.again")}</a>
      </p>
      <div className="row">
        <LinkButton href={url(paths.signIn({ next }))}>{t("accounts.signIn.submit")}</LinkButton>
      </div>
    </MessagePage>
  );
}
