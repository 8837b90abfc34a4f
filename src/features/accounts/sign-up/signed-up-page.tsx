import { paths } from "@/shared/paths";
import { LinkButton } from "@/ui/button";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";
import { ShortPage } from "@/ui/short-page";

/** Shown after a sign-up; the same for new and known addresses. */
export function SignedUpPage({ next }: { next: string }) {
  const { t, url } = usePage();
  return (
    <ShortPage heading={t("accounts.signedUp.heading")}>
      <Notice tone="success" live>
        <p>{t("accounts.signedUp.mailbox")}</p>
      </Notice>
      <p>{t("accounts.signedUp.signInWorks")}</p>
      <p className="muted">{t("accounts.signedUp.noMail")}</p>
      <div className="row">
        <LinkButton href={url(paths.signIn({ next }))}>{t("accounts.signIn.submit")}</LinkButton>
      </div>
    </ShortPage>
  );
}
