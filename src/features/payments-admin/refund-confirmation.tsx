import { formatFullName, formatLei } from "@/shared/format";
import { formatDecimal } from "@/shared/numbers";
import { paths } from "@/shared/paths";
import { DescriptionList } from "@/ui/description-list";
import { SubmitButton } from "@/ui/form";
import { usePage } from "@/ui/page-context";
import type { OrderActionsView } from "./order-actions";
import type { OrderDetails } from "./order-details";

/** Values of the buttons besides that of the form, sent as `step`: of the confirmation, and of a withdrawal's amount. */
export const REFUND_STEPS = { confirm: "confirm", change: "change", compute: "compute" } as const;

/** What a refund does, before an admin confirms it. The form holds the typed values. */
export function RefundConfirmation({ details, view }: { details: OrderDetails; view: OrderActionsView }) {
  const { t, url, locale } = usePage();
  const { order, buyer, refundable } = details;
  const { typed, confirm: amount = 0 } = view;
  const fields = {
    amount: formatDecimal(typed.amount, locale),
    reason_code: typed.reason_code,
    reason: typed.reason,
    withdrawn_on: typed.withdrawn_on,
    expected: refundable,
  };
  const lei = formatLei(amount, locale);
  const name = buyer ? formatFullName(buyer) : t("payments-admin.order.noBuyer");
  const isWhole = order.refundedAmount + amount >= order.amount;
  return (
    <section className="panel stack" aria-labelledby="refund-confirmation">
      <h2 id="refund-confirmation">{t("payments-admin.refundConfirmation.heading")}</h2>
      <p>
        <strong>
          {t("payments-admin.refundConfirmation.summary", { amount: lei, name, order: order.id })}
        </strong>
      </p>
      <DescriptionList
        items={[
          {
            term: t("payments-admin.orderActions.reason_code"),
            details: t(`payments-admin.refundReasons.${typed.reason_code}`),
          },
          { term: t("payments-admin.orderActions.reason"), details: typed.reason.trim() },
        ]}
      />
      <p className="small muted">{t(`payments-admin.refundConfirmation.${isWhole ? "whole" : "part"}`)}</p>
      <form method="post" className="form" action={url(paths.adminOrderAction(order.id, "refund"))}>
        {Object.entries(fields).map(([field, value]) => (
          <input key={field} type="hidden" name={field} value={value} />
        ))}
        <div className="form__actions">
          <SubmitButton name="step" value={REFUND_STEPS.confirm}>
            {t("payments-admin.refundConfirmation.confirm", { amount: lei })}
          </SubmitButton>
          <SubmitButton variant="quiet" name="step" value={REFUND_STEPS.change}>
            {t("payments-admin.refundConfirmation.change")}
          </SubmitButton>
        </div>
      </form>
    </section>
  );
}
