import type { Invoice } from "@/features/invoices";
import { addDays, addMonths, startOfDay } from "@/shared/dates";
import { formatMonth } from "@/shared/format";
import { paths } from "@/shared/paths";
import { AdminPage } from "@/ui/admin-page";
import { StateBadge } from "@/ui/badge";
import { ActionButton, LinkButton } from "@/ui/button";
import { DescriptionList } from "@/ui/description-list";
import { EmptyState } from "@/ui/empty-state";
import { Money } from "@/ui/money";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";
import { Pagination } from "@/ui/pagination";
import { useTaskOrigin } from "@/ui/task-origin";
import { Time } from "@/ui/time";
import { type EInvoiceAction, listActions } from "./handle-e-invoice-action";
import type { EInvoice, InvoiceCounts } from "./queries";

export type InvoicesView = {
  invoices: readonly Invoice[];
  /** `2026-11`; null for the open documents of all months. */
  month: string | null;
  /** The lists, with their lengths. */
  counts: InvoiceCounts;
  /** Cursor of the next page; null on the last one. */
  next: string | null;
  first: boolean;
  /** See `canSend`. */
  canSend: boolean;
  done: EInvoiceAction | null;
};

/** The invoices of a month with what became of them at the authority. */
export function InvoicesPage({ view }: { view: InvoicesView }) {
  const { t, url } = usePage();
  const { invoices, month, next, first, canSend, done } = view;
  return (
    <AdminPage
      heading={t("e-factura.invoices.heading")}
      lead={t("e-factura.invoices.lead")}
      actions={month === null ? null : <Downloads month={month} />}
    >
      <div className="stack stack--loose">
        {done ? (
          <Notice tone="success" live>
            {t(`e-factura.done.${done}`)}
          </Notice>
        ) : null}
        {canSend ? null : (
          <Notice tone="warning" title={t("e-factura.invoices.notConnected")}>
            <p>
              {t("e-factura.invoices.notConnectedText")}{" "}
              <a href={url(paths.eFactura())}>{t("health.parts.eFactura.link")}</a>
            </p>
          </Notice>
        )}
        <Lists view={view} />
        {month === null ? <p>{t("e-factura.invoices.openHelp")}</p> : null}
        <Legend />
        {invoices.length === 0 ? (
          <EmptyState title={t("e-factura.invoices.empty")}>
            {t(`e-factura.invoices.${month === null ? "noneOpen" : "noneInMonth"}`)}
          </EmptyState>
        ) : (
          <ul className="entry-list">
            {invoices.map((invoice) => (
              <Entry key={invoice.label} invoice={invoice} canSend={canSend} />
            ))}
          </ul>
        )}
        <Pagination
          previous={first ? null : url(paths.adminInvoices({ month }))}
          next={next && url(paths.adminInvoices({ month, before: next }))}
        />
      </div>
    </AdminPage>
  );
}

function Downloads({ month }: { month: string }) {
  const { t, url } = usePage();
  const from = `${month}-01`;
  const period = { from, to: addDays(addMonths(from, 1), -1) };
  return (
    <>
      <a href={url(paths.adminInvoicesCsv(period))}>{t("e-factura.invoices.csv")}</a>
      <a href={url(paths.adminInvoicesZip({ month }))}>{t("e-factura.invoices.zip")}</a>
    </>
  );
}

/** Links to the months around the shown one, and to the open documents. */
function Lists({ view: { month, counts } }: { view: InvoicesView }) {
  const { t, url, locale } = usePage();
  const link = (href: string, isCurrent: boolean, label: string, n: number) => (
    <LinkButton
      key={label}
      href={url(href)}
      variant={isCurrent ? "secondary" : "quiet"}
      size="small"
      aria-current={isCurrent ? "page" : undefined}
    >
      {label} <span className="follow-up-queues__n">{`${t.number(n)}${n === counts.max ? "+" : ""}`}</span>
    </LinkButton>
  );
  return (
    <nav className="row" aria-label={t("e-factura.invoices.lists")}>
      {counts.months.map(({ first, n }) => {
        const code = first.slice(0, 7);
        const href = paths.adminInvoices({ month: code });
        return link(href, code === month, formatMonth(startOfDay(first), locale), n);
      })}
      {link(
        paths.adminInvoices({ state: "open" }),
        month === null,
        t("e-factura.invoices.open"),
        counts.open,
      )}
    </nav>
  );
}

