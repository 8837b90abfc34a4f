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
  const say = (name: string, params = {}) => t(`invoices.${name}`, params);
  const { kind, label, seller, buyer } = invoice;
  return (
    <div className="container container--narrow page stack">
      <article className="panel invoice stack">
        <header className="invoice__head">
          <h1>{say(`kinds.${kind}`)}</h1>
          <p className="invoice__number">{say("numbered", { number: label })}</p>
          <p>
            <Time ts={invoice.issuedTs} />
          </p>
        </header>
        <div className="invoice__sides">
          <Seller seller={seller} />
          <section>
            <h2>{say("buyer")}</h2>
            {buyer ? (
              <>
                {buyer.name ? <p>{buyer.name}</p> : null}
                <p>{buyer.email}</p>
              </>
            ) : (
              <p>{say("erased")}</p>
            )}
          </section>
        </div>
        <DescriptionList
          items={[
            { term: say("item"), details: t.count(`invoices.items.${invoice.placement}`, invoice.days) },
            kind !== "receipt" && { term: say("corrects"), details: invoice.receiptLabel },
            { term: say("order"), details: <code>{invoice.orderId}</code> },
          ]}
        />
        <Sums invoice={invoice} />
        <p className="small muted">{say(`notes.${kind}`)}</p>
      </article>
      {others.length > 0 ? (
        <nav className="invoice-others" aria-labelledby="invoice-others">
          <h2 id="invoice-others">{say("others")}</h2>
          <ul className="stack stack--tight">
            {others.map((other) => (
              <li key={other.number}>
                <a href={url(paths.invoice(other.number))}>
                  {say(`kinds.${other.kind}`)} {other.label}
                </a>{" "}
                <span className="money">{formatExactLei(other.amount, locale)}</span>
              </li>
            ))}
          </ul>
        </nav>
      ) : null}
      <Enhanced name="print-button" words={{ print: say("print") }} now>
        {null}
      </Enhanced>
    </div>
  );
}

function Seller({ seller }: Pick<Invoice, "seller">) {
  const { t, siteName } = usePage();
  const line = (name: "tax_id" | "registration_number" | "iban") =>
    seller?.[name] ? <p>{t(`invoices.seller.${name}`, { value: seller[name] })}</p> : null;
  return (
    <section>
      <h2>{t("invoices.seller.title")}</h2>
      <p>{seller?.name || siteName}</p>
      {line("tax_id")}
      {line("registration_number")}
      {seller?.address ? <p>{seller.address}</p> : null}
      {line("iban")}
      {seller?.email ? <p>{seller.email}</p> : null}
    </section>
  );
}

/** What was paid or given back, and the VAT in it, or by which rule there is none. */
function Sums({ invoice }: { invoice: Invoice }) {
  const { t, locale } = usePage();
  const { amount, vatAmount, vatRate, seller, kind } = invoice;
  const rate = formatPercent(vatRate, locale);
  return (
    <table className="invoice__sums">
      <tbody>
        {vatRate > 0 ? (
          <>
            <Sum term={t("invoices.net")} bani={amount - vatAmount} />
            <Sum term={t("invoices.vat", { rate })} bani={vatAmount} />
          </>
        ) : (
          <tr>
            <th scope="row">{t("invoices.noVat")}</th>
            <td className="invoice__exemption">{seller?.exemption[locale] || rate}</td>
          </tr>
        )}
      </tbody>
      <tfoot>
        <Sum term={t(`invoices.total.${kind}`)} bani={amount} />
      </tfoot>
    </table>
  );
}

function Sum({ term, bani }: { term: string; bani: number }) {
  const { locale } = usePage();
  return (
    <tr>
      <th scope="row">{term}</th>
      <td className="money">{formatExactLei(bani, locale)}</td>
    </tr>
  );
}
