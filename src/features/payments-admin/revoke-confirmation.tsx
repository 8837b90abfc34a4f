import { paths } from "@/shared/paths";
import { usePage } from "@/ui/page-context";
import { ConfirmationForm, type ConfirmationProps } from "./refund-confirmation";

/** What stopping a promotion does, before an admin confirms it. */
export function RevokeConfirmation({ details: { order, listing }, view: { typed } }: ConfirmationProps) {
  const { t } = usePage();
  const title = listing?.title || t("payments-admin.order.noListing");
  return (
    <section className="panel stack" aria-labelledby="revoke-confirmation">
      <h2 id="revoke-confirmation">{t("payments-admin.revokeConfirmation", { title })}</h2>
      <p>{t("payments-admin.orderActions.revoke.help")}</p>
      <p className="pre-line">{typed.reason.trim()}</p>
      <ConfirmationForm
        path={paths.adminOrderAction(order.id, "revoke")}
        fields={{ reason: typed.reason }}
        label={t("payments-admin.orderActions.revoke.submit")}
        danger
      />
    </section>
  );
}
