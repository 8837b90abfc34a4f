import { paths } from "@/shared/paths";
import { Breadcrumbs } from "@/ui/breadcrumbs";
import { usePage } from "@/ui/page-context";
import { EraseForm, type EraseFormProps } from "./erase-form";

export function ErasePage(form: EraseFormProps) {
  const { t, url } = usePage();
  return (
    <div className="container container--narrow page">
      <Breadcrumbs
        crumbs={[{ label: t("privacy.title"), href: url(paths.ownPrivacy()) }]}
        current={t("privacy.erase.title")}
      />
      <header className="page-head">
        <h1>{t("privacy.erase.title")}</h1>
        <p className="page-head__lead">{t("privacy.erase.lead")}</p>
      </header>
      <div className="stack">
        <EraseForm {...form} />
        <p className="small muted">
          {t("privacy.erase.instead")} <a href={url(paths.settings())}>{t("privacy.erase.toSettings")}</a>
        </p>
      </div>
    </div>
  );
}
