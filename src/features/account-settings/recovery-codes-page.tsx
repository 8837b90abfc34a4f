import { getFirstPage, paths } from "@/shared/paths";
import { LinkButton } from "@/ui/button";
import { MessagePage } from "@/ui/message-page";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";

/** The recovery codes, after two-step sign-in was turned on. They are never shown again. */
export function RecoveryCodesPage({ codes }: { codes: readonly string[] }) {
  const { t, url, visitor } = usePage();
  return (
    <MessagePage heading={t("account-settings.recovery.title")}>
      <Notice tone="success" live>
        <p>{t("account-settings.recovery.done")}</p>
      </Notice>
      <p>{t("account-settings.recovery.text")}</p>
      <ul className="recovery-codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="row">
        <LinkButton href={url(visitor?.role === "a" ? getFirstPage("a") : paths.settings())}>
          {t("account-settings.recovery.stored")}
        </LinkButton>
      </div>
    </MessagePage>
  );
}
