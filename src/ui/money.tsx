import { formatLei } from "@/shared/format";
import { usePage } from "./page-context";

/** An amount in bani, "90 lei", without a line break between number and unit. */
export function Money({ bani }: { bani: number }) {
  const { locale } = usePage();
  return <span className="money">{formatLei(bani, locale)}</span>;
}
