import { paths } from "@/shared/paths";
import { ActionButton } from "@/ui/button";
import { usePage } from "@/ui/page-context";
import { FORGET } from "./guest-link-page";

/** Other options of a guest: save the link, or delete their data. */
export function GuestsOwn({ id, token }: { id: string; token: string }) {
  const { t, url } = usePage();
  return (
    <section className="panel">
      <div className="stack stack--tight">
        <h2>{t("enquiries.guest.heading")}</h2>
        <p className="small muted">{t("enquiries.guest.link")}</p>
        <details className="confirm">
          <summary className="button button--quiet button--small">
            <span className="confirm__open">{t("enquiries.forget.open")}</span>
            <span className="confirm__close">{t("general.words.cancel")}</span>
          </summary>
          <div className="confirm__form">
            <p className="small">{t("enquiries.forget.text")}</p>
            <ActionButton
              action={url(paths.enquiry(id))}
              fields={{ token, intent: FORGET }}
              variant="danger"
              size="small"
            >
              {t("enquiries.forget.confirm")}
            </ActionButton>
          </div>
        </details>
      </div>
    </section>
  );
}
