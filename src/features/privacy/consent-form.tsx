import { type ConsentSettings, OPTIONAL_CATEGORIES } from "@/shared/consent";
import { paths } from "@/shared/paths";
import { Checkbox, SubmitButton } from "@/ui/form";
import { usePage } from "@/ui/page-context";

/**
 * The visitor's cookie consent in this browser. Refusing everything takes one click, like accepting. `next` is the
 * path to return to. Categories that the site does not use are listed because Google's consent mode has them.
 */
export function ConsentForm({
  settings,
  usesAnalytics,
  next,
}: {
  settings: ConsentSettings | null;
  usesAnalytics: boolean;
  next: string;
}) {
  const { t, url } = usePage();
  return (
    <form method="post" action={url(paths.consent())} className="form">
      <input type="hidden" name="next" value={next} />
      <div>
        <p>
          <strong>{t("privacy.consent.essential.title")}</strong>{" "}
          <span className="muted">({t("privacy.consent.always")})</span>
        </p>
        <p className="small muted">{t("privacy.consent.essential.text")}</p>
      </div>
      <fieldset className="field">
        <legend>{t("privacy.consent.legend")}</legend>
        <p className="small">{t(`privacy.consent.used.${usesAnalytics ? "analytics" : "none"}`)}</p>
        {OPTIONAL_CATEGORIES.map((category) => (
          <Checkbox
            key={category}
            name={category}
            label={t(`privacy.consent.categories.${category}`)}
            help={t(`privacy.consent.help.${category}`)}
            checked={settings?.[category] === "granted"}
          />
        ))}
      </fieldset>
      <div className="form__actions">
        <SubmitButton name="choice" value="save">
          {t("privacy.consent.save")}
        </SubmitButton>
        <SubmitButton variant="secondary" name="choice" value="accept">
          {t("privacy.consent.accept")}
        </SubmitButton>
        <SubmitButton variant="secondary" name="choice" value="reject">
          {t("privacy.consent.reject")}
        </SubmitButton>
      </div>
    </form>
  );
}
