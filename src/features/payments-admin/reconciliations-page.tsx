import { ID_PATTERN } from "@/shared/ids";
import { paths } from "@/shared/paths";
import { Badge } from "@/ui/badge";
import { EmptyState } from "@/ui/empty-state";
import { usePage } from "@/ui/page-context";
import { Pagination } from "@/ui/pagination";
import { Time } from "@/ui/time";
import type { FoundReconciliations } from "./find-reconciliations";
import { PaymentsLayout } from "./payments-frame";

type Run = FoundReconciliations["runs"][number];

/** Runs of the jobs that mend what was missed; those that found nothing to mend leave no row. */
export function ReconciliationsPage({ found, first }: { found: FoundReconciliations; first: boolean }) {
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
            <Entry key={run.id} run={run} />
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

function Entry({ run }: { run: Run }) {
  const { t } = usePage();
  const job = `payments-admin.reconciliations.jobs.${run.job}`;
  return (
    <li className="entry">
      <div className="entry__main">
        <p className="entry__title">
          <Time ts={run.ts} clock />
        </p>
        <p className="entry__meta">
          {t.has(job) ? t(job) : run.job} ·{" "}
          {t("payments-admin.reconciliations.checked", { n: t.number(run.checked) })}
        </p>
        <details>
          <summary className="small">{t("payments-admin.reconciliations.detail")}</summary>
          <ul className="list-plain stack stack--tight">
            {run.detail.map((one) => (
              <li key={one.id} className="small ledger-word">
                <Mended id={one.id} />: {one.outcome}
              </li>
            ))}
          </ul>
        </details>
      </div>
      <div className="entry__side">
        {run.mended > 0 ? (
          <Badge tone="positive">
            {t("payments-admin.reconciliations.mended", { n: t.number(run.mended) })}
          </Badge>
        ) : null}
        {run.failed > 0 ? (
          <Badge tone="danger">
            {t("payments-admin.reconciliations.failed", { n: t.number(run.failed) })}
          </Badge>
        ) : null}
      </div>
    </li>
  );
}

/** An order or an event by its id; refunds are found through the search, which knows them. */
function Mended({ id }: { id: string }) {
  const { url } = usePage();
  if (id.startsWith("evt_")) return <a href={url(paths.adminEvent(id))}>{id}</a>;
  return ID_PATTERN.test(id) ? <a href={url(paths.adminOrders({ q: id }))}>{id}</a> : id;
}
