import { EraseForm } from "@/features/privacy";
import { paths } from "@/shared/paths";
import { MINIMUM_AGE } from "@/shared/schemas/accounts";
import { LinkButton } from "@/ui/button";
import { DateField, ErrorSummary, PasswordField } from "@/ui/form";
import { MessagePage } from "@/ui/message-page";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";
import { Devices } from "./device-list";
import type { Device, OwnSettings } from "./queries";
import {
  type FailedSetting,
  FormSetting,
  fieldOf,
  fieldWords,
  pageName,
  Setting,
  typed,
} from "./settings-form";
import { SigningIn } from "./sign-in-settings";

/** The forms that have a success message. */
export const SETTINGS_DONE = ["email", "password", "locale", "session", "sessions"] as const;

type SettingsPageProps = {
  own: OwnSettings;
  devices: readonly Device[];
  done: (typeof SETTINGS_DONE)[number] | null;
  failed: FailedSetting | null;
};

export function AccountSettingsPage({ own, devices, done, failed }: SettingsPageProps) {
  const { t, url } = usePage();
  return (
    <div className="container container--narrow page">
      <header className="page-head">
        <h1>{t("settings.title")}</h1>
        <p className="page-head__lead">
          {t("settings.lead")} <a href={url(paths.ownPrivacy())}>{t("settings.toPrivacy")}</a>
        </p>
      </header>
      <div className="stack stack--loose">
        {done ? (
          <Notice tone="success" live>
            <p>{t(`settings.done.${done}`)}</p>
          </Notice>
        ) : null}
        {failed ? <Refused failed={failed} /> : null}
        <SigningIn own={own} failed={failed} />
        <Devices devices={devices} />
        {own.role === "u" ? <Teaching asksBirthDate={own.birthDate === null} failed={failed} /> : null}
        <Leaving teaches={own.role !== "u"} failed={failed} />
      </div>
    </div>
  );
}

/** The error summary at the top of the page; each line links to its field. */
function Refused({ failed: { form, errors, message } }: { failed: FailedSetting }) {
  const { t } = usePage();
  const names = Object.keys(errors);
  return (
    <ErrorSummary
      errors={Object.fromEntries(names.map((name) => [pageName(form, name), errors[name] ?? ""]))}
      labels={Object.fromEntries(names.map((name) => [pageName(form, name), t(fieldWords(form, name))]))}
      message={message}
    />
  );
}

/** For learners: become a teacher. `asksBirthDate` if the account has no birth date. */
function Teaching({ asksBirthDate, failed }: { asksBirthDate: boolean; failed: FailedSetting | null }) {
  const { t } = usePage();
  return (
    <section aria-labelledby="teaching">
      <h2 id="teaching">{t("settings.teaching")}</h2>
      <div className="entry-list">
        <FormSetting
          form="teacher"
          now={<p>{t("settings.teacher.means", { years: MINIMUM_AGE.t })}</p>}
          failed={failed}
        >
          <p>{t("settings.teacher.stays")}</p>
          {asksBirthDate ? (
            <DateField
              {...fieldOf(failed, "teacher", "birth_date")}
              label={t(fieldWords("teacher", "birth_date"))}
              help={t("accounts.signUp.birthDateHelp")}
              value={typed(failed, "teacher", "birth_date")}
              autoComplete="bday"
            />
          ) : null}
        </FormSetting>
      </div>
    </section>
  );
}

/** Disable or delete the account. */
function Leaving({ teaches, failed }: { teaches: boolean; failed: FailedSetting | null }) {
  const { t } = usePage();
  return (
    <section aria-labelledby="leaving">
      <h2 id="leaving">{t("settings.leaving")}</h2>
      <div className="entry-list">
        <FormSetting form="disable" now={<p>{t("settings.disable.means")}</p>} failed={failed} danger>
          <ul className="prose">
            <li>{t("settings.disable.signedOut")}</li>
            {teaches ? <li>{t("settings.disable.listings")}</li> : null}
            {teaches ? <li>{t("settings.disable.promotions")}</li> : null}
            <li>{t("settings.disable.back")}</li>
          </ul>
          <PasswordField
            {...fieldOf(failed, "disable", "password")}
            label={t(fieldWords("disable", "password"))}
            autoComplete="current-password"
          />
        </FormSetting>
        <Setting
          id="delete"
          title={t("privacy.erase.title")}
          now={<p>{t("privacy.erase.text")}</p>}
          button={t("privacy.erase.open")}
        >
          <EraseForm />
        </Setting>
      </div>
    </section>
  );
}

/** Shown after a user disabled their account: what happened and how to return. */
export function DisabledPage() {
  const { t, url } = usePage();
  return (
    <MessagePage heading={t("settings.disabled.heading")}>
      <Notice tone="success" live>
        <p>{t("settings.disabled.done")}</p>
      </Notice>
      <p>{t("settings.disabled.back")}</p>
      <div className="row">
        <LinkButton href={url(paths.home())} variant="secondary">
          {t("settings.disabled.home")}
        </LinkButton>
      </div>
    </MessagePage>
  );
}
