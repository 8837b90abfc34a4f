import { type DecisionFlash, DecisionNotice } from "@/features/moderation";
import { formatDay } from "@/shared/format";
import { paths } from "@/shared/paths";
import { AdminPage } from "@/ui/admin-page";
import { LinkButton } from "@/ui/button";
import { EmptyState } from "@/ui/empty-state";
import { Enhanced } from "@/ui/enhanced";
import { usePage } from "@/ui/page-context";
import type { FollowUpList } from "../queues/list-follow-up";

/** The page after the last task of a run. */
export function RunEndPage({
  open: { tasks, count, isMore },
  snoozed,
  flash,
}: {
  /** The first tasks that were skipped or came in meanwhile, the number of all, and whether there may be more. */
  open: {
    tasks: readonly { toPath(query: Record<string, string>): string; cursor: string; title: string }[];
    count: number;
    isMore: boolean;
  };
  /** The first tasks that return on a later day. */
  snoozed: FollowUpList;
  flash: DecisionFlash | null;
}) {
  const { t, url, locale } = usePage();
  const [firstSnoozed] = snoozed.rows;
  const isAllClear = tasks.length === 0;
  return (
    <Enhanced name="decision-keys" immediate>
      <AdminPage narrow heading={t("follow-up.run.heading")}>
        <div className="stack">
          {flash ? <DecisionNotice flash={flash} /> : null}
          {isAllClear ? (
            <EmptyState title={t("follow-up.run.allClear")}>{t("follow-up.run.allClearText")}</EmptyState>
          ) : (
            <section className="stack">
              <h2>{t("follow-up.run.skipped")}</h2>
              <p>{t.count("follow-up.run.skippedText", count, isMore ? { n: `${t.number(count)}+` } : {})}</p>
              <ul>
                {tasks.map(({ toPath, cursor, title }) => (
                  <li key={cursor} className="break-anywhere">
                    <a href={url(toPath({ run: cursor }))}>{title}</a>
                  </li>
                ))}
              </ul>
              {count > tasks.length ? (
                <p>
                  <a href={url(paths.followUp())}>
                    {t.count(
                      "follow-up.run.further",
                      count - tasks.length,
                      isMore ? { n: `${t.number(count - tasks.length)}+` } : {},
                    )}
                  </a>
                </p>
              ) : null}
            </section>
          )}
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
            {isAllClear ? null : (
              <LinkButton href={url(paths.nextTask())}>{t("follow-up.run.again")}</LinkButton>
            )}
            <LinkButton href={url(paths.admin())} variant="secondary">
              {t("follow-up.run.today")}
            </LinkButton>
          </p>
        </div>
      </AdminPage>
    </Enhanced>
  );
}
