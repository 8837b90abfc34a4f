import { formatDate } from "@/shared/format";
import { CodeField, PasswordField } from "@/ui/form";
import { usePage } from "@/ui/page-context";
import { QrCode } from "@/ui/qr-code";
import type { AccountSettings } from "./queries";
import { getFieldProps, getLabelKey, type RejectedForm, SettingForm } from "./settings-form";
import type { TwoStepSetUp } from "./two-step";

export type TwoStepSettingProps = {
  account: AccountSettings;
  /** Null if two-step sign-in is on. */
  setUp: TwoStepSetUp | null;
  /** Whether the form is open because the admin area requires it. */
  isRequired: boolean;
  rejected: RejectedForm | null;
};

/** Turns two-step sign-in on or off. */
export function TwoStepSetting({ account: { twoStep }, setUp, isRequired, rejected }: TwoStepSettingProps) {
  const { t, locale } = usePage();
  if (setUp) {
    const [noCamera, openApp, typeKey] = t("account-settings.two-step.noCamera").split("*");
    return (
      <SettingForm
        form="two-step"
        summary={<p>{t("account-settings.two-step.text")}</p>}
        rejected={rejected}
        open={isRequired}
      >
        <p>{t("account-settings.two-step.scan")}</p>
        <QrCode text={setUp.uri} label={t("account-settings.two-step.qrCode")} />
        <p>
          {noCamera}
          <a href={setUp.uri}>{openApp}</a>
          {typeKey}
        </p>
        <p className="code-id">{setUp.key}</p>
        <input type="hidden" name="key" value={setUp.encrypted} />
        <CodeField
          {...getFieldProps(rejected, "two-step", "otp")}
          label={t(getLabelKey("two-step", "otp"))}
          help={t("account-settings.two-step.otpHelp")}
        />
      </SettingForm>
    );
  }
  return (
    <SettingForm
      form="two-step-off"
      summary={
        <p>
          {t("account-settings.two-step-off.since", { date: formatDate(twoStep?.enabledTs ?? 0, locale) })}{" "}
          {t.count("account-settings.two-step-off.codesLeft", twoStep?.recoveryHashes.length ?? 0)}
        </p>
      }
      rejected={rejected}
      danger
    >
      <p>{t("account-settings.two-step-off.newCodes")}</p>
      <PasswordField
        {...getFieldProps(rejected, "two-step-off", "password")}
        label={t(getLabelKey("two-step-off", "password"))}
        isReturned={rejected?.form === "two-step-off"}
        autoComplete="current-password"
      />
      <CodeField
        {...getFieldProps(rejected, "two-step-off", "otp")}
        label={t(getLabelKey("two-step-off", "otp"))}
        help={t("accounts.signInCode.help")}
      />
    </SettingForm>
  );
}
