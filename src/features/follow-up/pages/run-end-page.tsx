import { type DecisionFlash, DecisionNotice } from "@/features/moderation";
import { formatDay } from "@/shared/format";
import { paths } from "@/shared/paths";
import { AdminPage } from "@/ui/admin-page";
import { LinkButton } from "@/ui/button";
import { EmptyState } from "@/ui/empty-state";
import { Enhanced } from "@/ui/enhanced";
import { usePage } from "@/ui/page-context";
import type { OpenTasks } from "../find-next-task";
import { formatFurther, hasFailures } from "../queues/count-follow-up";
import type { FollowUpList } from "../queues/list-follow-up";
import type { FollowUpRow } from "../queues/row";
import { toTargetTexts } from "../target-texts";
import { FailuresNotice } from "./failures-notice";

/** The page after the last task of a run. */
export function RunEndPage({
  open: { tasks, count, isMore, failures },
  snoozed,
  danger,
  flash,
}: {
  /** The tasks that were skipped or came in meanwhile. */
  open: OpenTasks;
  /** The first tasks that return on a later day. */
  snoozed: FollowUpList;
  /** Those of them about danger. */
  danger: FollowUpRow[];
  flash: DecisionFlash | null;
}) {
  const { t, url, locale } = usePage();
  const [firstSnoozed] = snoozed.rows;
  const hasTasks = tasks.length > 0;
  return (
    <Enhanced name="decision-keys" immediate>
      <AdminPage narrow heading={t("follow-up.run.heading")}>
        <div className="stack">
          {flash ? <DecisionNotice flash={flash} /> : null}
          <FailuresNotice failures={failures} />
          {!hasTasks ? (
            <EmptyState title={firstSnoozed || hasFailures(failures) ? null : t("follow-up.run.allClear")}>
              {t("follow-up.run.allClearText")}
            </EmptyState>
          ) : (
            <section className="stack">
              <h2>{t("follow-up.run.skipped")}</h2>
              <p>{t.count("follow-up.run.skippedText", count, isMore ? { n: `${t.number(count)}+` } : {})}</p>
              <ul>
                {tasks.map(({ toPath, cursor, kind, details }) => (
                  <li key={cursor} className="break-anywhere">
                    <a href={url(toPath({ run: cursor }))}>{`${kind}: ${details}`}</a>
                  </li>
                ))}
              </ul>
              {count > tasks.length ? (
                <p>
                  <a href={url(paths.followUp())}>{formatFurther(t, count - tasks.length, isMore)}</a>
                </p>
              ) : null}
            </section>
          )}
          {danger.length > 0 ? (
            <section className="stack stack--tight">
              <h2>{t("follow-up.run.postponedDanger")}</h2>
              <ul>
                {danger.map((row) => (
                  <li key={row.key} className="break-anywhere">
                    <a href={url(paths.followUpRow(row.key))}>
                      {`${t(`follow-up.queues.${row.queue}`)}: ${toTargetTexts(t, row).what}`}
                    </a>
                    {" · "}
                    {t("follow-up.snoozedUntil", { day: formatDay(row.snoozedUntil ?? "", locale) })}
                  </li>
                ))}
              </ul>
            </section>
          ) : null}
          {firstSnoozed ? (
            <p>
              <a href={url(paths.followUp({ view: "snoozed" }))}>
                {t.count("follow-up.run.postponed", snoozed.rows.length, {
                  n: `${t.number(snoozed.rows.length)}${snoozed.next ? "+" : ""}`,
                  day: formatDay(firstSnoozed.snoozedUntil ?? "", locale),
                })}
              </a>
            </p>
          ) : null}
          <p className="row">
            {hasTasks ? (
              <LinkButton href={url(paths.nextTask())}>{t("follow-up.run.again")}</LinkButton>
            ) : null}
            <LinkButton href={url(paths.admin())} variant="secondary">
              {t("follow-up.run.today")}
            </LinkButton>
          </p>
        </div>
      </AdminPage>
    </Enhanced>
  );
}
