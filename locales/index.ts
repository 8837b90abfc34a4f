/** The page folders of this directory, bundled with the worker (which loads nothing at run time). */
import type { Texts } from "@/shared/i18n/translator";
import accountsEn from "./accounts/en.json";
import accountsRo from "./accounts/ro.json";
import adminEn from "./admin/en.json";
import adminRo from "./admin/ro.json";
import generalEn from "./general/en.json";
import generalRo from "./general/ro.json";
import listingsEn from "./listings/en.json";
import listingsRo from "./listings/ro.json";
import mailEn from "./mail/en.json";
import mailRo from "./mail/ro.json";
import profileEn from "./profile/en.json";
import profileRo from "./profile/ro.json";
import promotionsEn from "./promotions/en.json";
import promotionsRo from "./promotions/ro.json";

type Page = { en: Texts; ro: Texts };

export const TEXTS: Record<string, Page> = {
  accounts: { en: accountsEn, ro: accountsRo },
  profile: { en: profileEn, ro: profileRo },
  admin: { en: adminEn, ro: adminRo },
  listings: { en: listingsEn, ro: listingsRo },
  general: { en: generalEn, ro: generalRo },
  mail: { en: mailEn, ro: mailRo },
  promotions: { en: promotionsEn, ro: promotionsRo },
};
