import type { ReactNode } from "react";
import { formatExactLei, formatPercent } from "@/shared/format";
import { formatAddress } from "@/shared/format-address";
import { paths } from "@/shared/paths";
import type { Billing } from "@/shared/schemas/billing";
import { DescriptionList } from "@/ui/description-list";
import { Enhanced } from "@/ui/enhanced";
import { usePage } from "@/ui/page-context";
import { Time } from "@/ui/time";
import type { Invoice, InvoiceSummary } from "./queries";

/** The printable invoice. `others` are the order's other invoices. */
export function InvoicePage({ invoice, others }: { invoice: Invoice; others: readonly InvoiceSummary[] }) {
  const { t, url, locale } = usePage();
  const text = (name: string, params = {}) => t(`invoices.${name}`, params);
  const { kind, label, seller, buyer, corrects } = invoice;
  const note = invoice.reissued ? "reissued" : kind;
  return (
    <div className="container container--narrow page stack">
      <article className="panel invoice stack">
        <header className="invoice__head">
          <h1>{text(`kinds.${kind}`)}</h1>
          <p className="invoice__number">{text("numbered", { number: label })}</p>
        </header>
        <div className="invoice__parties">
          <Party title={text("seller")} party={seller}>
            {seller.iban ? <p>{text("party.iban", { value: seller.iban })}</p> : null}
          </Party>
          {buyer ? (
            <Party title={text("buyer")} party={buyer} />
          ) : (
            <section>
              <h2>{text("buyer")}</h2>
              <p>{text("erased")}</p>
            </section>
          )}
        </div>
        <DescriptionList
          items={[
            { term: text("date"), details: <Time ts={invoice.issuedTs} /> },
            { term: text(`paid.${note}`), details: <Time ts={invoice.paidTs} /> },
            { term: text("item"), details: t.count(`invoices.items.${invoice.placement}`, invoice.days) },
            corrects.length > 0 && {
              term: text(`corrects.${kind}`),
              details: corrects.map((document) => document.label).join(", "),
            },
            { term: text("order"), details: <code>{invoice.orderId}</code> },
            { term: text("currency"), details: invoice.currency },
          ]}
        />
        <Totals invoice={invoice} />
        <p className="small muted">{text(`notes.${invoice.isTransfer ? "transfer" : note}`)}</p>
      </article>
      {others.length > 0 ? (
        <nav className="invoice-others" aria-labelledby="invoice-others">
          <h2 id="invoice-others">{text("others")}</h2>
          <ul className="stack stack--tight">
            {others.map((other) => (
              <li key={other.label}>
                <a href={url(paths.invoice(other.label))}>
                  {text(`kinds.${other.kind}`)} {other.label}
                </a>{" "}
                <span className="money">{formatExactLei(other.amount, locale)}</span>
              </li>
            ))}
          </ul>
        </nav>
      ) : null}
      <Enhanced name="print-button" texts={{ print: text("print") }} immediate>
        {null}
      </Enhanced>
    </div>
  );
}

function Party({
  title,
  party,
  children,
}: {
  title: string;
  party: Pick<Billing, "name" | "tax_id" | "register_number" | "street" | "city" | "county">;
  children?: ReactNode;
}) {
  const { t } = usePage();
  const line = (name: "tax_id" | "register_number") =>
    party[name] ? <p>{t(`invoices.party.${name}`, { value: party[name] })}</p> : null;
  return (
    <section>
      <h2>{title}</h2>
      <p>{party.name}</p>
      {line("tax_id")}
      {line("register_number")}
      <p>{formatAddress(party)}</p>
      {children}
    </section>
  );
}

/** The total and its VAT, or the reason for an exemption from VAT. */
function Totals({ invoice }: { invoice: Invoice }) {
  const { t, locale } = usePage();
  const { amount, vatAmount, vatRate, seller, kind } = invoice;
  return (
    <table className="invoice__totals">
      <tbody>
        {vatRate > 0 ? (
          <>
            <TotalRow term={t("invoices.net")} bani={amount - vatAmount} />
            <TotalRow term={t("invoices.vat", { rate: formatPercent(vatRate, locale) })} bani={vatAmount} />
          </>
        ) : (
          <tr>
            <th scope="row">{t("invoices.noVat")}</th>
            <td>{seller.exemption}</td>
          </tr>
        )}
      </tbody>
      <tfoot>
        <TotalRow term={t(`invoices.total.${kind}`)} bani={amount} />
      </tfoot>
    </table>
  );
}

function TotalRow({ term, bani }: { term: string; bani: number }) {
  const { locale } = usePage();
  return (
    <tr>
      <th scope="row">{term}</th>
      <td className="money">{formatExactLei(bani, locale)}</td>
    </tr>
  );
}
