/** The page folders of this directory, bundled with the worker (which loads nothing at run time). */
import type { Texts } from "@/shared/i18n/translator";
import generalEn from "./general/en.json";
import generalRo from "./general/ro.json";
import mailEn from "./mail/en.json";
import mailRo from "./mail/ro.json";
import promotionsEn from "./promotions/en.json";
import promotionsRo from "./promotions/ro.json";

type Page = { en: Texts; ro: Texts };

export const TEXTS: Record<string, Page> = {
  general: { en: generalEn, ro: generalRo },
  mail: { en: mailEn, ro: mailRo },
  promotions: { en: promotionsEn, ro: promotionsRo },
};
