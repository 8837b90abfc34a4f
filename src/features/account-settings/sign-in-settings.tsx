import { LOCALES } from "@/shared/i18n/locales";
import { paths } from "@/shared/paths";
import { PASSWORD_LENGTH } from "@/shared/schemas/accounts";
import { Badge } from "@/ui/badge";
import { EmailField, PasswordField, RadioGroup } from "@/ui/form";
import { usePage } from "@/ui/page-context";
import type { OwnSettings } from "./queries";
import { type FailedSetting, FormSetting, fieldOf, fieldWords, typed } from "./settings-form";

type Props = { own: OwnSettings; failed: FailedSetting | null };

/** Address, password, and the language of pages and mail. */
export function SigningIn({ own, failed }: Props) {
  const { t } = usePage();
  return (
    <section aria-labelledby="signing-in">
      <h2 id="signing-in">{t("settings.signingIn")}</h2>
      <div className="entry-list">
        <EmailSetting own={own} failed={failed} />
        <PasswordSetting own={own} failed={failed} />
        <LocaleSetting own={own} failed={failed} />
      </div>
    </section>
  );
}

function EmailSetting({ own, failed }: Props) {
  const { t, url } = usePage();
  const confirmed = own.emailVerifiedTs !== null;
  return (
    <FormSetting
      form="email"
      now={
        <p className="row">
          {own.email}
          <Badge tone={confirmed ? "positive" : "warning"}>
            {t(confirmed ? "settings.email.confirmed" : "settings.email.unconfirmed")}
          </Badge>
          {confirmed ? null : <a href={url(paths.verifyEmail())}>{t("settings.email.confirm")}</a>}
        </p>
      }
      failed={failed}
    >
      <EmailField
        {...fieldOf(failed, "email", "email")}
        label={t(fieldWords("email", "email"))}
        help={t("settings.email.help")}
        value={typed(failed, "email", "email")}
      />
      <PasswordField
        {...fieldOf(failed, "email", "current_password")}
        label={t(fieldWords("email", "current_password"))}
        autoComplete="current-password"
      />
    </FormSetting>
  );
}

function PasswordSetting({ own, failed }: Props) {
  const { t, url } = usePage();
  return (
    <FormSetting form="password" now={<p>{t("settings.password.means")}</p>} failed={failed}>
      <PasswordField
        {...fieldOf(failed, "password", "current_password")}
        label={t(fieldWords("password", "current_password"))}
        help={<a href={url(paths.resetPassword())}>{t("settings.password.forgotten")}</a>}
        autoComplete="current-password"
      />
      <PasswordField
        {...fieldOf(failed, "password", "password")}
        label={t(fieldWords("password", "password"))}
        help={t("accounts.signUp.passwordHelp", { minimum: PASSWORD_LENGTH.minimum })}
        autoComplete="new-password"
        minLength={PASSWORD_LENGTH.minimum}
      />
      <UsernameForManagers email={own.email} />
    </FormSetting>
  );
}

/** Tells password managers which account the password belongs to; hidden and ignored by the server. */
const UsernameForManagers = ({ email }: { email: string }) => (
  <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
);

function LocaleSetting({ own, failed }: Props) {
  const { t } = usePage();
  return (
    <FormSetting
      form="locale"
      now={<p>{t("settings.locale.now", { language: t(`settings.locale.names.${own.locale}`) })}</p>}
      failed={failed}
    >
      <RadioGroup
        {...fieldOf(failed, "locale", "locale")}
        label={t(fieldWords("locale", "locale"))}
        value={typed(failed, "locale", "locale", own.locale)}
        options={LOCALES.map((locale) => ({ value: locale, label: t(`settings.locale.own.${locale}`) }))}
      />
    </FormSetting>
  );
}
