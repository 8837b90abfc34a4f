import type { ReactNode } from "react";
import { formatDateTime, formatLei } from "@/shared/format";
import { paths } from "@/shared/paths";
import { ErrorSummary, type FormErrors, fieldId, SubmitButton, TextArea, TextField } from "@/ui/form";
import { usePage } from "@/ui/page-context";
import type { OrderDetails } from "./find-order-file";
import { hasDaysLeft } from "./promotion-period";

export const ORDER_ACTIONS = ["refund", "revoke", "credit"] as const;
export type OrderAction = (typeof ORDER_ACTIONS)[number];

/** The action that was submitted and refused, with the values of its form. */
export type OrderActionsView = {
  action: OrderAction | null;
  typed: { amount: string; days: string; reason: string };
  errors: FormErrors;
  /** Message for the admin. */
  refused: string | null;
};

export const NO_ACTION: OrderActionsView = {
  action: null,
  typed: { amount: "", days: "", reason: "" },
  errors: {},
  refused: null,
};

/**
 * What an admin can do about an order. Each form holds the value its page showed (the amount left to refund, the end of
 * the promotion), so that submitting it twice has no second effect.
 */
export function AdminOrderActions({
  file,
  view,
  now,
}: {
  file: OrderDetails;
  view: OrderActionsView;
  now: number;
}) {
  const { t, locale } = usePage();
  const { order, promotion, left } = file;
  const paid = order.state === "fulfilled" || order.state === "partially_refunded";
  const hasPromotion = paid && promotion?.revokedTs === null && order.withdrawnTs === null;
  const able: Record<OrderAction, boolean> = {
    refund: paid && left > 0,
    revoke: hasPromotion && hasDaysLeft(promotion, now),
    credit: hasPromotion,
  };
  return (
    <section className="panel stack">
      <h2>{t("payments-admin.orderActions.heading")}</h2>
      {ORDER_ACTIONS.some((action) => able[action]) ? null : (
        <p className="muted">{t("payments-admin.orderActions.none")}</p>
      )}
      {able.refund || view.action === "refund" ? (
        <OrderActionForm action="refund" id={order.id} seen={left} view={view}>
          {(field, typed, errors) => (
            <>
              <TextField
                {...field("amount")}
                label={t("payments-admin.orderActions.amount")}
                help={t("payments-admin.orderActions.amountHelp", { left: formatLei(left, locale) })}
                value={typed.amount}
                error={errors.amount}
                inputMode="decimal"
                autoComplete="off"
                optional
              />
              {hasPromotion ? <PulledForward file={file} /> : null}
            </>
          )}
        </OrderActionForm>
      ) : null}
      {able.revoke || view.action === "revoke" ? (
        <OrderActionForm action="revoke" id={order.id} seen={promotion?.endsTs ?? 0} view={view} danger>
          {() => <PulledForward file={file} />}
        </OrderActionForm>
      ) : null}
      {able.credit || view.action === "credit" ? (
        <OrderActionForm action="credit" id={order.id} seen={promotion?.endsTs ?? 0} view={view}>
          {(field, typed, errors) => (
            <TextField
              {...field("days")}
              label={t("payments-admin.orderActions.days")}
              help={t("payments-admin.orderActions.daysHelp")}
              value={typed.days}
              error={errors.days}
              inputMode="numeric"
              autoComplete="off"
            />
          )}
        </OrderActionForm>
      ) : null}
    </section>
  );
}

/** The promotions of the listing that begin earlier once this one is ended. */
function PulledForward({ file: { pulledForward } }: { file: OrderDetails }) {
  const { t, locale } = usePage();
  return pulledForward.map(({ orderId, startsTs, endsTs }) => (
    <p key={orderId} className="small muted">
      {t("payments-admin.orderActions.pulledForward", {
        starts: formatDateTime(startsTs, locale),
        ends: formatDateTime(endsTs, locale),
      })}
    </p>
  ));
}

type Fields = (
  field: (name: string) => { name: string; id: string },
  typed: OrderActionsView["typed"],
  errors: FormErrors,
) => ReactNode;

/** The form of one action, collapsed at first: its own field, and the reason. Open where it was refused. */
function OrderActionForm({
  action,
  id,
  seen,
  view,
  danger,
  children,
}: {
  action: OrderAction;
  id: string;
  seen: number;
  view: OrderActionsView;
  danger?: boolean;
  children?: Fields;
}) {
  const { t, url } = usePage();
  const { typed, errors, refused } = view.action === action ? view : NO_ACTION;
  const named = (name: string) => `${action}-${name}`;
  const field = (name: string) => ({ name, id: fieldId(named(name)) });
  const labels = { amount: "amount", days: "days", reason: "reason" };
  return (
    <details className="stack" open={view.action === action}>
      <summary>{t(`payments-admin.orderActions.${action}.open`)}</summary>
      <form method="post" className="form" action={url(paths.adminOrderAction(id, action))} noValidate>
        <ErrorSummary
          errors={Object.fromEntries(Object.entries(errors).map(([name, error]) => [named(name), error]))}
          labels={Object.fromEntries(
            Object.entries(labels).map(([name, key]) => [
              named(name),
              t(`payments-admin.orderActions.${key}`),
            ]),
          )}
          message={refused}
        />
        <p className="small muted">{t(`payments-admin.orderActions.${action}.help`)}</p>
        {children?.(field, typed, errors)}
        <TextArea
          {...field("reason")}
          label={t("payments-admin.orderActions.reason")}
          help={t("payments-admin.orderActions.reasonHelp")}
          value={typed.reason}
          error={errors.reason}
          minLength={3}
          maxLength={500}
          rows={3}
        />
        <input type="hidden" name="seen" value={seen} />
        <SubmitButton variant={danger ? "danger" : "primary"}>
          {t(`payments-admin.orderActions.${action}.submit`)}
        </SubmitButton>
      </form>
    </details>
  );
}
