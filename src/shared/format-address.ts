import { countyName } from "@/shared/codes";
import type { Billing } from "@/shared/schemas/billing";

/** An address on one line: "Strada Memorandumului 1, Cluj-Napoca, Cluj", "Calea Victoriei 1, Sector 1, București". */
export const formatAddress = ({
  street,
  city,
  county,
}: Pick<Billing, "street" | "city" | "county">): string =>
  [street, county === "b" ? `Sector ${city}` : city, countyName(county)].join(", ");
