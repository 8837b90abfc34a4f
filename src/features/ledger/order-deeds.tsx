import type { ReactNode } from "react";
import { formatDateTime, formatLei } from "@/shared/format";
import { paths } from "@/shared/paths";
import { ErrorSummary, type FormErrors, fieldId, SubmitButton, TextArea, TextField } from "@/ui/form";
import { usePage } from "@/ui/page-context";
import type { OrderFile } from "./find-order-file";
import { hasDaysLeft } from "./promotion-period";

export const DEEDS = ["refund", "revoke", "credit"] as const;
export type Deed = (typeof DEEDS)[number];

/** What was sent and not done, with what was typed into that form. */
export type OrderDeedsView = {
  deed: Deed | null;
  typed: { amount: string; days: string; reason: string };
  errors: FormErrors;
  /** Why it was not done, in words. */
  refused: string | null;
};

export const NOTHING_SENT: OrderDeedsView = {
  deed: null,
  typed: { amount: "", days: "", reason: "" },
  errors: {},
  refused: null,
};

/**
 * What an admin can do about an order. Each form names what it stood on (what was left to give back, where the promotion
 * ended), so that one which is sent a second time does nothing a second time.
 */
export function OrderDeeds({ file, deeds, now }: { file: OrderFile; deeds: OrderDeedsView; now: number }) {
  const { t, locale } = usePage();
  const { order, promotion, left } = file;
  const paid = order.state === "fulfilled" || order.state === "partially_refunded";
  const standing = paid && promotion?.revokedTs === null && order.withdrawnTs === null;
  const able: Record<Deed, boolean> = {
    refund: paid && left > 0,
    revoke: standing && hasDaysLeft(promotion, now),
    credit: standing,
  };
  return (
    <section className="panel stack">
      <h2>{t("ledger.deeds.heading")}</h2>
      {DEEDS.some((deed) => able[deed]) ? null : <p className="muted">{t("ledger.deeds.none")}</p>}
      {able.refund || deeds.deed === "refund" ? (
        <DeedForm deed="refund" id={order.id} seen={left} deeds={deeds}>
          {(field, typed, errors) => (
            <>
              <TextField
                {...field("amount")}
                label={t("ledger.deeds.amount")}
                help={t("ledger.deeds.amountHelp", { left: formatLei(left, locale) })}
                value={typed.amount}
                error={errors.amount}
                inputMode="decimal"
                autoComplete="off"
                optional
              />
              {standing ? <MovesUp file={file} /> : null}
            </>
          )}
        </DeedForm>
      ) : null}
      {able.revoke || deeds.deed === "revoke" ? (
        <DeedForm deed="revoke" id={order.id} seen={promotion?.endsTs ?? 0} deeds={deeds} danger>
          {() => <MovesUp file={file} />}
        </DeedForm>
      ) : null}
      {able.credit || deeds.deed === "credit" ? (
        <DeedForm deed="credit" id={order.id} seen={promotion?.endsTs ?? 0} deeds={deeds}>
          {(field, typed, errors) => (
            <TextField
              {...field("days")}
              label={t("ledger.deeds.days")}
              help={t("ledger.deeds.daysHelp")}
              value={typed.days}
              error={errors.days}
              inputMode="numeric"
              autoComplete="off"
            />
          )}
        </DeedForm>
      ) : null}
    </section>
  );
}

/** What else of the listing's begins earlier once this promotion is ended. */
function MovesUp({ file: { movesUp } }: { file: OrderFile }) {
  const { t, locale } = usePage();
  return movesUp.map(({ orderId, startsTs, endsTs }) => (
    <p key={orderId} className="small muted">
      {t("ledger.deeds.movesUp", {
        starts: formatDateTime(startsTs, locale),
        ends: formatDateTime(endsTs, locale),
      })}
    </p>
  ));
}

type Fields = (
  field: (name: string) => { name: string; id: string },
  typed: OrderDeedsView["typed"],
  errors: FormErrors,
) => ReactNode;

/** One deed, folded away until it is wanted: its own field, and why. Open where it was refused. */
function DeedForm({
  deed,
  id,
  seen,
  deeds,
  danger,
  children,
}: {
  deed: Deed;
  id: string;
  seen: number;
  deeds: OrderDeedsView;
  danger?: boolean;
  children?: Fields;
}) {
  const { t, url } = usePage();
  const { typed, errors, refused } = deeds.deed === deed ? deeds : NOTHING_SENT;
  const named = (name: string) => `${deed}-${name}`;
  const field = (name: string) => ({ name, id: fieldId(named(name)) });
  const labels = { amount: "amount", days: "days", reason: "reason" };
  return (
    <details className="stack" open={deeds.deed === deed}>
      <summary>{t(`ledger.deeds.${deed}.open`)}</summary>
      <form method="post" className="form" action={url(paths.adminOrderAction(id, deed))} noValidate>
        <ErrorSummary
          errors={Object.fromEntries(Object.entries(errors).map(([name, error]) => [named(name), error]))}
          labels={Object.fromEntries(
            Object.entries(labels).map(([name, key]) => [named(name), t(`ledger.deeds.${key}`)]),
          )}
          message={refused}
        />
        <p className="small muted">{t(`ledger.deeds.${deed}.help`)}</p>
        {children?.(field, typed, errors)}
        <TextArea
          {...field("reason")}
          label={t("ledger.deeds.reason")}
          help={t("ledger.deeds.reasonHelp")}
          value={typed.reason}
          error={errors.reason}
          minLength={3}
          maxLength={500}
          rows={3}
        />
        <input type="hidden" name="seen" value={seen} />
        <SubmitButton variant={danger ? "danger" : "primary"}>
          {t(`ledger.deeds.${deed}.submit`)}
        </SubmitButton>
      </form>
    </details>
  );
}
