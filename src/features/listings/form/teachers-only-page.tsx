import { paths } from "@/shared/paths";
import { ActionButton, LinkButton } from "@/ui/button";
import { usePage } from "@/ui/page-context";
import { Steps } from "@/ui/steps";

/** For learners who come to publish a listing: what it takes. */
export function TeachersOnlyPage() {
  const { t, url } = usePage();
  return (
    <div className="container container--narrow page">
      <header className="page-head">
        <h1>{t("listings.teachersOnly.heading")}</h1>
        <p className="page-head__lead">{t("listings.teachersOnly.lead")}</p>
      </header>
      <div className="stack stack--loose">
        <Steps
          steps={["account", "listing", "review"].map((step) => ({
            title: t(`listings.teachersOnly.${step}.title`),
            text: t(`listings.teachersOnly.${step}.text`),
          }))}
        />
        <div className="row">
          <ActionButton action={url(paths.signOut({ next: paths.signUp({ role: "t" }) }))}>
            {t("listings.teachersOnly.signOut")}
          </ActionButton>
          <LinkButton href={url(paths.listings())} variant="secondary">
            {t("general.nav.find")}
          </LinkButton>
        </div>
      </div>
    </div>
  );
}
