import { formatLei, fullName } from "@/shared/format";
import { paths } from "@/shared/paths";
import { DescriptionList } from "@/ui/description-list";
import { usePage } from "@/ui/page-context";
import { Time } from "@/ui/time";
import type { OrderDetails } from "./find-order-file";

type Entry = OrderDetails["history"][number];

/** The audit events of an order, its state changes and the actions of admins. */
export function OrderHistory({ file: { order, history } }: { file: OrderDetails }) {
  const { t } = usePage();
  return (
    <section>
      <h2>{t("payments-admin.order.history")}</h2>
      <DescriptionList
        items={[
          ...history.map((entry) => ({
            key: entry.id,
            term: <Time ts={entry.ts} clock />,
            details: <HistoryEntry entry={entry} />,
          })),
          // How an order began is kept nowhere but in its own row.
          {
            key: order.id,
            term: <Time ts={order.createdTs} clock />,
            details: t("payments-admin.actions.created"),
          },
        ]}
      />
    </section>
  );
}

function HistoryEntry({ entry: { action, detail, actor } }: { entry: Entry }) {
  const { t, url, locale } = usePage();
  const key = `payments-admin.actions.${action.replace(/^order\./, "")}`;
  const { event, reason, amount, days } = detail;
  return (
    <>
      {t.has(key) ? t(key) : action}
      {typeof amount === "number" ? `: ${formatLei(amount, locale)}` : ""}
      {typeof days === "number" ? `: ${t.count("payments-admin.history.days", days)}` : ""}
      {actor ? ` · ${fullName(actor)}` : ""}
      {typeof event === "string" ? (
        <>
          {" · "}
          <a className="ledger-word" href={url(paths.adminEvent(event))}>
            {event}
          </a>
        </>
      ) : null}
      {typeof reason === "string" && reason ? <p className="small pre-line">{reason}</p> : null}
    </>
  );
}
