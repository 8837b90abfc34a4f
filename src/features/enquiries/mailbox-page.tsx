import { paths } from "@/shared/paths";
import { LinkButton } from "@/ui/button";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";
import { ShortPage } from "@/ui/short-page";

/** After a guest has written: one thing is left to do, in their mailbox. The same for every address. */
export function MailboxPage({ email, listingId }: { email: string; listingId: string }) {
  const { t, url } = usePage();
  return (
    <ShortPage heading={t("enquiries.mailbox.heading")}>
      <Notice tone="success" live>
        <p>{t("enquiries.mailbox.text", { email })}</p>
      </Notice>
      <p>{t("enquiries.mailbox.next")}</p>
      <p className="muted">{t("enquiries.mailbox.noMail")}</p>
      <div className="row">
        <LinkButton href={url(paths.listing(listingId))} variant="secondary">
          {t("enquiries.mailbox.back")}
        </LinkButton>
      </div>
    </ShortPage>
  );
}
