import type { ReactNode } from "react";
import { REFUND_REASONS } from "@/shared/codes";
import { toDay } from "@/shared/dates";
import { formatDateTime, formatLei } from "@/shared/format";
import { formatDecimal, toPlainHundredths } from "@/shared/numbers";
import { paths } from "@/shared/paths";
import { TRANSFER_REFERENCE_LENGTH } from "@/shared/schemas/order";
import {
  DateField,
  type FormErrors,
  fieldId,
  PostForm,
  Select,
  SubmitButton,
  TextArea,
  TextField,
} from "@/ui/form";
import { Money } from "@/ui/money";
import { usePage } from "@/ui/page-context";
import { useTaskOrigin } from "@/ui/task-origin";
import type { OrderDetails } from "./order-details";
import { type ConfirmationProps, RefundConfirmation, ReturnedRefunds } from "./refund-confirmation";
import { RevokeConfirmation } from "./revoke-confirmation";
import { TransferConfirmation } from "./transfer-confirmation";
import { WithdrawalConfirmation } from "./withdrawal-confirmation";

export const ORDER_ACTIONS = ["transfer", "withdraw", "refund", "revoke", "credit"] as const;
export type OrderAction = (typeof ORDER_ACTIONS)[number];

/** The action that was submitted and refused, with the values of its form. */
export type OrderActionsView = {
  action: OrderAction | null;
  typed: {
    amount: string;
    days: string;
    reason_code: string;
    reason: string;
    withdrawn_on: string;
    transferred_on: string;
    reference: string;
    /** The value that the page showed. */
    expected: string;
  };
  errors: FormErrors;
  /** Message for the admin. */
  refused: string | null;
  /** Whether the action is valid, and the admin has to confirm it. */
  isPreview?: boolean;
};

export const NO_ACTION: OrderActionsView = {
  action: null,
  typed: {
    amount: "",
    days: "",
    reason_code: "",
    reason: "",
    withdrawn_on: "",
    transferred_on: "",
    reference: "",
    expected: "",
  },
  errors: {},
  refused: null,
};

/** Actions that ask before they are done. */
const CONFIRMATIONS: { [Action in OrderAction]?: (props: ConfirmationProps) => ReactNode } = {
  transfer: TransferConfirmation,
  withdraw: WithdrawalConfirmation,
  refund: RefundConfirmation,
  revoke: RevokeConfirmation,
};

/** The reference of the next bank transfer, unique by the number of the order and of its transfer. */
function toTransferReference({ order, refunds }: OrderDetails): string {
  const n = refunds.filter(({ state }) => state === "transferred").length + 1;
  return n === 1 ? order.id : `${order.id}-${n}`;
}

