import { DAY_MS } from "@/shared/dates";
import { formatDay, formatTime } from "@/shared/format";
import { paths } from "@/shared/paths";
import { Badge } from "@/ui/badge";
import { Button, LinkButton } from "@/ui/button";
import { fieldId } from "@/ui/form";
import { usePage } from "@/ui/page-context";
import { Time } from "@/ui/time";
import {
  type FollowUpRow,
  getDueDay,
  getDueMoment,
  getOpenRankName,
  getOverdueText,
  isLate,
  listSnoozes,
} from "../queues/row";
import { toTargetTexts } from "../target-texts";
import { ClosingButtons, OUTCOME_ERRORS } from "./closing-buttons";
import { formatListQuery, type ListFilters } from "./list-filters";
import { TargetLine } from "./target-line";

type FollowUpItemProps = {
  row: FollowUpRow;
  filters: ListFilters;
  today: string;
  /** ms */
  now: number;
  /** Whether the row gets the focus, after an action on another row. */
  autoFocus: boolean;
};

/** A row of the list: target, person, age, note, and the two most used actions. */
export function FollowUpItem({ row, filters, today, now, autoFocus }: FollowUpItemProps) {
  const { t, url } = usePage();
  const { what, path } = toTargetTexts(t, row);
  const rowPath = paths.followUpRow(row.key, { from: formatListQuery(filters) });
  const days = Math.floor((now - row.since) / DAY_MS);
  return (
    <li className="entry follow-up">
      <div className="entry__main entry__main--pairs">
        <p className="entry__title break-anywhere">
          {/* biome-ignore lint/a11y/noAutofocus: after an action the focus moves to the next row */}
          <a href={url(rowPath)} autoFocus={autoFocus}>
            {what}
          </a>
        </p>
        <p className="entry__meta">
          {filters.view === "open" ? (
            <strong>{t(`follow-up.order.why.${getOpenRankName(row, today)}`)} · </strong>
          ) : null}
          <TargetLine row={row} />
          {" · "}
          {t("follow-up.since")} <Time ts={row.since} />
          {days > 0 ? ` (${t.count("follow-up.days", days)})` : null}
          {row.ownerId === null ? null : ` · ${t("follow-up.assignedTo", { name: row.ownerName })}`}
        </p>
        {row.note ? <p className="follow-up__note">{row.note}</p> : null}
        {row.outcome === null ? null : (
          <p className="follow-up__note">
            <strong>{t("follow-up.outcome")}:</strong> {row.outcome}
          </p>
        )}
      </div>
      <div className="entry__side">
        <DayBadge row={row} view={filters.view} today={today} now={now} />
        {filters.view === "open" ? <QuickForm row={row} filters={filters} what={what} now={now} /> : null}
        {row.texts !== null && !path.startsWith(paths.followUp()) ? (
          <a className="follow-up__open" href={url(path)}>
            {t("follow-up.open")}
            <span className="visually-hidden">: {what}</span>
          </a>
        ) : null}
      </div>
    </li>
  );
}

/** By when a row is due, with the hour if it counts, or until when it is snoozed. */
export function DayBadge({
  row,
  view,
  today,
  now,
}: Pick<FollowUpItemProps, "row" | "today" | "now"> & { view: ListFilters["view"] }) {
  const { t, locale } = usePage();
  if (view === "snoozed" && row.snoozedUntil)
    return (
      <Badge tone="waiting">
        {t("follow-up.snoozedUntil", { day: formatDay(row.snoozedUntil, locale) })}
      </Badge>
    );
  const due = getDueDay(row);
  if (due === null || view !== "open") return null;
  const isOverdue = isLate(row, now);
  const isToday = due === today && !isOverdue;
  const moment = getDueMoment(row);
  const text = t(isToday ? "follow-up.dueToday" : isOverdue ? getOverdueText(row) : "follow-up.dueOn", {
    day: formatDay(due, locale),
  });
  return (
    <Badge tone={isOverdue ? "danger" : isToday ? "warning" : "neutral"}>
      {moment === null ? text : `${text}, ${formatTime(moment, locale)}`}
    </Badge>
  );
}

/** Marks a row as done or snoozes it for a week, or a shorter time before its deadline, without opening its page. */
function QuickForm({
  row,
  filters,
  what,
  now,
}: Pick<FollowUpItemProps, "row" | "filters" | "now"> & { what: string }) {
  const { t, url } = usePage();
  const snooze = listSnoozes(row, now).at(-1);
  return (
    <form className="row follow-up__quick" method="post" action={url(paths.followUpRow(row.key))}>
      <input type="hidden" name="version" value={row.version} />
      <input type="hidden" name="since" value={row.since} />
      <input type="hidden" name="filters" value={formatListQuery(filters)} />
      {/* What was done about money or safety is written down, on the row's page. */}
      {OUTCOME_ERRORS[row.queue] && row.isClosable ? (
        <LinkButton
          href={url(
            `${paths.followUpRow(row.key, { from: formatListQuery(filters) })}#${fieldId("outcome")}`,
          )}
          variant="secondary"
          size="small"
        >
          {t("follow-up.writeOutcome")}
          <span className="visually-hidden">: {what}</span>
        </LinkButton>
      ) : (
        <ClosingButtons row={row} what={what} />
      )}
      {snooze ? (
        <Button type="submit" name="intent" value={snooze} size="small" variant="secondary">
          {t(`follow-up.intents.${snooze}`)}
          <span className="visually-hidden">: {what}</span>
        </Button>
      ) : null}
    </form>
  );
}
