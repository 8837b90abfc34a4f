import { parseDay, toDay } from "@/shared/dates";
import { formatDay, formatLei } from "@/shared/format";
import { paths } from "@/shared/paths";
import { DescriptionList } from "@/ui/description-list";
import { usePage } from "@/ui/page-context";
import { ConfirmationForm, type ConfirmationProps } from "./refund-confirmation";

/** How the refund of a withdrawal is computed and what recording it does, before an admin confirms it. */
export function WithdrawalConfirmation({ details, view: { typed } }: ConfirmationProps) {
  const { t, locale } = usePage();
  const { order, withdrawal, pending } = details;
  const day = parseDay(typed.withdrawn_on);
  if (!withdrawal || day === null) return null;
  const { amount, usedDays, charged, until } = withdrawal;
  const text = (name: string, params?: Record<string, string>) =>
    t(`payments-admin.withdrawalConfirmation.${name}`, params);
  const lei = (bani: number) => formatLei(bani, locale);
  const refunded = order.refundedAmount + pending;
  return (
    <section className="panel stack" aria-labelledby="withdrawal-confirmation">
      <h2 id="withdrawal-confirmation">{text("heading")}</h2>
      <p>
        <strong>{text("summary", { amount: lei(amount), day: formatDay(day, locale) })}</strong>
      </p>
      <DescriptionList
        numbers
        items={[
          { term: text("paid"), details: lei(order.amount) },
          {
            term: text("used"),
            details: text("usedDays", { used: t.number(usedDays), days: t.number(order.days) }),
          },
          {
            term: text("charged"),
            details:
              usedDays === 0
                ? lei(0)
                : text("chargedDays", {
                    charged: lei(charged),
                    paid: lei(order.amount),
                    used: t.number(usedDays),
                    days: t.number(order.days),
                  }),
          },
          refunded > 0 && { term: text("refunded"), details: lei(refunded) },
          { term: text("amount"), details: lei(amount) },
        ]}
      />
      <p className="small muted">{text("effect", { until: formatDay(toDay(until), locale) })}</p>
      <ConfirmationForm
        path={paths.adminOrderAction(order.id, "withdraw")}
        fields={{ withdrawn_on: typed.withdrawn_on, expected: amount }}
        label={text("confirm", { amount: lei(amount) })}
      />
    </section>
  );
}
