import type { InvoiceSummary } from "@/features/invoices";
import { paths } from "@/shared/paths";
import { usePage } from "@/ui/page-context";

/** Links to an order's invoices, named by kind and number. */
export function InvoiceLinks({ invoices }: { invoices: readonly InvoiceSummary[] }) {
  const { t, url } = usePage();
  if (invoices.length === 0) return null;
  return (
    <div className="entry__meta">
      <div className="row">
        {invoices.map(({ number, label, kind }) => (
          <a key={number} href={url(paths.invoice(number))}>
            {t(`purchases.invoices.${kind}`, { label })}
          </a>
        ))}
      </div>
    </div>
  );
}