/**
 * The actions of admins for an order. Each form contains the value that its page showed (the refundable amount, the
 * end of the promotion, or the returned refund), so that submitting it twice has no second effect.
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
  const { order, promotion, refundable } = details;
  const { task } = useTaskOrigin();
  if (view.isPreview) {
    const Confirmation = CONFIRMATIONS[view.action ?? "refund"];
    if (!Confirmation) return null;
    return (
      // biome-ignore lint/a11y/noAutofocus: it is the result of the submitted form, below the order
      <div tabIndex={-1} autoFocus>
        <Confirmation details={details} view={view} now={now} />
      </div>
    );
  }
  const paid = order.state === "fulfilled" || order.state === "partially_refunded";
  const hasPromotion = paid && promotion?.stoppedTs === null && order.withdrawnTs === null;
  const returned = findOwedRefund(details, view, task);
  const available: Record<OrderAction, boolean> = {
    transfer: returned !== undefined && returned.amount <= refundable && !details.hasOpenDispute,
    withdraw: paid && promotion !== null && order.withdrawnTs === null && refundable > 0,
    refund: paid && refundable > 0,
    revoke: hasPromotion && promotion.endsTs > now,
    credit: hasPromotion,
  };
  return (
    <section className="panel stack">
      <h2>{t("payments-admin.orderActions.heading")}</h2>
      {ORDER_ACTIONS.some((action) => available[action]) ? null : (
        <p className="muted">
          {t(`payments-admin.orderActions.${order.state === "disputed" ? "disputed" : "none"}`)}
        </p>
      )}
      {available.transfer || view.action === "transfer" ? (
        <OrderActionForm
          action="transfer"
          id={order.id}
          expected={returned?.refundId ?? view.typed.expected}
          view={view}
        >
          {(field, typed, errors) => (
            <>
              {returned ? (
                <p>
                  {t("payments-admin.returned.owed")}: <Money bani={returned.amount} />
                </p>
              ) : null}
              <DateField
                {...field("transferred_on")}
                label={t("payments-admin.orderActions.transferred_on")}
                value={typed.transferred_on || toDay(now)}
                error={errors.transferred_on}
              />
              <TextField
                {...field("reference")}
                label={t("payments-admin.orderActions.reference")}
                help={t("payments-admin.orderActions.referenceHelp")}
                value={typed.reference || toTransferReference(details)}
                error={errors.reference}
                maxLength={TRANSFER_REFERENCE_LENGTH}
                autoComplete="off"
              />
            </>
          )}
        </OrderActionForm>
      ) : null}
      {available.withdraw || view.action === "withdraw" ? (
        <OrderActionForm action="withdraw" id={order.id} view={view}>
          {(field, _typed, errors) => (
            <>
              <ReturnedRefunds details={details} />
              <DateField
                {...field("withdrawn_on")}
                label={t("payments-admin.orderActions.withdrawn_on")}
                help={t("payments-admin.orderActions.withdrawnHelp")}
                value={view.typed.withdrawn_on || toDay(now)}
                error={errors.withdrawn_on}
              />
            </>
          )}
        </OrderActionForm>
      ) : null}
      {available.refund || view.action === "refund" ? (
        <OrderActionForm action="refund" id={order.id} expected={refundable} view={view}>
          {(field, typed, errors) => (
            <>
              <ReturnedRefunds details={details} />
              <TextField
                {...field("amount")}
                label={t("payments-admin.orderActions.amount")}
                help={t("payments-admin.orderActions.amountHelp", { left: formatLei(refundable, locale) })}
                value={formatDecimal(
                  view.action === "refund" ? typed.amount : toPlainHundredths(refundable),
                  locale,
                )}
                error={errors.amount}
                inputMode="decimal"
                autoComplete="off"
              />
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
        <OrderActionForm action="revoke" id={order.id} view={view} danger>
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

/** The owed refund of the submitted form, else of the task that led to the page, else the first. */
const findOwedRefund = ({ returned }: OrderDetails, { action, typed }: OrderActionsView, task: string) =>
  action === "transfer"
    ? returned.find(({ refundId }) => refundId === typed.expected)
    : (returned.find(({ eventId }) => task === `payments:${eventId}`) ?? returned[0]);

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

/** The form of an action: its fields and the reason. Collapsed unless it was refused, is filled in, or money is owed. */
function OrderActionForm({
  action,
  id,
  expected,
  view,
  danger,
  children,
}: {
  action: OrderAction;
  id: string;
  expected?: number | string;
  view: OrderActionsView;
  danger?: boolean;
  children?: RenderFields;
}) {
  const { t } = usePage();
  const origin = useTaskOrigin();
  const { typed, errors, refused } = view.action === action ? view : NO_ACTION;
  const fieldName = (name: string) => `${action}-${name}`;
  const field = (name: string) => ({ name, id: fieldId(fieldName(name)) });
  const labels = ["amount", "days", "reason_code", "reason", "withdrawn_on", "transferred_on", "reference"];
  return (
    <details
      className="stack"
      // The task of a message leads here with its day.
      open={
        view.action === action ||
        action === "transfer" ||
        (action === "withdraw" && view.typed.withdrawn_on !== "")
      }
    >
      <summary>{t(`payments-admin.orderActions.${action}.open`)}</summary>
      <PostForm
        action={paths.adminOrderAction(id, action, origin)}
        errors={Object.fromEntries(Object.entries(errors).map(([name, error]) => [fieldName(name), error]))}
        labels={Object.fromEntries(
          labels.map((name) => [fieldName(name), t(`payments-admin.orderActions.${name}`)]),
        )}
        message={refused}
      >
        <p className="small muted">{t(`payments-admin.orderActions.${action}.help`)}</p>
        {children?.(field, typed, errors)}
        {action === "withdraw" || action === "transfer" ? null : (
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
        )}
        {expected === undefined ? null : <input type="hidden" name="expected" value={expected} />}
        <SubmitButton variant={danger ? "danger" : "primary"}>
          {t(`payments-admin.orderActions.${action}.submit`)}
        </SubmitButton>
      </PostForm>
    </details>
  );
}
