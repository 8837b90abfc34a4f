import type { ReactNode } from "react";
import { REFUND_REASONS } from "@/shared/codes";
import { parseDay, toDay } from "@/shared/dates";
import { formatDateTime, formatDay, formatLei } from "@/shared/format";
import { formatDecimal, toPlainHundredths } from "@/shared/numbers";
import { paths } from "@/shared/paths";
import {
  DateField,
  ErrorSummary,
  type FormErrors,
  fieldId,
  Select,
  SubmitButton,
  TextArea,
  TextField,
} from "@/ui/form";
import { usePage } from "@/ui/page-context";
import type { OrderDetails } from "./order-details";
import { REFUND_STEPS, RefundConfirmation } from "./refund-confirmation";

export const ORDER_ACTIONS = ["refund", "revoke", "credit"] as const;
export type OrderAction = (typeof ORDER_ACTIONS)[number];

/** The action that was submitted and refused, with the values of its form. */
export type OrderActionsView = {
  action: OrderAction | null;
  typed: { amount: string; days: string; reason_code: string; reason: string; withdrawn_on: string };
  errors: FormErrors;
  /** Message for the admin. */
  refused: string | null;
  /** The amount (bani) of a valid refund that the admin has to confirm. */
  confirm?: number;
  /** Whether the amount is computed from the day of a withdrawal. */
  isComputed?: boolean;
};

export const NO_ACTION: OrderActionsView = {
  action: null,
  typed: { amount: "", days: "", reason_code: "", reason: "", withdrawn_on: "" },
  errors: {},
  refused: null,
};

/**
 * The actions of admins for an order. Each form contains the value that its page showed (the refundable amount, or the
 * end of the promotion), so that submitting it twice has no second effect.
 */
