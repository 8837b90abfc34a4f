import { AUDIT_ACTION_KINDS } from "@/shared/codes";
import { paths, type Query } from "@/shared/paths";
import { AdminPage } from "@/ui/admin-page";
import { EmptyState } from "@/ui/empty-state";
import { DateField, type FormErrors, Select, SubmitButton, TextField } from "@/ui/form";
import { usePage } from "@/ui/page-context";
import { Pagination } from "@/ui/pagination";
import { AuditLog } from "./audit-log";
import type { AuditFilter, ListedAuditEvents } from "./list-audit-events";

/** The audit log, newest first. `first` is false after the first page. */
export function AuditLogPage({
  result: { events, next },
  titles,
  filter,
  errors,
  first,
}: {
  result: ListedAuditEvents;
  titles: ReadonlyMap<string, string>;
  /** The filter as it was typed. */
  filter: AuditFilter;
  errors: FormErrors;
  first: boolean;
}) {
  const { t, url } = usePage();
  const filterQuery: Query = { ...filter };
  const emptyText = next ? "noMatchOnPage" : Object.values(filter).some(Boolean) ? "empty" : "nothing";
  return (
    <AdminPage heading={t("users.audit.heading")} lead={t("users.audit.lead")}>
      <Filter filter={filter} errors={errors} />
      {events.length > 0 ? (
        <AuditLog events={events} titles={titles} />
      ) : (
        <EmptyState title={t(`users.audit.${emptyText}`)}>{t(`users.audit.${emptyText}Text`)}</EmptyState>
      )}
      <Pagination
        previous={first ? null : url(paths.adminAudit(filterQuery))}
        next={next && url(paths.adminAudit({ ...filterQuery, after: next }))}
      />
    </AdminPage>
  );
}

function Filter({ filter, errors }: { filter: AuditFilter; errors: FormErrors }) {
  const { t, url } = usePage();
  const kinds: { value: string; label: string }[] = AUDIT_ACTION_KINDS.map((kind) => ({
    value: `${kind}.`,
    label: t(`users.kinds.${kind}`),
  }));
  // A link may name a single action.
  const isListed = filter.action === "" || kinds.some(({ value }) => value === filter.action);
  return (
    <form className="filter-bar" method="get" action={url(paths.adminAudit())}>
      <Select
        name="action"
        label={t("users.audit.action")}
        placeholder={t("users.audit.anyAction")}
        options={isListed ? kinds : [...kinds, { value: filter.action, label: filter.action }]}
        value={filter.action}
        required={false}
      />
      <TextField
        name="actor"
        label={t("users.audit.actor")}
        value={filter.actor}
        maxLength={254}
        autoComplete="off"
        required={false}
      />
      <TextField
        name="subject"
        label={t("users.audit.subject")}
        value={filter.subject}
        maxLength={100}
        autoComplete="off"
        required={false}
      />
      {(["from", "to"] as const).map((name) => (
        <DateField
          key={name}
          name={name}
          label={t(`users.audit.${name}`)}
          value={filter[name]}
          error={errors[name]}
          required={false}
        />
      ))}
      <SubmitButton>{t("users.list.show")}</SubmitButton>
    </form>
  );
}
