import { fullName } from "@/shared/format";
import { paths } from "@/shared/paths";
import { Avatar } from "@/ui/avatar";
import { ActionButton } from "@/ui/button";
import { DescriptionList } from "@/ui/description-list";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";
import { Time } from "@/ui/time";
import type { OwnAccount } from "./queries";

export function ProfilePage({ profile }: { profile: OwnAccount["user"] }) {
  const { t, url } = usePage();
  return (
    <div className="container container--narrow page">
      <header className="page-head">
        <h1>{t("profile.heading")}</h1>
      </header>
      <div className="stack stack--loose">
        {profile.emailVerifiedTs === null ? (
          <Notice tone="warning">
            <p>
              {t("profile.unverified")} <a href={url(paths.verifyEmail())}>{t("profile.verify")}</a>
            </p>
          </Notice>
        ) : null}
        <section className="panel">
          <div className="stack">
            <Avatar name={fullName(profile)} size="large" />
            <DescriptionList
              items={[
                { term: t("profile.facts.name"), details: fullName(profile) },
                { term: t("profile.facts.email"), details: profile.email },
                { term: t("profile.facts.role"), details: t(`general.roles.${profile.role}`) },
                { term: t("profile.facts.since"), details: <Time ts={profile.signupTs} /> },
              ]}
            />
          </div>
        </section>
        <Ways role={profile.role} />
        <div>
          <ActionButton action={url(paths.signOut())} variant="secondary">
            {t("general.nav.signOut")}
          </ActionButton>
        </div>
      </div>
    </div>
  );
}

/** Where one goes from here: teachers to their listings, everybody to their messages. */
function Ways({ role }: { role: OwnAccount["user"]["role"] }) {
  const { t, url } = usePage();
  const ways = [
    ...(role === "u"
      ? [{ name: "find", href: paths.listings() }]
      : [
          { name: "listings", href: paths.ownListings() },
          { name: "create", href: paths.createListing() },
        ]),
    { name: "inbox", href: paths.inbox() },
  ];
  return (
    <section className="stack" aria-labelledby="ways">
      <h2 id="ways">{t("profile.next")}</h2>
      <ul className="entry-list">
        {ways.map(({ name, href }) => (
          <li className="entry" key={name}>
            <div className="entry__main">
              <p className="entry__title">
                <a href={url(href)}>{t(`profile.links.${name}`)}</a>
              </p>
              <p className="entry__meta">{t(`profile.links.${name}Text`)}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