export function AdminOrderActions({
  details,
  view,
  now,
}: {
  details: OrderDetails;
  view: OrderActionsView;
  now: number;
}) {
  const { t, locale } = usePage();
  const { order, promotion, refundable, withdrawal } = details;
  if (view.confirm !== undefined) return <RefundConfirmation details={details} view={view} />;
  const typedDay = parseDay(view.typed.withdrawn_on);
  const withdrawnOn = typedDay !== null && typedDay < toDay(now) ? typedDay : toDay(now);
  const paid = order.state === "fulfilled" || order.state === "partially_refunded";
  const hasPromotion = paid && promotion?.stoppedTs === null && order.withdrawnTs === null;
  const available: Record<OrderAction, boolean> = {
    refund: paid && refundable > 0,
    revoke: hasPromotion && promotion.endsTs > now,
    credit: hasPromotion,
  };
  return (
    <section className="panel stack">
      <h2>{t("payments-admin.orderActions.heading")}</h2>
      {ORDER_ACTIONS.some((action) => available[action]) ? null : (
        <p className="muted">{t("payments-admin.orderActions.none")}</p>
      )}
      {available.refund || view.action === "refund" ? (
        <OrderActionForm
          action="refund"
          id={order.id}
          expected={refundable}
          view={view}
          renderFurther={(field, typed, errors) => (
            <>
              <DateField
                {...field("withdrawn_on")}
                label={t("payments-admin.orderActions.withdrawn_on")}
                help={t("payments-admin.orderActions.withdrawnHelp")}
                value={typed.withdrawn_on || toDay(now)}
                error={errors.withdrawn_on}
                required={false}
              />
              <SubmitButton variant="secondary" name="step" value={REFUND_STEPS.compute}>
                {t("payments-admin.orderActions.compute")}
              </SubmitButton>
            </>
          )}
        >
          {(field, typed, errors) => (
            <>
              <TextField
                {...field("amount")}
                label={t("payments-admin.orderActions.amount")}
                help={t("payments-admin.orderActions.amountHelp", { left: formatLei(refundable, locale) })}
                value={formatDecimal(
                  view.action === "refund" && !(view.isComputed && withdrawal)
                    ? typed.amount
                    : toPlainHundredths(withdrawal?.amount ?? refundable),
                  locale,
                )}
                error={errors.amount}
                inputMode="decimal"
                autoComplete="off"
              />
              {withdrawal ? (
                <p className="small">
                  {t("payments-admin.orderActions.withdrawal", {
                    amount: formatLei(withdrawal.amount, locale),
                    until: formatDateTime(withdrawal.until, locale),
                    day: formatDay(withdrawnOn, locale),
                  })}
                </p>
              ) : view.isComputed ? (
                <p className="small">{t("payments-admin.orderActions.noWithdrawal")}</p>
              ) : null}
              <Select
                {...field("reason_code")}
                label={t("payments-admin.orderActions.reason_code")}
                options={REFUND_REASONS.map((code) => ({
                  value: code,
                  label: t(`payments-admin.refundReasons.${code}`),
                }))}
                placeholder={t("general.common.choose")}
                value={typed.reason_code}
                error={errors.reason_code}
              />
              {hasPromotion ? <PulledForward details={details} /> : null}
            </>
          )}
        </OrderActionForm>
      ) : null}
      {available.revoke || view.action === "revoke" ? (
        <OrderActionForm action="revoke" id={order.id} expected={promotion?.endsTs ?? 0} view={view} danger>
          {() => <PulledForward details={details} />}
        </OrderActionForm>
      ) : null}
      {available.credit || view.action === "credit" ? (
        <OrderActionForm action="credit" id={order.id} expected={promotion?.endsTs ?? 0} view={view}>
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

/** The promotions of the listing that start earlier if this one ends. */
function PulledForward({ details: { pulledForward } }: { details: OrderDetails }) {
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

type RenderFields = (
  field: (name: string) => { name: string; id: string },
  typed: OrderActionsView["typed"],
  errors: FormErrors,
) => ReactNode;

/** The form of one action: its field, if it has one, and the reason. Collapsed unless it was refused. */
function OrderActionForm({
  action,
  id,
  expected,
  view,
  danger,
  children,
  renderFurther,
}: {
  action: OrderAction;
  id: string;
  expected: number;
  view: OrderActionsView;
  danger?: boolean;
  children?: RenderFields;
  /** Fields after the button, which Enter in a field presses. */
  renderFurther?: RenderFields;
}) {
  const { t, url } = usePage();
  const { typed, errors, refused } = view.action === action ? view : NO_ACTION;
  const fieldName = (name: string) => `${action}-${name}`;
  const field = (name: string) => ({ name, id: fieldId(fieldName(name)) });
  const labels = ["amount", "days", "reason_code", "reason", "withdrawn_on"];
  return (
    <details className="stack" open={view.action === action}>
      <summary>{t(`payments-admin.orderActions.${action}.open`)}</summary>
      <form method="post" className="form" action={url(paths.adminOrderAction(id, action))} noValidate>
        <ErrorSummary
          errors={Object.fromEntries(Object.entries(errors).map(([name, error]) => [fieldName(name), error]))}
          labels={Object.fromEntries(
            labels.map((name) => [fieldName(name), t(`payments-admin.orderActions.${name}`)]),
          )}
          message={refused}
        />
        <p className="small muted">{t(`payments-admin.orderActions.${action}.help`)}</p>
        {children?.(field, typed, errors)}
        <TextArea
          {...field("reason")}
          label={t("payments-admin.orderActions.reason")}
          help={t(`payments-admin.orderActions.${action === "refund" ? "refundTextHelp" : "reasonHelp"}`)}
          value={typed.reason}
          error={errors.reason}
          minLength={action === "refund" ? undefined : 3}
          maxLength={500}
          rows={3}
          required={action !== "refund"}
        />
        <input type="hidden" name="expected" value={expected} />
        <SubmitButton variant={danger ? "danger" : "primary"}>
          {t(`payments-admin.orderActions.${action}.submit`)}
        </SubmitButton>
        {renderFurther?.(field, typed, errors)}
      </form>
    </details>
  );
}
