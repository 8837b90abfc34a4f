import { LEAST_AGE } from "@/shared/schemas/accounts";
import { DateField } from "@/ui/form";
import { usePage } from "@/ui/page-context";
import { type FailedSetting, fieldOf, fieldWords, typed } from "./form-state";
import { FormSetting } from "./setting";

/** For learners: become a teacher. `asksBirthDate` if the account has no birth date. */
export function Teaching({
  asksBirthDate,
  failed,
}: {
  asksBirthDate: boolean;
  failed: FailedSetting | null;
}) {
  const { t } = usePage();
  return (
    <section aria-labelledby="teaching">
      <h2 id="teaching">{t("settings.teaching")}</h2>
      <div className="entry-list">
        <FormSetting
          form="teacher"
          now={<p>{t("settings.teacher.means", { years: LEAST_AGE.t })}</p>}
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
