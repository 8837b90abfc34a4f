import { paths } from "@/shared/paths";
import { LinkButton } from "@/ui/button";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";

/** After a sign-up: the same for everybody, whether the address was new or known. */
export function SignedUpPage({ next }: { next: string }) {
  const { t, url } = usePage();
  return (
    <div className="container container--narrow page">
      <div className="stack">
        <h1>{t("accounts.signedUp.heading")}</h1>
        <Notice tone="success" live>
          <p>{t("accounts.signedUp.mailbox")}</p>
        </Notice>
        <p>{t("accounts.signedUp.signInWorks")}</p>
        <p className="muted">{t("accounts.signedUp.noMail")}</p>
        <div className="row">
          <LinkButton href={url(paths.signIn({ next }))}>{t("accounts.signIn.submit")}</LinkButton>
        </div>
      </div>
    </div>
  );
}
