import { ROLES } from "@/shared/codes";
import { formatFullName } from "@/shared/format";
import { paths, type Query } from "@/shared/paths";
import { AdminPage } from "@/ui/admin-page";
import { Badge } from "@/ui/badge";
import { LinkButton } from "@/ui/button";
import { EmptyState } from "@/ui/empty-state";
import { Select, SubmitButton, TextField } from "@/ui/form";
import { usePage } from "@/ui/page-context";
import { Pagination } from "@/ui/pagination";
import { Time } from "@/ui/time";
import type { ListedUsers, UserFilter } from "./list-users";

/** The list of users with its filter. `first` is false after the first page. */
export function UsersPage({
  result: { users, next },
  filter,
  first,
}: {
  result: ListedUsers;
  filter: UserFilter;
  first: boolean;
}) {
  const { t, url } = usePage();
  const filterQuery: Query = {
    q: filter.q,
    role: filter.role,
    disabled: filter.disabled === null ? null : String(filter.disabled),
  };
  return (
    <AdminPage
      heading={t("users.list.heading")}
      actions={
        <LinkButton href={url(paths.adminCreateUser())} variant="secondary" size="small">
          {t("users.create.heading")}
        </LinkButton>
      }
    >
      <Filter filter={filter} />
      {users.length > 0 ? (
        <ul className="entry-list">
          {users.map((user) => (
            <UserEntry key={user.id} user={user} />
          ))}
        </ul>
      ) : (
        <EmptyState title={t(next ? "users.list.noMatchOnPage" : "users.list.empty")}>
          {t(next ? "users.list.noMatchOnPageText" : "users.list.emptyText")}
          {filter.q.includes("@") ? (
            <>
              {" "}
              <a href={url(paths.adminMail({ to: filter.q }))}>{t("users.list.mailsTo")}</a>
            </>
          ) : null}
        </EmptyState>
      )}
      <Pagination
        previous={first ? null : url(paths.adminUsers(filterQuery))}
        next={next && url(paths.adminUsers({ ...filterQuery, after: next }))}
      />
    </AdminPage>
  );
}

function Filter({ filter }: { filter: UserFilter }) {
  const { t, url } = usePage();
  return (
    <form className="filter-bar" method="get" action={url(paths.adminUsers())}>
      <TextField
        name="q"
        type="search"
        label={t("users.list.search")}
        value={filter.q}
        maxLength={200}
        autoComplete="off"
        required={false}
      />
      <Select
        name="role"
        label={t("users.list.role")}
        placeholder={t("users.list.anyRole")}
        options={ROLES.map((role) => ({ value: role, label: t(`general.roles.${role}`) }))}
        value={filter.role}
        required={false}
      />
      <Select
        name="disabled"
        label={t("users.list.disabled")}
        placeholder={t("users.list.anyAccount")}
        options={["false", "true"].map((value) => ({ value, label: t(`users.list.accounts.${value}`) }))}
        value={filter.disabled === null ? null : String(filter.disabled)}
        required={false}
      />
      <SubmitButton>{t("users.list.show")}</SubmitButton>
    </form>
  );
}

/** A user in a list for admins. */
export function UserEntry({ user }: { user: ListedUsers["users"][number] }) {
  const { t, url } = usePage();
  return (
    <li className="entry">
      <div className="entry__main">
        <p className="entry__title">
          <a href={url(paths.adminUser(user.id))}>{formatFullName(user)}</a>
        </p>
        <p className="entry__meta break-anywhere">{user.email}</p>
        <p className="entry__meta">
          {t("users.user.since")} <Time ts={user.signupTs} />
        </p>
      </div>
      <div className="entry__side">
        {user.disabledTs === null ? null : <Badge tone="danger">{t("users.user.disabled")}</Badge>}
        {user.emailVerifiedTs === null ? <Badge tone="warning">{t("users.user.unverified")}</Badge> : null}
        <Badge tone={user.role === "a" ? "waiting" : "neutral"}>{t(`general.roles.${user.role}`)}</Badge>
      </div>
    </li>
  );
}
