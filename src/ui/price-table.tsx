import type { ReactNode } from "react";
import { Money } from "./money";

export type PriceRow = { label: ReactNode; bani: number; key: string };

/** What is paid and what it is made of; the total stands last and is bold. Amounts in bani. */
export function PriceTable({
  caption,
  rows,
  total,
}: {
  caption: string;
  rows: readonly PriceRow[];
  total: PriceRow;
}) {
  return (
    <table className="price-table">
      <caption className="visually-hidden">{caption}</caption>
      <tbody>
        {rows.map((row) => (
          <tr key={row.key}>
            <th scope="row">{row.label}</th>
            <td>
              <Money bani={row.bani} />
            </td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{total.label}</th>
          <td>
            <Money bani={total.bani} />
          </td>
        </tr>
      </tfoot>
    </table>
  );
}
