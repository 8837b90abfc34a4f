import { formatDate, formatLei } from "@/shared/format";
import { paths } from "@/shared/paths";
import { LinkButton } from "@/ui/button";
import { EmailField, type FormErrors, PostForm, TextField, useFields } from "@/ui/form";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";
import { SitePage } from "@/ui/site-page";
import type { OwnOrder } from "../purchases/own-orders";

export type WithdrawalsView = {
  /** The orders that the user can withdraw from; null for a visitor who is not signed in. */
  orders: readonly OwnOrder[] | null;
  typed: { order: string; email: string };
  errors: FormErrors;
  /** An error that belongs to no field. */
  message: string | null;
  /** Whether a link was just requested. */
  isSent: boolean;
};

/** The first step of a withdrawal: the user chooses a contract, a visitor asks for a link to one. */
export function WithdrawalsPage({ view }: { view: WithdrawalsView }) {
  const { t, url } = usePage();
  return (
    <SitePage narrow heading={t("promotions.withdrawals.heading")} lead={t("promotions.withdrawals.lead")}>
      <div className="stack stack--loose">
        {view.isSent ? (
          <Notice tone="success" live>
            <p>{t("promotions.withdrawals.sent")}</p>
          </Notice>
        ) : null}
        {view.orders === null ? null : <Contracts orders={view.orders} />}
        <LinkForm view={view} />
        <p className="small">
          <a href={`${url(paths.terms())}#withdrawal`}>{t("promotions.withdrawals.terms")}</a>
        </p>
      </div>
    </SitePage>
  );
}

function Contracts({ orders }: { orders: readonly OwnOrder[] }) {
  const { t, url, locale } = usePage();
  if (orders.length === 0) return <p>{t("promotions.withdrawals.none")}</p>;
  return (
    <ul className="entry-list">
      {orders.map((order) => (
        <li key={order.id} className="entry">
          <div className="entry__main">
            <p className="entry__title">{t.count(`promotions.item.${order.placement}`, order.days)}</p>
            <p className="entry__meta">
              {[order.listingTitle, t("promotions.withdrawals.order", { id: order.id })]
                .filter(Boolean)
                .join(" · ")}
            </p>
            {order.withdrawal ? (
              <p className="entry__meta">
                {t("promotions.withdrawals.termsOfOrder", {
                  amount: formatLei(order.withdrawal.amount, locale),
                  until: formatDate(order.withdrawal.until, locale),
                })}
              </p>
            ) : null}
          </div>
          <div className="entry__side">
            <LinkButton href={url(paths.withdrawOrder(order.id))} size="small">
              {t("promotions.withdrawal.open")}
            </LinkButton>
          </div>
        </li>
      ))}
    </ul>
  );
}

function LinkForm({ view: { orders, typed, errors, message } }: { view: WithdrawalsView }) {
  const { t, url } = usePage();
  const { field, labels } = useFields("promotions.withdrawals.fields", { values: typed, errors });
  return (
    <section className="stack">
      <h2>{t(`promotions.withdrawals.${orders === null ? "signedOut" : "otherOrder"}`)}</h2>
      <PostForm
        action={paths.withdrawals()}
        errors={errors}
        message={message}
        labels={labels}
        submit={t("promotions.withdrawals.send")}
      >
        <TextField {...field("order")} autoComplete="off" spellCheck={false} />
        <EmailField {...field("email")} />
      </PostForm>
      {orders === null ? (
        <p>
          <a href={url(paths.signIn({ next: paths.withdrawals() }))}>{t("promotions.withdrawals.signIn")}</a>
        </p>
      ) : null}
    </section>
  );
}
