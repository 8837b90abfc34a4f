import { DoneNotice, PersonListings, UNDONE_DECISION } from "@/features/moderation";
import { formatFullName } from "@/shared/format";
import { paths } from "@/shared/paths";
import { AdminPage } from "@/ui/admin-page";
import { Badge } from "@/ui/badge";
import { LinkButton } from "@/ui/button";
import { DescriptionList } from "@/ui/description-list";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";
import { Time } from "@/ui/time";
import { AuditLog } from "./audit-log";
import { MAX_USER_COUNT, type UserDetails } from "./find-user-details";
import { UserActions, type UserActionsView } from "./user-actions";
import { UserRecordSections } from "./user-records";

/** What was done by an undo, after which the page has the form again. */
export const UNDONE: readonly string[] = [
  "suspensionUndone",
  "reinstatementUndone",
  "disablingUndone",
  "enablingUndone",
];

/** A user in the admin area: their account, listings, history, and the actions of admins. */
export function UserPage({
  file,
  view,
  done,
  decision,
  restored,
}: {
  file: UserDetails;
  view: UserActionsView;
  /** The action just completed; a key of `users.done`. */
  done: string | null;
  /** The id of the decision just made. */
  decision: string;
  /** How many listings it restored. */
  restored: number;
}) {
  const { t, url } = usePage();
  const { user, person, history } = file;
  const undo = [file.undo, person.undo].find((last) => last?.fields[UNDONE_DECISION] === decision) ?? null;
  const name = formatFullName(user);
  return (
    <AdminPage
      parent={{ label: t("users.list.heading"), href: paths.adminUsers() }}
      heading={name}
      actions={
        <>
          <Badge>{t(`general.roles.${user.role}`)}</Badge>
          {user.disabledTs === null ? null : <Badge tone="danger">{t("users.user.disabled")}</Badge>}
          <QuickLinks file={file} />
        </>
      }
      aside={
        <UserActions
          file={undo ? { ...file, undo: null, person: { ...person, undo: null } } : file}
          view={view}
        />
      }
    >
      {view.message ? (
        <Notice tone="danger" live takesFocus>
          <p>{view.message}</p>
        </Notice>
      ) : null}
      {done ? (
        <DoneNotice undo={undo} isUndone={UNDONE.includes(done)}>
          {done === "reinstated" && restored > 0
            ? t.count("users.user.restored", restored)
            : t(`users.done.${done}`)}
          {done === "disabled" && undo ? ` ${t("users.disable.undoHelp")}` : null}
        </DoneNotice>
      ) : null}
      <AccountDetails file={file} />
      <Listings file={file} />
      <UserRecordSections records={file.records} user={user} />
      <section className="stack">
        <h2>{t("users.user.history")}</h2>
        {history.events.length === 0 ? (
          <p className="muted">{t("users.user.noHistory")}</p>
        ) : (
          <AuditLog {...history} about={`user:${user.id}`} />
        )}
        <p>
          <a href={url(paths.adminAudit({ actor: user.id }))}>{t("users.user.ownActions")}</a>
        </p>
      </section>
    </AdminPage>
  );
}

/** Where an admin writes to the user, and the parts of the page with the most used actions. */
function QuickLinks({ file: { user, person, records } }: { file: UserDetails }) {
  const { t, url, visitor } = usePage();
  if (visitor?.id === user.id) return null;
  const open = records.contact.find(({ closedTs }) => closedTs === null);
  const links = [
    [open ? url(paths.followUpRow(`contact:${open.id}`)) : `mailto:${user.email}`, "write"],
    ...(records.orders.length > 0 ? [["#records-orders", "refund"] as const] : []),
    ...(person.suspendable > 0 && user.disabledTs === null
      ? [["#suspend-listings", "suspend"] as const]
      : []),
    ...(user.disabledBy === "admin" ? [] : [["#disable-account", "disable"] as const]),
    ...(user.disabledTs === null ? [] : [["#enable-account", "enable"] as const]),
  ] as const;
  return links.map(([href, name]) => (
    <LinkButton key={name} href={href} variant="secondary" size="small">
      {t(`users.user.quick.${name}`)}
    </LinkButton>
  ));
}

function AccountDetails({ file: { user, counts } }: { file: UserDetails }) {
  const { t, url } = usePage();
  const formatCount = (n: number) =>
    n > MAX_USER_COUNT ? t("users.user.moreThan", { n: t.number(MAX_USER_COUNT) }) : t.number(n);
  return (
    <section className="stack">
      <h2>{t("users.user.details")}</h2>
      <DescriptionList
        items={[
          {
            term: t("users.user.email"),
            details: (
              <>
                <span className="break-anywhere">{user.email}</span> (
                {t(`moderation.listings.${user.emailVerifiedTs === null ? "unverified" : "verified"}`)})
              </>
            ),
          },
          !user.hasPassword && { term: t("users.user.password"), details: t("users.user.noPassword") },
          {
            term: t("users.user.role"),
            details: user.canCreateAdmin
              ? `${t(`general.roles.${user.role}`)}, ${t("users.user.createsAdmins")}`
              : t(`general.roles.${user.role}`),
          },
          { term: t("users.user.since"), details: <Time ts={user.signupTs} clock /> },
          user.lastSeenTs !== null && {
            term: t("users.user.lastSeen"),
            details: <Time ts={user.lastSeenTs} clock />,
          },
          user.disabledTs !== null && {
            term: t(`users.user.disabledBy.${user.disabledBy ?? "admin"}`),
            details: <Time ts={user.disabledTs} clock />,
          },
          { term: t("users.user.language"), details: t(`general.languages.${user.locale}`) },
          {
            term: t("users.user.orders"),
            details:
              counts.orders === 0 ? (
                formatCount(0)
              ) : (
                <a href={url(paths.adminOrders({ q: user.email }))}>{formatCount(counts.orders)}</a>
              ),
          },
        ]}
      />
    </section>
  );
}

function Listings({ file: { user, person } }: { file: UserDetails }) {
  const { t } = usePage();
  if (person.listings.length === 0 && user.role === "u") return null;
  return (
    <section className="stack">
      <h2>{t("users.user.listings")}</h2>
      <PersonListings person={person} />
    </section>
  );
}
