import { formatDateTime, formatFullName, formatLei } from "@/shared/format";
import { formatDecimal, parseHundredths } from "@/shared/numbers";
import { paths } from "@/shared/paths";
import { withQuery } from "@/shared/paths/query";
import { DescriptionList } from "@/ui/description-list";
import { SubmitButton } from "@/ui/form";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";
import { useTaskOrigin } from "@/ui/task-origin";
import type { OrderActionsView } from "./order-actions";
import type { OrderDetails } from "./order-details";

/** Values of the buttons of a confirmation, sent as `step`. */
export const CONFIRMATION_STEPS = { confirm: "confirm", change: "change" } as const;

export type ConfirmationProps = { details: OrderDetails; view: OrderActionsView; now: number };

/** The name of the text that says what becomes of the promotion when the order's refunds add up to `refunded` (bani). */
export function getRefundEffect(
  { order, promotion }: OrderDetails,
  refunded: number,
  now: number,
): "ended" | "whole" | "part" {
  if (!promotion || promotion.stoppedTs !== null || promotion.endsTs <= now) return "ended";
  return refunded >= order.amount ? "whole" : "part";
}

/** What a refund does, before an admin confirms it. The form holds the typed values. */
export function RefundConfirmation({ details, view, now }: ConfirmationProps) {
  const { t, locale } = usePage();
  const { order, buyer, refundable } = details;
  const { typed } = view;
  const amount = parseHundredths(typed.amount) ?? refundable;
  const fields = {
    amount: formatDecimal(typed.amount, locale),
    reason_code: typed.reason_code,
    reason: typed.reason,
    expected: refundable,
  };
  const lei = formatLei(amount, locale);
  const name = buyer ? formatFullName(buyer) : t("payments-admin.order.noBuyer");
  const effect = getRefundEffect(details, order.refundedAmount + amount, now);
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
      <p className="small muted">{t(`payments-admin.refundConfirmation.${effect}`)}</p>
      <ReturnedRefunds details={details} />
      <ConfirmationForm
        path={paths.adminOrderAction(order.id, "refund")}
        fields={fields}
        label={t("payments-admin.refundConfirmation.confirm", { amount: lei })}
      />
    </section>
  );
}

/** Warns that a refund was returned: another one may fail too, or the buyer may have the money already. */
export function ReturnedRefunds({ details: { allReturned, returned, outcomes } }: { details: OrderDetails }) {
  const { t, locale } = usePage();
  return (
    <>
      {returned.length > 0 ? <p>{t("payments-admin.returned.again")}</p> : null}
      {allReturned.map(({ eventId, amount, closedTs }) =>
        closedTs === null ? null : (
          <Notice key={eventId} tone="warning">
            {t("payments-admin.returned.settled", {
              amount: formatLei(amount, locale),
              time: formatDateTime(closedTs, locale),
              outcome: outcomes.find(({ key }) => key === `payments:${eventId}`)?.outcome ?? "",
            })}
          </Notice>
        ),
      )}
    </>
  );
}

/** The buttons that do an action or lead back to its form, with the values of the form. */
export function ConfirmationForm({
  path,
  fields,
  label,
  danger,
}: {
  /** Of the action. */
  path: string;
  fields: Record<string, string | number>;
  label: string;
  danger?: boolean;
}) {
  const { t, url } = usePage();
  const origin = useTaskOrigin();
  return (
    <form method="post" className="form" action={url(withQuery(path, origin))}>
      {Object.entries(fields).map(([field, value]) => (
        <input key={field} type="hidden" name={field} value={value} />
      ))}
      <div className="form__actions">
        <SubmitButton variant={danger ? "danger" : "primary"} name="step" value={CONFIRMATION_STEPS.confirm}>
          {label}
        </SubmitButton>
        <SubmitButton variant="quiet" name="step" value={CONFIRMATION_STEPS.change}>
          {t("payments-admin.refundConfirmation.change")}
        </SubmitButton>
      </div>
    </form>
  );
}