/** What the states mean, in the order in which a document has them. `uploading` reads as `queued`. */
const EXPLAINED_STATES = ["queued", "uploaded", "accepted", "rejected", "handed_over"];

function Legend() {
  const { t } = usePage();
  return (
    <details>
      <summary>{t("e-factura.invoices.legend")}</summary>
      <DescriptionList
        items={EXPLAINED_STATES.map((state) => ({
          term: t(`e-factura.states.${state}`),
          details: t(`e-factura.stateHelp.${state}`),
        }))}
      />
    </details>
  );
}

function Entry({ invoice, canSend }: { invoice: Invoice; canSend: boolean }) {
  const { t, url } = usePage();
  const origin = useTaskOrigin();
  const { label, kind, buyer, issuedTs, amount, eInvoice } = invoice;
  return (
    <li className="entry entry--open">
      <div className="entry__main">
        <p className="entry__title">
          <a href={url(paths.invoice(label))}>{`${t(`invoices.kinds.${kind}`)} ${label}`}</a>
        </p>
        <p className="entry__meta break-anywhere">
          <Time ts={issuedTs} /> · {buyer?.name ?? t("e-factura.invoices.noBuyer")}
        </p>
        {eInvoice ? <Progress eInvoice={eInvoice} /> : null}
        <p className="row">
          {buyer ? (
            <a href={url(paths.adminInvoiceFile(label, "document.xml"))}>{t("e-factura.invoices.xml")}</a>
          ) : null}
          {eInvoice?.downloadId && eInvoice.settledTs !== null ? (
            <a href={url(paths.adminInvoiceFile(label, "answer.zip"))}>{t("e-factura.invoices.answer")}</a>
          ) : null}
        </p>
      </div>
      <div className="entry__side">
        {eInvoice ? <StateBadge kind="eInvoice" state={eInvoice.state} /> : null}
        <Money bani={kind === "credit_note" ? -amount : amount} />
        {eInvoice
          ? listActions(eInvoice, canSend).map((action) => (
              <ActionButton
                key={action}
                action={url(paths.adminInvoiceAction(label, action, origin))}
                variant="secondary"
                size="small"
              >
                {t(`e-factura.actions.${action}`)}
                <span className="visually-hidden">: {label}</span>
              </ActionButton>
            ))
          : null}
      </div>
    </li>
  );
}

/** When a document was uploaded and answered, with what the authority says about it. */
function Progress({ eInvoice }: Pick<EInvoice, "eInvoice">) {
  const { t } = usePage();
  const { state, uploadIndex, uploadTs, settledTs, deadlineTs, error } = eInvoice;
  // A rejected document that is sent again keeps its index until the next upload.
  const isUploaded = uploadIndex !== null && state !== "queued" && state !== "uploading";
  return (
    <>
      {isUploaded ? (
        <p className="entry__meta">
          {t("e-factura.invoices.index")}: {uploadIndex}
        </p>
      ) : null}
      {isUploaded && uploadTs !== null ? (
        <p className="entry__meta">
          {t("e-factura.invoices.uploaded")}: <Time ts={uploadTs} clock />
        </p>
      ) : null}
      {settledTs === null ? (
        <p className="entry__meta">
          {t("e-factura.invoices.deadline")}: <Time ts={deadlineTs} />
        </p>
      ) : (
        <p className="entry__meta">
          {t(`e-factura.settled.${state}`)}: <Time ts={settledTs} clock />
        </p>
      )}
      {error ? (
        <p className="break-anywhere">
          {t("e-factura.invoices.message")}: {error}
        </p>
      ) : null}
    </>
  );
}
