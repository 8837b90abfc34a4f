import { LOCALES } from "@/shared/i18n/locales";
import { paths } from "@/shared/paths";
import { PASSWORD_LENGTH } from "@/shared/schemas/accounts";
import { Badge } from "@/ui/badge";
import { EmailField, PasswordField, RadioGroup } from "@/ui/form";
import { usePage } from "@/ui/page-context";
import type { AccountSettings } from "./queries";
import { getFieldProps, getFieldValue, getLabelKey, type RejectedForm, SettingForm } from "./settings-form";

import { TwoStepSetting, type TwoStepSettingProps } from "./two-step-setting";

type Props = { account: AccountSettings; rejected: RejectedForm | null };

/** Address, password, two-step sign-in, and the language of pages and mail. */
export function SignInSettings({
  account,
  rejected,
  ...twoStep
}: Props & Pick<TwoStepSettingProps, "setUp" | "isRequired">) {
  const { t } = usePage();
  return (
    <section aria-labelledby="sign-in">
      <h2 id="sign-in">{t("account-settings.signIn")}</h2>
      <div className="entry-list">
        <EmailSetting account={account} rejected={rejected} />
        <PasswordSetting account={account} rejected={rejected} />
        <TwoStepSetting account={account} rejected={rejected} {...twoStep} />
        <LocaleSetting account={account} rejected={rejected} />
      </div>
    </section>
  );
}

function EmailSetting({ account, rejected }: Props) {
  const { t, url } = usePage();
  const confirmed = account.emailVerifiedTs !== null;
  return (
    <SettingForm
      form="email"
      summary={
        <>
          <p className="row">
            {account.email}
            <Badge tone={confirmed ? "positive" : "warning"}>
              {t(confirmed ? "account-settings.email.confirmed" : "account-settings.email.unconfirmed")}
            </Badge>
            {confirmed ? null : <a href={url(paths.verifyEmail())}>{t("account-settings.email.confirm")}</a>}
          </p>
          {account.newEmail === null ? null : (
            <p>{t("account-settings.email.waiting", { email: account.newEmail })}</p>
          )}
        </>
      }
      rejected={rejected}
    >
      <EmailField
        {...getFieldProps(rejected, "email", "email")}
        label={t(getLabelKey("email", "email"))}
        help={t("account-settings.email.help")}
        value={getFieldValue(rejected, "email", "email")}
      />
      <PasswordField
        {...getFieldProps(rejected, "email", "current_password")}
        label={t(getLabelKey("email", "current_password"))}
        isReturned={rejected?.form === "email"}
        autoComplete="current-password"
      />
    </SettingForm>
  );
}

function PasswordSetting({ account, rejected }: Props) {
  const { t, url } = usePage();
  return (
    <SettingForm form="password" summary={<p>{t("account-settings.password.text")}</p>} rejected={rejected}>
      <PasswordField
        {...getFieldProps(rejected, "password", "current_password")}
        label={t(getLabelKey("password", "current_password"))}
        isReturned={rejected?.form === "password"}
        help={<a href={url(paths.resetPassword())}>{t("account-settings.password.forgot")}</a>}
        autoComplete="current-password"
      />
      <PasswordField
        {...getFieldProps(rejected, "password", "password")}
        label={t(getLabelKey("password", "password"))}
        isReturned={rejected?.form === "password"}
        help={t("accounts.signUp.passwordHelp", { min: PASSWORD_LENGTH.min })}
        autoComplete="new-password"
        minLength={PASSWORD_LENGTH.min}
      />
      <UsernameForManagers email={account.email} />
    </SettingForm>
  );
}

/** Tells password managers which account the password belongs to; hidden and ignored by the server. */
const UsernameForManagers = ({ email }: { email: string }) => (
  <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
);

function LocaleSetting({ account, rejected }: Props) {
  const { t } = usePage();
  return (
    <SettingForm
      form="locale"
      summary={
        <p>
          {t("account-settings.locale.current", {
            language: t(`general.languages.${account.locale}`),
          })}
        </p>
      }
      rejected={rejected}
    >
      <RadioGroup
        {...getFieldProps(rejected, "locale", "locale")}
        label={t(getLabelKey("locale", "locale"))}
        value={getFieldValue(rejected, "locale", "locale", account.locale)}
        options={LOCALES.map((locale) => ({
          value: locale,
          label: t(`account-settings.locale.nativeNames.${locale}`),
        }))}
      />
    </SettingForm>
  );
}
