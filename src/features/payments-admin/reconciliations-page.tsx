import { ID_PATTERN } from "@/shared/ids";
import { paths } from "@/shared/paths";
import { Badge } from "@/ui/badge";
import { EmptyState } from "@/ui/empty-state";
import { usePage } from "@/ui/page-context";
import { Pagination } from "@/ui/pagination";
import { Time } from "@/ui/time";
import { PaymentsLayout } from "./payments-layout";
import type { ReconciliationsPageResult } from "./queries";

type Run = ReconciliationsPageResult["runs"][number];

/** Recorded runs of the reconciliation jobs: those with corrections or unresolved differences. */
export function ReconciliationsPage({ found, first }: { found: ReconciliationsPageResult; first: boolean }) {
  const { t, url } = usePage();
  return (
    <PaymentsLayout list="reconciliations">
      {found.runs.length === 0 ? (
        <EmptyState title={t("payments-admin.reconciliations.empty")}>
          {t("payments-admin.reconciliations.emptyText")}
        </EmptyState>
      ) : (
        <ul className="entry-list">
          {found.runs.map((run) => (
            <RunEntry key={run.id} run={run} />
          ))}
        </ul>
      )}
      <Pagination
        previous={first ? null : url(paths.adminReconciliations())}
        next={found.next ? url(paths.adminReconciliations({ after: found.next })) : null}
      />
    </PaymentsLayout>
  );
}

function RunEntry({ run }: { run: Run }) {
  const { t } = usePage();
  return (
    <li className="entry">
      <div className="entry__main">
        <p className="entry__title">
          <Time ts={run.ts} clock />
        </p>
        <p className="entry__meta">
          {t(`payments-admin.reconciliations.jobs.${run.job}`)} ·{" "}
          {t("payments-admin.reconciliations.checked", { n: t.number(run.checkedCount) })}
        </p>
        <details>
          <summary className="small">{t("payments-admin.reconciliations.detail")}</summary>
          <ul className="list-plain stack stack--tight">
            {run.outcomes.map(({ id, outcome }) => (
              <li key={id} className="small break-anywhere">
                <ItemLink id={id} />: {t(`payments-admin.reconciliations.outcomes.${outcome}`)}
              </li>
            ))}
          </ul>
        </details>
      </div>
      <div className="entry__side">
        {run.correctedCount > 0 ? (
          <Badge tone="positive">
            {t("payments-admin.reconciliations.corrected", { n: t.number(run.correctedCount) })}
          </Badge>
        ) : null}
        {run.unresolvedCount > 0 ? (
          <Badge tone="danger">
            {t("payments-admin.reconciliations.unresolved", { n: t.number(run.unresolvedCount) })}
          </Badge>
        ) : null}
      </div>
    </li>
  );
}

/** A link to an event, or to the search for an order or refund. */
function ItemLink({ id }: { id: string }) {
  const { url } = usePage();
  if (id.startsWith("evt_")) return <a href={url(paths.adminEvent(id))}>{id}</a>;
  return ID_PATTERN.test(id) ? <a href={url(paths.adminOrders({ q: id }))}>{id}</a> : id;
}
