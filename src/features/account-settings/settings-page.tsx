import { EraseForm } from "@/features/privacy";
import { RunningPromotions, type RunningPromotionsProps } from "@/features/promotions";
import { paths } from "@/shared/paths";
import { MINIMUM_AGE } from "@/shared/schemas/accounts";
import { LinkButton } from "@/ui/button";
import { BirthDateField, ErrorSummary, PasswordField } from "@/ui/form";
import { MessagePage } from "@/ui/message-page";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";
import { SitePage } from "@/ui/site-page";
import { DeviceList } from "./device-list";
import type { AccountSettings, Device } from "./queries";
import {
  getFieldProps,
  getFieldValue,
  getLabelKey,
  type RejectedForm,
  Setting,
  SettingForm,
  toUniqueName,
} from "./settings-form";
import { SignInSettings } from "./sign-in-settings";
import type { TwoStepSetUp } from "./two-step";

/** The forms that have a success message. */
export const SETTINGS_DONE = ["email", "password", "two-step-off", "locale", "session", "sessions"] as const;

type SettingsPageProps = Pick<RunningPromotionsProps, "orders" | "now"> & {
  account: AccountSettings;
  setUp: TwoStepSetUp | null;
  /** Whether an admin was sent here to turn on two-step sign-in. */
  isRequired: boolean;
  devices: readonly Device[];
  done: (typeof SETTINGS_DONE)[number] | null;
  rejected: RejectedForm | null;
};

export function AccountSettingsPage({
  account,
  setUp,
  isRequired,
  devices,
  done,
  rejected,
  ...running
}: SettingsPageProps) {
  const { t, url } = usePage();
  return (
    <SitePage
      narrow
      heading={t("account-settings.title")}
      lead={
        <>
          {t("account-settings.lead")}{" "}
          <a href={url(paths.notifications())}>{t("account-settings.toNotifications")}</a> ·{" "}
          <a href={url(paths.ownPrivacy())}>{t("account-settings.toPrivacy")}</a>
        </>
      }
    >
      <div className="stack stack--loose">
        {done ? (
          <Notice tone="success" live>
            <p>{t(`account-settings.done.${done}`)}</p>
          </Notice>
        ) : null}
        {isRequired ? (
          <Notice tone="warning" live>
            <p>{t("account-settings.two-step.required")}</p>
          </Notice>
        ) : null}
        {rejected ? <RejectedFormErrors rejected={rejected} /> : null}
        <SignInSettings account={account} setUp={setUp} isRequired={isRequired} rejected={rejected} />
        <DeviceList devices={devices} />
        {account.role === "u" ? (
          <BecomeTeacherSection asksBirthDate={account.birthDate === null} rejected={rejected} />
        ) : null}
        <CloseAccountSection {...running} teaches={account.role !== "u"} rejected={rejected} />
      </div>
    </SitePage>
  );
}

/** The error summary at the top of the page; each line links to its field. */
function RejectedFormErrors({ rejected: { form, errors, message } }: { rejected: RejectedForm }) {
  const { t } = usePage();
  const names = Object.keys(errors);
  return (
    <ErrorSummary
      errors={Object.fromEntries(names.map((name) => [toUniqueName(form, name), errors[name] ?? ""]))}
      labels={Object.fromEntries(names.map((name) => [toUniqueName(form, name), t(getLabelKey(form, name))]))}
      message={message}
    />
  );
}

/** For learners: become a teacher. `asksBirthDate`: the account has no birth date yet. */
function BecomeTeacherSection({
  asksBirthDate,
  rejected,
}: {
  asksBirthDate: boolean;
  rejected: RejectedForm | null;
}) {
  const { t } = usePage();
  return (
    <section aria-labelledby="teaching">
      <h2 id="teaching">{t("account-settings.teaching")}</h2>
      <div className="entry-list">
        <SettingForm
          form="teacher"
          summary={<p>{t("account-settings.teacher.text", { years: MINIMUM_AGE.t })}</p>}
          rejected={rejected}
        >
          <p>{t("account-settings.teacher.unchanged")}</p>
          {asksBirthDate ? (
            <BirthDateField
              {...getFieldProps(rejected, "teacher", "birth_date")}
              label={t(getLabelKey("teacher", "birth_date"))}
              help={t("accounts.signUp.birthDateHelp")}
              value={getFieldValue(rejected, "teacher", "birth_date")}
              autoComplete="bday"
            />
          ) : null}
        </SettingForm>
      </div>
    </section>
  );
}

/** Disable or delete the account. */
function CloseAccountSection({
  teaches,
  rejected,
  ...running
}: Pick<RunningPromotionsProps, "orders" | "now"> & { teaches: boolean; rejected: RejectedForm | null }) {
  const { t, url } = usePage();
  return (
    <section aria-labelledby="close-account">
      <h2 id="close-account">{t("account-settings.closeAccount")}</h2>
      <div className="entry-list">
        <SettingForm
          form="disable"
          summary={<p>{t("account-settings.disable.text")}</p>}
          rejected={rejected}
          danger
        >
          <ul className="prose">
            <li>{t("account-settings.disable.signedOut")}</li>
            {teaches ? <li>{t("account-settings.disable.listings")}</li> : null}
            <li>{t("account-settings.disable.lessons")}</li>
            {teaches ? (
              <li>
                {t("account-settings.disable.promotions")}{" "}
                <a href={url(paths.ownOrders())}>{t("general.nav.promotions")}</a>
              </li>
            ) : null}
            <li>{t("account-settings.disable.back")}</li>
          </ul>
          <RunningPromotions {...running} action="close" />
          <PasswordField
            {...getFieldProps(rejected, "disable", "password")}
            label={t(getLabelKey("disable", "password"))}
            autoComplete="current-password"
          />
        </SettingForm>
        <Setting
          id="delete"
          title={t("privacy.erase.title")}
          summary={<p>{t("privacy.erase.text")}</p>}
          button={t("privacy.erase.open")}
        >
          <EraseForm {...running} />
        </Setting>
      </div>
    </section>
  );
}

/** Shown after a user disabled their account: what happened and how to return. */
export function DisabledPage() {
  const { t, url } = usePage();
  return (
    <MessagePage heading={t("account-settings.disabled.heading")}>
      <Notice tone="success" live>
        <p>{t("account-settings.disabled.done")}</p>
      </Notice>
      <p>{t("account-settings.disabled.back")}</p>
      <div className="row">
        <LinkButton href={url(paths.home())} variant="secondary">
          {t("account-settings.disabled.home")}
        </LinkButton>
      </div>
    </MessagePage>
  );
}
