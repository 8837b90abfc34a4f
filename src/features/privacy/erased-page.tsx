import { paths } from "@/shared/paths";
import { LinkButton } from "@/ui/button";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";
import { ShortPage } from "@/ui/short-page";

/** Shown after an account was erased; the visitor is signed out. */
export function ErasedPage() {
  const { t, url } = usePage();
  return (
    <ShortPage heading={t("privacy.erased.title")}>
      <Notice tone="success" live>
        <p>{t("privacy.erased.done")}</p>
      </Notice>
      <p>{t("privacy.erased.orders")}</p>
      <p>{t("privacy.erased.welcome")}</p>
      <div className="row">
        <LinkButton href={url(paths.home())}>{t("privacy.erased.home")}</LinkButton>
      </div>
    </ShortPage>
  );
}
