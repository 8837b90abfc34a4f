import { EraseForm } from "@/features/privacy";
import { PasswordField } from "@/ui/form";
import { usePage } from "@/ui/page-context";
import { type FailedSetting, fieldOf, fieldWords } from "./form-state";
import { FormSetting, Setting } from "./setting";

/** Disable or delete the account. */
export function Leaving({ teaches, failed }: { teaches: boolean; failed: FailedSetting | null }) {
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
