import { paths } from "@/shared/paths";
import { LinkButton } from "@/ui/button";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";

/** Shown after the form was sent. `copied`: whether a copy goes to the given address. */
export function ContactedPage({ copied }: { copied: boolean }) {
  const { t, url } = usePage();
  return (
    <div className="container container--narrow page">
      <div className="stack">
        <h1>{t("contact.done.title")}</h1>
        <Notice tone="success" live>
          <p>{t("contact.done.text")}</p>
          {copied ? <p>{t("contact.done.copy")}</p> : null}
        </Notice>
        <div className="row">
          <LinkButton href={url(paths.home())}>{t("contact.done.home")}</LinkButton>
          <LinkButton href={url(paths.contact())} variant="secondary">
            {t("contact.done.again")}
          </LinkButton>
        </div>
      </div>
    </div>
  );
}
