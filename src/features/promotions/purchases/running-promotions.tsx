import { formatLei } from "@/shared/format";
import { paths } from "@/shared/paths";
import { usePage } from "@/ui/page-context";
import type { OwnOrder } from "./own-orders";
import { getPeriodText } from "./purchase-status";

export type RunningPromotionsProps = {
  orders: readonly OwnOrder[];
  now: number;
  /** What the user is about to do with the account. */
  action: "close" | "erase";
};

/** What a user loses of each promotion by closing or erasing the account, and the withdrawals that are possible. */
export function RunningPromotions({ orders, now, action }: RunningPromotionsProps) {
  const { t, url, locale } = usePage();
  if (orders.length === 0) return null;
  return (
    <div className="stack stack--tight">
      <p>
        <strong>{t("promotions.closing.title")}</strong>
      </p>
      <ul className="prose">
        {orders.map((order) => (
          <li key={order.id}>
            {t(`promotions.closing.${action}`, {
              item: t.count(`promotions.item.${order.placement}`, order.days),
              title: order.listingTitle ?? "",
              period: getPeriodText(t, order, now) ?? "",
              amount: formatLei(order.unusedAmount, locale),
            })}{" "}
            {order.withdrawal ? (
              <a href={url(paths.withdrawOrder(order.id))}>
                {t("promotions.closing.withdraw", { amount: formatLei(order.withdrawal.amount, locale) })}
              </a>
            ) : null}
          </li>
        ))}
      </ul>
    </div>
  );
}
