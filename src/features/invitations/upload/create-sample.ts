import { countyName } from "@/shared/codes";
import type { Translator } from "@/shared/i18n/translator";
import { INVITATION_COLUMNS, type InvitationColumn } from "@/shared/schemas/invitation";
import { toRomanianHeading } from "./headings";

/** The lines of a sample file: the headings, and one teacher. */
export function createSample(t: Translator): string[][] {
  const teacher: { [column in InvitationColumn]: string } = {
    email: "ana.pop@example.com",
    first_name: "Ana",
    last_name: "Pop",
    locale: t.locale,
    phone: "0712 345 678",
    subject: t("general.subjects.m"),
    levels: (["m", "h"] as const).map((level) => t(`general.levels.${level}`)).join("|"),
    county: countyName("cj"),
    neighbourhood: "Mănăștur",
    online: t("general.common.yes"),
    price: "80",
    title: "",
    description: "",
  };
  return [
    INVITATION_COLUMNS.map((column) => (t.locale === "ro" ? toRomanianHeading(column) : column)),
    INVITATION_COLUMNS.map((column) => teacher[column]),
  ];
}
