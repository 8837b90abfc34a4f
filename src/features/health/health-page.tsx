import { paths } from "@/shared/paths";
import { AdminPage } from "@/ui/admin-page";
import { Badge } from "@/ui/badge";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";
import { RelativeTime } from "@/ui/relative-time";
import { Time } from "@/ui/time";
import type { Health } from "./check-health";
import { type HealthFigures, LATE_AFTER_S } from "./get-figures";

type JobRun = HealthFigures["jobs"][number];

type HealthPageProps = {
  health: Health;
  /** Whether writes are refused and jobs wait. */
  maintenance: boolean;
  /** Whether the site is registered at the tax authority; otherwise admins upload invoices by hand. */
  sendsInvoices: boolean;
  /** The address that a monitoring service can check. */
  monitoredUrl: string;
  now: number;
};

/** The parts of the site that fail separately. The jobs of each part; `jobs` has all others. */
const PART_JOBS: Readonly<Record<string, readonly string[]>> = {
  mail: ["deliver-mail"],
  push: ["deliver-pushes"],
  payments: ["reconcile-orders", "reconcile-events", "reconcile-refunds", "reconcile-fees"],
  eFactura: ["send-efactura"],
  backup: ["backup"],
};
const NAMED_JOBS = new Set(Object.values(PART_JOBS).flat());

/** Where an admin finds more about a part. */
const PART_PATHS: Readonly<Record<string, string>> = {
  mail: paths.adminMail(),
  payments: paths.followUp({ queue: "payments" }),
  eFactura: paths.eFactura(),
};

type Part = {
  name: string;
  isWorking: boolean;
  jobs: JobRun[];
  figure?: string;
  /** Whether its jobs have nothing that they can do, so that their success says nothing. */
  isIdle?: boolean;
};

/**
 * Nothing is known of a part before each of its jobs has succeeded once. A missing backup is a warning: all data can be
 * lost.
 */
const toState = ({ name, isWorking, jobs }: Part) => {
  if (!isWorking) return "broken";
  if (jobs.every(({ lastSuccessTs }) => lastSuccessTs !== null)) return "working";
  return name === "backup" ? "noBackup" : "notYet";
};
const TONES = { broken: "danger", noBackup: "warning", notYet: "waiting", working: "positive" } as const;

/** What works, since when, and what to do about the rest. */
export function HealthPage({ health, maintenance, sendsInvoices, monitoredUrl, now }: HealthPageProps) {
  const { t } = usePage();
  const { database, storage, figures } = health;
  const parts: Part[] = [
    { name: "site", isWorking: database && storage, jobs: [] },
    ...(figures ? listParts(figures) : []),
  ];
  return (
    <AdminPage heading={t("health.heading")} lead={t("health.lead", { url: monitoredUrl })} narrow>
      <div className="stack stack--loose">
        {maintenance ? <Notice tone="warning" title={t("health.maintenance")} /> : null}
        <ul className="entry-list">
          {parts.map((part) => (
            <PartEntry key={part.name} part={part} now={now} />
          ))}
        </ul>
        {figures ? <JobTable jobs={figures.jobs} now={now} /> : null}
      </div>
    </AdminPage>
  );

  function listParts({ oldestMailS, oldestPushS, jobs, ...figures }: HealthFigures): Part[] {
    const count = (key: "unsettled" | "unsettledInvoices" | "failing", n: number) =>
      n === 0 ? t(`health.none.${key}`) : t.count(`health.${key}`, n);
    const age = (seconds: number) => {
      if (seconds === 0) return t("health.none.age");
      const hours = Math.floor(seconds / 3600);
      if (hours < 2) return t.count("health.age.minutes", Math.ceil(seconds / 60));
      return hours < 48
        ? t.count("health.age.hours", hours)
        : t.count("health.age.days", Math.floor(hours / 24));
    };
    const { connectionProblem, unsettledEInvoices } = figures;
    const isDisconnected = connectionProblem === "missing" || connectionProblem === "ended";
    const figureOf: Record<string, [isFine: boolean, text: string]> = {
      mail: [oldestMailS <= LATE_AFTER_S, age(oldestMailS)],
      push: [oldestPushS <= LATE_AFTER_S, age(oldestPushS)],
      payments: [figures.unsettledPayments === 0, count("unsettled", figures.unsettledPayments)],
      eFactura: [
        unsettledEInvoices === 0 && !(sendsInvoices && connectionProblem),
        [
          sendsInvoices
            ? connectionProblem && `${t(`e-factura.reasons.${connectionProblem}`)}.`
            : t("health.byHand"),
          count("unsettledInvoices", unsettledEInvoices),
        ]
          .filter(Boolean)
          .join(" "),
      ],
    };
    return ["mail", "push", "payments", "eFactura", "jobs", "backup"].flatMap((name) => {
      const own = jobs.filter((job) => PART_JOBS[name]?.includes(job.name) ?? !NAMED_JOBS.has(job.name));
      if (own.length === 0) return [];
      const failing = own.filter(({ isFailing }) => isFailing);
      const [isFine, figure] = figureOf[name] ?? [true, count("failing", failing.length)];
      const isIdle = name === "eFactura" && (!sendsInvoices || isDisconnected);
      return { name, isWorking: isFine && failing.length === 0, jobs: own, figure, isIdle };
    });
  }
}

