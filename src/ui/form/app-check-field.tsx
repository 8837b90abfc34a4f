import { Enhanced } from "@/ui/enhanced";
import { usePage } from "@/ui/page-context";

/**
 * The place of Turnstile's widget in a form; it sends `cf-turnstile-response`. Without a key nothing is shown. The
 * page's head must set `appCheck: true`.
 */
export function AppCheckField() {
  const { appCheckKey, locale, t } = usePage();
  if (appCheckKey === undefined) throw new Error("AppCheckField on a page whose head lacks `appCheck: true`");
  return (
    <Enhanced name="app-check" immediate>
      {appCheckKey === null ? null : (
        <>
          <div
            className="cf-turnstile"
            data-sitekey={appCheckKey}
            data-language={locale}
            data-refresh-expired="auto"
          />
          <noscript>
            <p className="muted">{t("general.form.appCheckNeedsScript")}</p>
          </noscript>
        </>
      )}
    </Enhanced>
  );
}
