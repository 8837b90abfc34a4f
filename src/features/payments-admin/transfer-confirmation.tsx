import { parseDay } from "@/shared/dates";
import { formatDay, formatFullName, formatLei } from "@/shared/format";
import { paths } from "@/shared/paths";
import { DescriptionList } from "@/ui/description-list";
import { usePage } from "@/ui/page-context";
import { ConfirmationForm, type ConfirmationProps, getRefundEffect } from "./refund-confirmation";

/** What recording a bank transfer does, before an admin confirms it. */
export function TransferConfirmation({ details, view: { typed }, now }: ConfirmationProps) {
  const { t, locale } = usePage();
  const { order, buyer, returned } = details;
  const { transferred_on, reference, expected } = typed;
  const refund = returned.find(({ refundId }) => refundId === expected);
  const day = parseDay(transferred_on);
  if (!refund || day === null) return null;
  const amount = formatLei(refund.amount, locale);
  const effect = getRefundEffect(details, order.refundedAmount + refund.amount, now);
  const text = (name: string, params?: Record<string, string>) =>
    t(`payments-admin.transferConfirmation.${name}`, params);
  return (
    <section className="panel stack" aria-labelledby="transfer-confirmation">
      <h2 id="transfer-confirmation">{text("heading")}</h2>
      <p>
        <strong>
          {text("summary", {
            amount,
            name: buyer ? formatFullName(buyer) : t("payments-admin.order.noBuyer"),
            day: formatDay(day, locale),
          })}
        </strong>
      </p>
      <DescriptionList
        items={[{ term: t("payments-admin.orderActions.reference"), details: reference.trim() }]}
      />
      <p className="small muted">{text(effect)}</p>
      <ConfirmationForm
        path={paths.adminOrderAction(order.id, "transfer")}
        fields={{ transferred_on, reference, expected }}
        label={text("confirm", { amount })}
      />
    </section>
  );
}
