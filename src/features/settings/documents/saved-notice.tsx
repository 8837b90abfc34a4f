import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";
import type { DocumentForm } from "./document-form";

/** What the document just saved means, its public page, and the way back. */
export function SavedNotice({ form: { texts, path, publicPath } }: { form: DocumentForm<unknown> }) {
  const { t, url } = usePage();
  return (
    <Notice tone="success" live>
      {t(`${texts}.done`)}{" "}
      {publicPath ? (
        <>
          <a href={url(publicPath())}>{t("settings.settings.publicPage")}</a> ·{" "}
        </>
      ) : null}
      <a href={`${url(path())}#history`}>{t("settings.history.open")}</a>
    </Notice>
  );
}
