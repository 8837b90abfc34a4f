import { paths } from "@/shared/paths";
import { ErrorSummary } from "@/ui/form";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";
import { Devices } from "./devices";
import { type FailedSetting, fieldWords, pageName } from "./form-state";
import { Leaving } from "./leaving";
import type { Device } from "./own-devices";
import type { OwnSettings } from "./queries";
import { SigningIn } from "./signing-in";
import { Teaching } from "./teaching";

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