function PartEntry({ part, now }: { part: Part; now: number }) {
  const { t, url, adminMenu } = usePage();
  const { name, isWorking, jobs, figure, isIdle } = part;
  const undelivered = name === "mail" ? adminMenu?.counts.mail : undefined;
  const state = toState(part);
  const path = PART_PATHS[name];
  return (
    <li className="entry entry--open">
      <div className="entry__main">
        <h2 className="entry__title">{t(`health.parts.${name}.title`)}</h2>
        {jobs.length > 0 && !isIdle ? (
          <p className="entry__meta">
            {t("health.lastSuccess")}: <LastSuccess jobs={jobs} now={now} />
          </p>
        ) : null}
        {figure ? <p className="entry__meta">{figure}</p> : null}
        {undelivered ? (
          <p>
            <a href={url(paths.adminMail())}>{t("health.undelivered", { n: undelivered })}</a>
          </p>
        ) : null}
        {state === "noBackup" ? (
          <p>{t("health.parts.backup.none")}</p>
        ) : name === "backup" ? (
          <p className="entry__meta">{t("health.parts.backup.stored")}</p>
        ) : null}
        {isWorking ? null : (
          <p>
            {t(`health.parts.${name}.fix`)}
            {path ? (
              <>
                {" "}
                <a href={url(path)}>{t(`health.parts.${name}.link`)}</a>
              </>
            ) : null}
          </p>
        )}
      </div>
      <div className="entry__side">
        <Badge tone={TONES[state]}>{t(`health.${state}`)}</Badge>
      </div>
    </li>
  );
}

/** The last success of these jobs: that of the job whose own is the longest ago; without one, when it runs next. */
function LastSuccess({ jobs, now }: { jobs: readonly JobRun[]; now: number }) {
  const { t } = usePage();
  const nextRuns = jobs.flatMap(({ lastSuccessTs, nextRunTs }) =>
    lastSuccessTs === null ? [nextRunTs] : [],
  );
  if (nextRuns.length === 0)
    return <RelativeTime ts={Math.min(...jobs.map(({ lastSuccessTs }) => lastSuccessTs ?? now))} now={now} />;
  return (
    <>
      {`${t("health.never")} `}
      <Time ts={Math.max(...nextRuns)} clock />
    </>
  );
}

/** Wider than a phone, so it has its own scroll area. */
function JobTable({ jobs, now }: { jobs: readonly JobRun[]; now: number }) {
  const { t } = usePage();
  return (
    <details>
      <summary>{t("health.allJobs")}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area must be reachable by keyboard */}
      <section className="table-scroll" tabIndex={0} aria-label={t("health.allJobs")}>
        <table className="table table--fit">
          <thead>
            <tr>
              {["job", "every", "lastSuccess", "state"].map((column) => (
                <th key={column} scope="col">
                  {t(`health.columns.${column}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {jobs.map((job) => (
              <tr key={job.name}>
                <th scope="row">{t(`health.jobs.${job.name}`)}</th>
                <td>{t(`health.periods.${job.minutesBetweenRuns}`)}</td>
                <td>
                  <LastSuccess jobs={[job]} now={now} />
                </td>
                <td>{t(`health.states.${job.state}`)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  );
}
