import { formatDate, formatDateTime, formatLei } from "@/shared/format";
import { paths } from "@/shared/paths";
import { Breadcrumbs } from "@/ui/breadcrumbs";
import { Button, LinkButton } from "@/ui/button";
import { DescriptionList } from "@/ui/description-list";
import { ErrorSummary } from "@/ui/form";
import { Money } from "@/ui/money";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";
import { SitePage } from "@/ui/site-page";
import { Time } from "@/ui/time";
import type { Withdrawal } from "./find-withdrawal";
import { WithdrawalTime } from "./withdrawal-time";

export type WithdrawalPageProps = {
  withdrawal: Withdrawal;
  /** The token of a mailed link. */
  token: string | undefined;
  /** The message of a refused withdrawal. */
  refused: string | null;
};

/**
 * The second step of a withdrawal: its statement with the button that confirms it, or the confirmation (Directive
 * 2011/83/EU, art. 11a; GEO 34/2014, as amended by GEO 18/2026).
 */
export function WithdrawalPage({ withdrawal, token, refused }: WithdrawalPageProps) {
  const { t, url } = usePage();
  const { order, refund } = withdrawal;
  const isWithdrawn = order.withdrawnTs !== null;
  const title = t(`promotions.withdrawal.${isWithdrawn ? "done.title" : "title"}`);
  return (
    <SitePage
      narrow
      breadcrumbs={
        <Breadcrumbs
          crumbs={[{ label: t("promotions.withdrawals.orders"), href: url(paths.withdrawals()) }]}
          current={title}
        />
      }
      heading={title}
    >
      <div className="stack stack--loose">
        <ErrorSummary message={refused} />
        {isWithdrawn ? (
          <Notice tone="success" live>
            <p>{t(`promotions.withdrawal.done.${withdrawal.neverRan ? "never" : "text"}`)}</p>
          </Notice>
        ) : null}
        <div className="panel">
          <DescriptionList
            items={[
              {
                term: t("promotions.withdrawal.contract"),
                details: t.count(`promotions.item.${order.placement}`, order.days),
              },
              order.listingTitle !== null && {
                term: t("promotions.withdrawal.listing"),
                details: order.listingTitle,
              },
              { term: t("promotions.purchases.details.order"), details: <code>{order.id}</code> },
              { term: t("promotions.purchases.details.price"), details: <Money bani={order.amount} /> },
              order.paidTs !== null && {
                term: t("promotions.purchases.details.paid"),
                details: <Time ts={order.paidTs} clock />,
              },
              withdrawal.buyer !== null && {
                term: t("promotions.withdrawal.buyer"),
                details: withdrawal.buyer.name,
              },
              withdrawal.buyer !== null && {
                term: t("promotions.withdrawal.confirmTo"),
                details: withdrawal.buyer.email,
              },
              order.withdrawnTs !== null && {
                term: t("promotions.withdrawal.withdrawn"),
                details: <WithdrawalTime ts={order.withdrawnTs} paidTs={order.paidTs} />,
              },
              isWithdrawn &&
                refund !== null && {
                  term: t("promotions.purchases.details.refunded"),
                  details: <Money bani={refund} />,
                },
            ]}
          />
        </div>
        <NextStep withdrawal={withdrawal} token={token} />
      </div>
    </SitePage>
  );
}

/** The form that confirms, or what is possible instead. */
function NextStep({ withdrawal, token }: Omit<WithdrawalPageProps, "refused">) {
  const { t, url, locale, visitor } = usePage();
  const { order, possible, pulledForward, now } = withdrawal;
  if (order.withdrawnTs !== null) {
    return visitor && token === undefined ? (
      <div>
        <LinkButton href={url(paths.ownOrder(order.id))} variant="secondary">
          {t("promotions.withdrawal.order")}
        </LinkButton>
      </div>
    ) : null;
  }
  if (!possible) {
    return (
      <Notice title={t("promotions.withdrawal.impossible")}>
        <p>{t("promotions.withdrawal.impossibleText")}</p>
        <a href={url(paths.contact())}>{t("general.footer.contact")}</a>
      </Notice>
    );
  }
  const { amount, until } = possible;
  const charged = order.amount - order.refundedAmount - amount;
  const started = order.promotion !== null && order.promotion.startsTs <= now && charged > 0;
  const params = {
    amount: formatLei(amount, locale),
    charged: formatLei(charged, locale),
    until: formatDate(until, locale),
  };
  return (
    <section className="stack">
      <p>{t("promotions.withdrawal.until", params)}</p>
      <p>{t(`promotions.withdrawal.${started ? "started" : "full"}`, params)}</p>
      <p>{t("promotions.withdrawal.consequence")}</p>
      {pulledForward.map(({ orderId, startsTs, endsTs }) => (
        <p key={orderId}>
          {t("promotions.withdrawal.pulledForward", {
            starts: formatDateTime(startsTs, locale),
            ends: formatDateTime(endsTs, locale),
          })}
        </p>
      ))}
      <form method="post" action={url(paths.withdrawOrder(order.id))}>
        {token === undefined ? null : <input type="hidden" name="token" value={token} />}
        <div className="form__actions">
          <Button type="submit" variant="danger">
            {t("promotions.withdrawal.confirm")}
          </Button>
          <LinkButton
            variant="quiet"
            href={url(visitor && token === undefined ? paths.ownOrder(order.id) : paths.withdrawals())}
          >
            {t("general.common.cancel")}
          </LinkButton>
        </div>
      </form>
    </section>
  );
}
