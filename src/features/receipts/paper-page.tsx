import { formatExactLei, formatPercent } from "@/shared/format";
import { paths } from "@/shared/paths";
import { DescriptionList } from "@/ui/description-list";
import { Enhanced } from "@/ui/enhanced";
import { usePage } from "@/ui/page-context";
import { Time } from "@/ui/time";
import type { Paper, PaperLine } from "./queries";

/** A paper as it is printed. `others` are the order's other papers. */
export function PaperPage({ paper, others }: { paper: Paper; others: readonly PaperLine[] }) {
  const { t, url, locale } = usePage();
  const say = (name: string, params = {}) => t(`receipts.${name}`, params);
  const { kind, label, seller, buyer } = paper;
  return (
    <div className="container container--narrow page stack">
      <article className="panel paper stack">
        <header className="paper__head">
          <h1>{say(`kinds.${kind}`)}</h1>
          <p className="paper__number">{say("numbered", { number: label })}</p>
          <p>
            <Time ts={paper.issuedTs} />
          </p>
        </header>
        <div className="paper__sides">
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
            { term: say("item"), details: t.count(`receipts.items.${paper.placement}`, paper.days) },
            kind !== "receipt" && { term: say("corrects"), details: paper.receiptLabel },
            { term: say("order"), details: <code>{paper.orderId}</code> },
          ]}
        />
        <Sums paper={paper} />
        <p className="small muted">{say(`notes.${kind}`)}</p>
      </article>
      {others.length > 0 ? (
        <nav className="paper-others" aria-labelledby="paper-others">
          <h2 id="paper-others">{say("others")}</h2>
          <ul className="stack stack--tight">
            {others.map((other) => (
              <li key={other.number}>
                <a href={url(paths.paper(other.number))}>
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

function Seller({ seller }: Pick<Paper, "seller">) {
  const { t, siteName } = usePage();
  const line = (name: "tax_id" | "registration_number" | "iban") =>
    seller?.[name] ? <p>{t(`receipts.seller.${name}`, { value: seller[name] })}</p> : null;
  return (
    <section>
      <h2>{t("receipts.seller.title")}</h2>
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
function Sums({ paper }: { paper: Paper }) {
  const { t, locale } = usePage();
  const { amount, vatAmount, vatRate, seller, kind } = paper;
  const rate = formatPercent(vatRate, locale);
  return (
    <table className="paper__sums">
      <tbody>
        {vatRate > 0 ? (
          <>
            <Sum term={t("receipts.net")} bani={amount - vatAmount} />
            <Sum term={t("receipts.vat", { rate })} bani={vatAmount} />
          </>
        ) : (
          <tr>
            <th scope="row">{t("receipts.noVat")}</th>
            <td className="paper__exemption">{seller?.exemption[locale] || rate}</td>
          </tr>
        )}
      </tbody>
      <tfoot>
        <Sum term={t(`receipts.total.${kind}`)} bani={amount} />
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
