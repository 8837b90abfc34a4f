import { paths } from "@/shared/paths";
import { LinkButton } from "@/ui/button";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";
import { ShortPage } from "@/ui/short-page";

/** Shown after a user disabled their account: what happened and how to return. */
export function DisabledPage() {
  const { t, url } = usePage();
  return (
    <ShortPage heading={t("settings.disabled.heading")}>
      <Notice tone="success" live>
        <p>{t("settings.disabled.done")}</p>
      </Notice>
      <p>{t("settings.disabled.back")}</p>
      <div className="row">
        <LinkButton href={url(paths.home())} variant="secondary">
          {t("settings.disabled.home")}
        </LinkButton>
      </div>
    </ShortPage>
  );
}
