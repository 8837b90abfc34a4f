import { fullName } from "@/shared/format";
import { paths } from "@/shared/paths";
import { Badge, StateBadge } from "@/ui/badge";
import { DescriptionList } from "@/ui/description-list";
import { DetailPage } from "@/ui/detail-page";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";
import { Time } from "@/ui/time";
import { AuditLog } from "./audit-log";
import { MAX_USER_COUNT, type UserDetails } from "./find-user-details";
import { UserActions, type UserActionsView } from "./user-actions";

/** One person: who they are, what they have here, what happened to their account, and what can be done about it. */
export function UserPage({
  file,
  view,
  done,
}: {
  file: UserDetails;
  view: UserActionsView;
  /** What was just done; a key of `users.done`. */
  done: string | null;
}) {
  const { t, url } = usePage();
  const { person, events } = file;
  const name = fullName(person) || t("users.user.unnamed");
  return (
    <DetailPage
      crumbs={[
        { label: t("admin.home.heading"), href: url(paths.admin()) },
        { label: t("users.list.heading"), href: url(paths.adminUsers()) },
      ]}
      current={name}
      heading={name}
      actions={
        <>
          <Badge>{t(`general.roles.${person.role}`)}</Badge>
          {person.disabledTs === null ? null : <Badge tone="danger">{t("users.user.disabled")}</Badge>}
        </>
      }
      aside={<UserActions person={person} view={view} />}
    >
      {done ? (
        <Notice tone="success" live>
          {t(`users.done.${done}`)}
        </Notice>
      ) : null}
      <Facts file={file} />
      <Listings file={file} />
      <section className="stack">
        <h2>{t("users.user.history")}</h2>
        {events.length === 0 ? (
          <p className="muted">{t("users.user.noHistory")}</p>
        ) : (
          <AuditLog events={events} about={`user:${person.id}`} />
        )}
        <p>
          <a href={url(paths.adminAudit({ actor: person.id }))}>{t("users.user.ownActions")}</a>
        </p>
      </section>
    </DetailPage>
  );
}

function Facts({ file: { person, counts } }: { file: UserDetails }) {
  const { t, url } = usePage();
  const number = (n: number) =>
    n > MAX_USER_COUNT ? t("users.user.moreThan", { n: t.number(MAX_USER_COUNT) }) : t.number(n);
  return (
    <section className="stack">
      <h2>{t("users.user.facts")}</h2>
      <DescriptionList
        items={[
          {
            term: t("users.user.email"),
            details: (
              <>
                <span className="break-anywhere">{person.email}</span> (
                {t(person.emailVerifiedTs === null ? "users.user.unverified" : "users.user.verified")})
              </>
            ),
          },
          !person.hasPassword && { term: t("users.user.password"), details: t("users.user.noPassword") },
          {
            term: t("users.user.role"),
            details: person.canCreateAdmin
              ? `${t(`general.roles.${person.role}`)}, ${t("users.user.makesAdmins")}`
              : t(`general.roles.${person.role}`),
          },
          { term: t("users.user.since"), details: <Time ts={person.signupTs} clock /> },
          person.lastSeenTs !== null && {
            term: t("users.user.lastSeen"),
            details: <Time ts={person.lastSeenTs} clock />,
          },
          person.disabledTs !== null && {
            term: t(`users.user.disabledBy.${person.disabledBy ?? "admin"}`),
            details: <Time ts={person.disabledTs} clock />,
          },
          { term: t("users.user.language"), details: t(`users.languages.${person.locale}`) },
          { term: t("users.user.asked"), details: number(counts.asked) },
          person.role !== "u" && { term: t("users.user.received"), details: number(counts.received) },
          {
            term: t("users.user.orders"),
            details:
              counts.orders === 0 ? (
                number(0)
              ) : (
                <a href={url(paths.adminOrders({ q: person.email }))}>{number(counts.orders)}</a>
              ),
          },
        ]}
      />
    </section>
  );
}

function Listings({ file: { person, listings, moreListings } }: { file: UserDetails }) {
  const { t, url } = usePage();
  if (listings.length === 0 && person.role === "u") return null;
  return (
    <section className="stack">
      <h2>{t("users.user.listings")}</h2>
      {listings.length === 0 ? (
        <p className="muted">{t("users.user.noListings")}</p>
      ) : (
        <ul className="entry-list">
          {listings.map((listing) => (
            <li key={listing.id} className="entry">
              <div className="entry__main">
                <p className="entry__title">
                  <a href={url(paths.adminListing(listing.id))}>
                    {listing.title || t(`general.subjects.${listing.subject}`)}
                  </a>
                </p>
              </div>
              <div className="entry__side">
                <StateBadge kind="listing" state={listing.state} />
              </div>
            </li>
          ))}
        </ul>
      )}
      {moreListings ? <p className="muted">{t("users.user.moreListings")}</p> : null}
    </section>
  );
}
