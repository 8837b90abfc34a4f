import type { CreditPreview } from "@/features/promotions";
import { formatDateTime } from "@/shared/format";
import { paths } from "@/shared/paths";
import { toLocalTime } from "@/shared/typed-dates";
import { AdminPage } from "@/ui/admin-page";
import { DescriptionList } from "@/ui/description-list";
import { type FormErrors, PostForm, SubmitButton, TextArea, TextField } from "@/ui/form";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";
import { UserLink } from "@/ui/user-link";

/** Values of the confirmation's two buttons, sent as `step`. */
export const CREDIT_STEPS = { confirm: "confirm", change: "change" } as const;

const FIELDS = ["from", "to", "days", "reason"] as const;
export type TypedCredit = Record<(typeof FIELDS)[number], string>;

export type OutageCreditView = {
  typed: TypedCredit;
  errors: FormErrors;
  /** Message for the admin. */
  message: string | null;
  /** How many promotions were just credited. */
  done: number | null;
  /** What the admin has to confirm; `key` identifies the credit, so that it is given once. */
  confirm: (CreditPreview & { key: string }) | null;
};

/** Credits days to all promotions that ran during an outage: a form, then what it does, to confirm. */
export function OutageCreditPage({ view }: { view: OutageCreditView }) {
  const { t } = usePage();
  return (
    <AdminPage
      heading={t("payments-admin.outageCredit.heading")}
      lead={t("payments-admin.outageCredit.lead")}
      parent={{ label: t("payments-admin.orders.heading"), href: paths.adminOrders() }}
      narrow
    >
      <div className="stack stack--loose">
        {view.done === null ? null : (
          <Notice tone="success" live>
            {t.count("payments-admin.outageCredit.done", view.done)}
          </Notice>
        )}
        {view.confirm ? <Confirmation view={view} confirm={view.confirm} /> : <CreditForm view={view} />}
      </div>
    </AdminPage>
  );
}

function CreditForm({ view: { typed, errors, message } }: { view: OutageCreditView }) {
  const { t, locale } = usePage();
  const label = (name: string) => t(`payments-admin.outageCredit.${name}`);
  const momentField = (name: "from" | "to") => (
    <TextField
      name={name}
      type="datetime-local"
      label={label(name)}
      help={name === "from" ? label("timeHelp") : undefined}
      value={toLocalTime(typed[name], locale)}
      error={errors[name]}
    />
  );
  return (
    <PostForm
      action={paths.adminOutageCredit()}
      errors={errors}
      labels={Object.fromEntries(FIELDS.map((name) => [name, label(name)]))}
      message={message}
    >
      {momentField("from")}
      {momentField("to")}
      <TextField
        name="days"
        label={label("days")}
        help={t("payments-admin.orderActions.daysHelp")}
        value={typed.days}
        error={errors.days}
        inputMode="numeric"
        autoComplete="off"
      />
      <TextArea
        name="reason"
        label={label("reason")}
        help={label("reasonHelp")}
        value={typed.reason}
        error={errors.reason}
        minLength={3}
        maxLength={500}
        rows={3}
      />
      <SubmitButton>{label("preview")}</SubmitButton>
    </PostForm>
  );
}

function Confirmation({
  view: { typed },
  confirm: { from, to, days, count, examples, key },
}: {
  view: OutageCreditView;
  confirm: NonNullable<OutageCreditView["confirm"]>;
}) {
  const { t, url, locale } = usePage();
  const formatPeriod = (starts: number, ends: number) =>
    t("payments-admin.outageCredit.period", {
      from: formatDateTime(starts, locale),
      to: formatDateTime(ends, locale),
    });
  return (
    <section className="panel stack" aria-labelledby="credit-confirmation">
      <h2 id="credit-confirmation">{t("payments-admin.outageCredit.confirmHeading")}</h2>
      <DescriptionList
        items={[
          { term: t("payments-admin.outageCredit.ran"), details: formatPeriod(from, to) },
          { term: t("payments-admin.outageCredit.promotions"), details: t.number(count) },
          {
            term: t("payments-admin.outageCredit.each"),
            details: t.count("payments-admin.history.days", days),
          },
          {
            term: t("payments-admin.outageCredit.reason"),
            details: <span className="pre-line">{typed.reason.trim()}</span>,
          },
        ]}
      />
      <h3>{t("payments-admin.outageCredit.examples")}</h3>
      <DescriptionList
        items={examples.map(({ orderId, title, buyerId, firstName, lastName, startsTs, endsTs }) => ({
          key: orderId,
          term: <a href={url(paths.adminOrder(orderId))}>{title}</a>,
          details: (
            <>
              {buyerId ? (
                <>
                  <UserLink user={{ id: buyerId, firstName, lastName }} />
                  {" · "}
                </>
              ) : null}
              {formatPeriod(startsTs, endsTs)}
            </>
          ),
        }))}
      />
      <p className="small muted">{t("payments-admin.outageCredit.effect")}</p>
      <form method="post" className="form" action={url(paths.adminOutageCredit())}>
        {Object.entries({ ...typed, key }).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <div className="form__actions">
          <SubmitButton name="step" value={CREDIT_STEPS.confirm}>
            {t.count("payments-admin.outageCredit.confirm", count)}
          </SubmitButton>
          <SubmitButton variant="quiet" name="step" value={CREDIT_STEPS.change}>
            {t("payments-admin.refundConfirmation.change")}
          </SubmitButton>
        </div>
      </form>
    </section>
  );
}
