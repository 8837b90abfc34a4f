import { formatLessonTime } from "@/shared/format";
import { formatPlace } from "@/shared/format-lesson-place";
import { paths } from "@/shared/paths";
import { Badge, StateBadge } from "@/ui/badge";
import { ActionButton, LinkButton } from "@/ui/button";
import { EmptyState } from "@/ui/empty-state";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";
import { ShareFields } from "@/ui/share-fields";
import { getAppointmentEnd, isMoved, isOpenState, isOverlapping } from "./appointment-state";
import { formatOverlaps } from "./format-lesson";
import type { CalendarEntry, Overlap } from "./queries";

type CalendarPageProps = {
  entries: readonly CalendarEntry[];
  /** The secret address, absolute; null before it is created. */
  feedUrl: string | null;
  /** What just happened to the address. */
  done: FeedDone | null;
};

export const FEED_DONE = ["created", "renewed"] as const;
export type FeedDone = (typeof FEED_DONE)[number];

/** A user's lessons, the next one first, and the address for calendar programs. */
export function CalendarPage({ entries, feedUrl, done }: CalendarPageProps) {
  const { t, url } = usePage();
  const next = entries.filter(({ state }) => isOpenState(state)).sort((a, b) => getStart(a) - getStart(b));
  const earlier = entries
    .filter(({ state, time }) => !isOpenState(state) && time !== null)
    .sort((a, b) => getAppointmentEnd(b) - getAppointmentEnd(a));
  return (
    <div className="container container--narrow page">
      <header className="page-head">
        <h1>{t("appointments.calendar.title")}</h1>
        <p className="page-head__lead">{t("appointments.calendar.lead")}</p>
      </header>
      <div className="stack stack--loose">
        {done ? (
          <Notice tone="success" live>
            <p>{t(`appointments.calendar.done.${done}`)}</p>
          </Notice>
        ) : null}
        {next.length + earlier.length === 0 ? (
          <EmptyState
            title={t("appointments.calendar.none")}
            action={
              <LinkButton href={url(paths.inbox())}>{t("appointments.calendar.toMessages")}</LinkButton>
            }
          >
            <p>{t("appointments.calendar.noneText")}</p>
          </EmptyState>
        ) : null}
        <Lessons heading={t("appointments.calendar.next")} entries={next} all={entries} />
        <Lessons heading={t("appointments.calendar.earlier")} entries={earlier} all={entries} />
        <Feed feedUrl={feedUrl} />
      </div>
    </div>
  );
}

const listStarts = ({ time, times }: CalendarEntry): readonly number[] => (time === null ? times : [time]);

/** The other agreed lessons and own proposals at the time of an agreed or proposed one. */
function listConflicts(entry: CalendarEntry, entries: readonly CalendarEntry[]): Overlap[] {
  if (!isOpenState(entry.state)) return [];
  return entries
    .filter(
      ({ enquiryId, state, isOwn }) =>
        enquiryId !== entry.enquiryId && (state === "accepted" || (state === "proposed" && isOwn)),
    )
    .flatMap((other) =>
      listStarts(other).flatMap((otherTime) =>
        listStarts(entry)
          .filter((time) => isOverlapping({ ...entry, time }, { ...other, time: otherTime }))
          .map((time) => ({ ...other, time, otherTime, isAgreed: other.time !== null })),
      ),
    );
}

const getStart = ({ time, times }: CalendarEntry): number => time ?? times[0] ?? 0;

function Lessons({
  heading,
  entries,
  all,
}: {
  heading: string;
  entries: readonly CalendarEntry[];
  all: readonly CalendarEntry[];
}) {
  const { t, url, locale } = usePage();
  if (entries.length === 0) return null;
  return (
    <section className="stack">
      <h2>{heading}</h2>
      <ul className="entry-list">
        {entries.map((entry) => (
          <li className="entry" key={entry.id}>
            <div className="entry__main">
              <p className="entry__title">
                <a href={url(paths.enquiry(entry.enquiryId))}>
                  {listStarts(entry)
                    .map((time) => formatLessonTime(time, locale))
                    .join(" / ")}
                </a>
              </p>
              <p className="entry__meta">
                {[
                  t("appointments.calendar.with", { name: entry.with }),
                  entry.listing?.title,
                  t("appointments.minutes", { minutes: entry.minutes }),
                  formatPlace(t, entry.place, entry.listing),
                ]
                  .filter(Boolean)
                  .join(" · ")}
              </p>
              <Conflicts entry={entry} conflicts={listConflicts(entry, entries)} />
            </div>
            {entry.state === "past" && entry.tookPlace === null ? (
              <Badge tone="waiting">{t("appointments.calendar.tookPlace")}</Badge>
            ) : (
              <StateBadge kind="appointment" state={isMoved(entry, all) ? "moved" : entry.state} />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What overlaps a lesson. An own proposal whose time is not free any more can be withdrawn or changed. */
function Conflicts({ entry, conflicts }: { entry: CalendarEntry; conflicts: readonly Overlap[] }) {
  const { t, url } = usePage();
  const isTaken = entry.state === "proposed" && entry.isOwn && conflicts.some(({ isAgreed }) => isAgreed);
  return (
    <>
      {formatOverlaps(t, conflicts, { isSeveral: listStarts(entry).length > 1 }).map(({ id, text }) => (
        <p className="small" key={id}>
          {text}
        </p>
      ))}
      {isTaken ? (
        <div className="row">
          <ActionButton
            action={url(paths.appointmentAction(entry.id, "cancel"))}
            variant="secondary"
            size="small"
          >
            {t("appointments.withdraw")}
          </ActionButton>
          <LinkButton
            href={`${url(paths.enquiry(entry.enquiryId))}#first-lesson`}
            variant="quiet"
            size="small"
          >
            {t("appointments.proposeOther")}
          </LinkButton>
        </div>
      ) : null}
    </>
  );
}

/** The secret address, and the button that creates or replaces it. */
function Feed({ feedUrl }: Pick<CalendarPageProps, "feedUrl">) {
  const { t, url } = usePage();
  const button = (
    <ActionButton action={url(paths.calendar())} variant="secondary" size="small">
      {t(`appointments.calendar.${feedUrl === null ? "create" : "renew"}`)}
    </ActionButton>
  );
  return (
    <section className="panel stack">
      <h2>{t("appointments.calendar.feed")}</h2>
      <p className="small muted">{t("appointments.calendar.feedText")}</p>
      {feedUrl === null ? null : (
        <>
          <ShareFields label={t("appointments.calendar.address")} href={feedUrl}>
            {/* Calendar programs open this scheme to subscribe. */}
            <LinkButton href={feedUrl.replace(/^https?:/, "webcal:")} variant="secondary" size="small">
              {t("appointments.calendar.openFeed")}
            </LinkButton>
          </ShareFields>
          <ul className="small">
            <li>{t("appointments.calendar.onAndroid")}</li>
            <li>{t("appointments.calendar.onIphone")}</li>
          </ul>
          <p className="small muted">{t("appointments.calendar.renewText")}</p>
        </>
      )}
      {button}
    </section>
  );
}
