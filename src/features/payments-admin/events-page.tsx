import { paths } from "@/shared/paths";
import { EmptyState } from "@/ui/empty-state";
import { Select, SubmitButton, TextField } from "@/ui/form";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";
import { Pagination } from "@/ui/pagination";
import { EventList } from "./event-list";
import { EVENT_FILTERS, type EventFilter, type EventsPageResult } from "./event-queries";
import { PaymentsLayout } from "./payments-layout";

export type EventsView = {
  found: EventsPageResult;
  show: EventFilter;
  q: string;
  first: boolean;
  /** Whether an event was just marked as seen. */
  done: boolean;
};

/** Events from Stripe and their outcomes; by default those that need an admin's attention. */
export function EventsPage({ view: { found, show, q, first, done } }: { view: EventsView }) {
  const { t, url } = usePage();
  const query = { show, q };
  const nothingToReview = show === "attention" && q === "";
  return (
    <PaymentsLayout list="events">
      <div className="stack">
        {done ? (
          <Notice tone="success" live>
            {t("payments-admin.event.seen.done")}
          </Notice>
        ) : null}
        <form className="filter-bar" method="get" action={url(paths.adminEvents())}>
          <Select
            name="show"
            label={t("payments-admin.events.show")}
            options={EVENT_FILTERS.map((filter) => ({
              value: filter,
              label: t(
                filter === "attention" || filter === "all"
                  ? `payments-admin.events.${filter}`
                  : `payments-admin.outcomes.${filter}`,
              ),
            }))}
            value={show}
          />
          <TextField
            name="q"
            type="search"
            label={t("payments-admin.events.search")}
            value={q}
            autoComplete="off"
            required={false}
          />
          <SubmitButton>{t("payments-admin.show")}</SubmitButton>
        </form>
      </div>
      {found.events.length === 0 ? (
        <EmptyState
          title={t(nothingToReview ? "payments-admin.events.nothingToReview" : "payments-admin.events.empty")}
        >
          {t(
            nothingToReview ? "payments-admin.events.nothingToReviewText" : "payments-admin.events.emptyText",
          )}
        </EmptyState>
      ) : (
        <EventList events={found.events} />
      )}
      <Pagination
        previous={first ? null : url(paths.adminEvents(query))}
        next={found.next ? url(paths.adminEvents({ ...query, after: found.next })) : null}
      />
    </PaymentsLayout>
  );
}
