import { formatExactLei, formatPercent } from "@/shared/format";
import { paths } from "@/shared/paths";
import { DescriptionList } from "@/ui/description-list";
import { Enhanced } from "@/ui/enhanced";
import { usePage } from "@/ui/page-context";
import { Time } from "@/ui/time";
import type { Invoice, InvoiceSummary } from "./queries";

/** The printable invoice. `others` are the order's other invoices. */
export function InvoicePage({ invoice, others }: { invoice: Invoice; others: readonly InvoiceSummary[] }) {
  const { t, url, locale } = usePage();
  const text = (name: string, params = {}) => t(`invoices.${name}`, params);
  const { kind, label, seller, buyer } = invoice;
  return (
    <div className="container container--narrow page stack">
      <article className="panel invoice stack">
        <header className="invoice__head">
          <h1>{text(`kinds.${kind}`)}</h1>
          <p className="invoice__number">{text("numbered", { number: label })}</p>
          <p>
            <Time ts={invoice.issuedTs} />
          </p>
        </header>
        <div className="invoice__parties">
          <Seller seller={seller} />
          <section>
            <h2>{text("buyer")}</h2>
            {buyer ? (
              <>
                {buyer.name ? <p>{buyer.name}</p> : null}
                <p>{buyer.email}</p>
              </>
            ) : (
              <p>{text("erased")}</p>
            )}
          </section>
        </div>
        <DescriptionList
          items={[
            { term: text("item"), details: t.count(`invoices.items.${invoice.placement}`, invoice.days) },
            kind !== "receipt" && { term: text("corrects"), details: invoice.receiptLabel },
            { term: text("order"), details: <code>{invoice.orderId}</code> },
          ]}
        />
        <Totals invoice={invoice} />
        <p className="small muted">{text(`notes.${kind}`)}</p>
      </article>
      {others.length > 0 ? (
        <nav className="invoice-others" aria-labelledby="invoice-others">
          <h2 id="invoice-others">{text("others")}</h2>
          <ul className="stack stack--tight">
            {others.map((other) => (
              <li key={other.number}>
                <a href={url(paths.invoice(other.number))}>
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

function Seller({ seller }: Pick<Invoice, "seller">) {
  const { t, siteName } = usePage();
  const sellerLine = (name: "tax_id" | "registration_number" | "iban") =>
    seller?.[name] ? <p>{t(`invoices.seller.${name}`, { value: seller[name] })}</p> : null;
  return (
    <section>
      <h2>{t("invoices.seller.title")}</h2>
      <p>{seller?.name || siteName}</p>
      {sellerLine("tax_id")}
      {sellerLine("registration_number")}
      {seller?.address ? <p>{seller.address}</p> : null}
      {sellerLine("iban")}
      {seller?.email ? <p>{seller.email}</p> : null}
    </section>
  );
}

/** The total and its VAT, or the reason for an exemption from VAT. */
function Totals({ invoice }: { invoice: Invoice }) {
  const { t, locale } = usePage();
  const { amount, vatAmount, vatRate, seller, kind } = invoice;
  const rate = formatPercent(vatRate, locale);
  return (
    <table className="invoice__totals">
      <tbody>
        {vatRate > 0 ? (
          <>
            <TotalRow term={t("invoices.net")} bani={amount - vatAmount} />
            <TotalRow term={t("invoices.vat", { rate })} bani={vatAmount} />
          </>
        ) : (
          <tr>
            <th scope="row">{t("invoices.noVat")}</th>
            <td>{seller?.exemption[locale] || rate}</td>
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
