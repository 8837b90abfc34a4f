import type { Locale } from "@/shared/i18n/locales";

export type Category = { id: string; nameEn: string; nameRo: string };

export const getCategoryName = ({ nameEn, nameRo }: Category, locale: Locale): string =>
  locale === "ro" ? nameRo : nameEn;
