/** The page folders of this directory, bundled with the worker (which loads nothing at run time). */
import type { Texts } from "@/shared/i18n/translator";
import accountsEn from "./accounts/en.json";
import accountsRo from "./accounts/ro.json";
import adminEn from "./admin/en.json";
import adminRo from "./admin/ro.json";
import enquiriesEn from "./enquiries/en.json";
import enquiriesRo from "./enquiries/ro.json";
import generalEn from "./general/en.json";
import generalRo from "./general/ro.json";
import homeEn from "./home/en.json";
import homeRo from "./home/ro.json";
import listingEn from "./listing/en.json";
import listingRo from "./listing/ro.json";
import listingsEn from "./listings/en.json";
import listingsRo from "./listings/ro.json";
import mailEn from "./mail/en.json";
import mailRo from "./mail/ro.json";
import profileEn from "./profile/en.json";
import profileRo from "./profile/ro.json";
import promotionsEn from "./promotions/en.json";
import promotionsRo from "./promotions/ro.json";
import searchEn from "./search/en.json";
import searchRo from "./search/ro.json";

type Page = { en: Texts; ro: Texts };

export const TEXTS: Record<string, Page> = {
  accounts: { en: accountsEn, ro: accountsRo },
  profile: { en: profileEn, ro: profileRo },
  admin: { en: adminEn, ro: adminRo },
  listings: { en: listingsEn, ro: listingsRo },
  enquiries: { en: enquiriesEn, ro: enquiriesRo },
  general: { en: generalEn, ro: generalRo },
  home: { en: homeEn, ro: homeRo },
  listing: { en: listingEn, ro: listingRo },
  search: { en: searchEn, ro: searchRo },
  mail: { en: mailEn, ro: mailRo },
  promotions: { en: promotionsEn, ro: promotionsRo },
};
