/** The texts of all folders of this directory, by folder and language. */
import type { Texts } from "@/shared/i18n/translator";
import accountSettingsEn from "./account-settings/en.json" with { type: "json" };
import accountSettingsRo from "./account-settings/ro.json" with { type: "json" };
import accountsEn from "./accounts/en.json" with { type: "json" };
import accountsRo from "./accounts/ro.json" with { type: "json" };
import adminEn from "./admin/en.json" with { type: "json" };
import adminRo from "./admin/ro.json" with { type: "json" };
import alertsEn from "./alerts/en.json" with { type: "json" };
import alertsRo from "./alerts/ro.json" with { type: "json" };
import analyticsEn from "./analytics/en.json" with { type: "json" };
import analyticsRo from "./analytics/ro.json" with { type: "json" };
import appointmentsEn from "./appointments/en.json" with { type: "json" };
import appointmentsRo from "./appointments/ro.json" with { type: "json" };
import billingEn from "./billing/en.json" with { type: "json" };
import billingRo from "./billing/ro.json" with { type: "json" };
import blogEn from "./blog/en.json" with { type: "json" };
import blogRo from "./blog/ro.json" with { type: "json" };
import blogAdminEn from "./blog-admin/en.json" with { type: "json" };
import blogAdminRo from "./blog-admin/ro.json" with { type: "json" };
import contactEn from "./contact/en.json" with { type: "json" };
import contactRo from "./contact/ro.json" with { type: "json" };
import countedSearchesEn from "./counted-searches/en.json" with { type: "json" };
import countedSearchesRo from "./counted-searches/ro.json" with { type: "json" };
import eFacturaEn from "./e-factura/en.json" with { type: "json" };
import eFacturaRo from "./e-factura/ro.json" with { type: "json" };
import enquiriesEn from "./enquiries/en.json" with { type: "json" };
import enquiriesRo from "./enquiries/ro.json" with { type: "json" };
import followUpEn from "./follow-up/en.json" with { type: "json" };
import followUpRo from "./follow-up/ro.json" with { type: "json" };
import generalEn from "./general/en.json" with { type: "json" };
import generalRo from "./general/ro.json" with { type: "json" };
import healthEn from "./health/en.json" with { type: "json" };
import healthRo from "./health/ro.json" with { type: "json" };
import homeEn from "./home/en.json" with { type: "json" };
import homeRo from "./home/ro.json" with { type: "json" };
import invitationsEn from "./invitations/en.json" with { type: "json" };
import invitationsRo from "./invitations/ro.json" with { type: "json" };
import invoicesEn from "./invoices/en.json" with { type: "json" };
import invoicesRo from "./invoices/ro.json" with { type: "json" };
import listingsEn from "./listings/en.json" with { type: "json" };
import listingsRo from "./listings/ro.json" with { type: "json" };
import mailEn from "./mail/en.json" with { type: "json" };
import mailRo from "./mail/ro.json" with { type: "json" };
import moderationEn from "./moderation/en.json" with { type: "json" };
import moderationRo from "./moderation/ro.json" with { type: "json" };
import notificationsEn from "./notifications/en.json" with { type: "json" };
import notificationsRo from "./notifications/ro.json" with { type: "json" };
import paymentsAdminEn from "./payments-admin/en.json" with { type: "json" };
import paymentsAdminRo from "./payments-admin/ro.json" with { type: "json" };
import pricesEn from "./prices/en.json" with { type: "json" };
import pricesRo from "./prices/ro.json" with { type: "json" };
import pricingEn from "./pricing/en.json" with { type: "json" };
import pricingRo from "./pricing/ro.json" with { type: "json" };
import privacyEn from "./privacy/en.json" with { type: "json" };
import privacyRo from "./privacy/ro.json" with { type: "json" };
import profileEn from "./profile/en.json" with { type: "json" };
import profileRo from "./profile/ro.json" with { type: "json" };
import promotionsEn from "./promotions/en.json" with { type: "json" };
import promotionsRo from "./promotions/ro.json" with { type: "json" };
import publicPagesEn from "./public-pages/en.json" with { type: "json" };
import publicPagesRo from "./public-pages/ro.json" with { type: "json" };
import requestsEn from "./requests/en.json" with { type: "json" };
import requestsRo from "./requests/ro.json" with { type: "json" };
import reviewsEn from "./reviews/en.json" with { type: "json" };
import reviewsRo from "./reviews/ro.json" with { type: "json" };
import searchEn from "./search/en.json" with { type: "json" };
import searchRo from "./search/ro.json" with { type: "json" };
import settingsEn from "./settings/en.json" with { type: "json" };
import settingsRo from "./settings/ro.json" with { type: "json" };
import shareKitEn from "./share-kit/en.json" with { type: "json" };
import shareKitRo from "./share-kit/ro.json" with { type: "json" };
import shortlistEn from "./shortlist/en.json" with { type: "json" };
import shortlistRo from "./shortlist/ro.json" with { type: "json" };
import siteEn from "./site/en.json" with { type: "json" };
import siteRo from "./site/ro.json" with { type: "json" };
import studyPlanEn from "./study-plan/en.json" with { type: "json" };
import studyPlanRo from "./study-plan/ro.json" with { type: "json" };
import testimonialsEn from "./testimonials/en.json" with { type: "json" };
import testimonialsRo from "./testimonials/ro.json" with { type: "json" };
import usersEn from "./users/en.json" with { type: "json" };
import usersRo from "./users/ro.json" with { type: "json" };
import verificationsEn from "./verifications/en.json" with { type: "json" };
import verificationsRo from "./verifications/ro.json" with { type: "json" };

type Page = { en: Texts; ro: Texts };

export const TEXTS: Record<string, Page> = {
  "follow-up": { en: followUpEn, ro: followUpRo },
  "blog-admin": { en: blogAdminEn, ro: blogAdminRo },
  accounts: { en: accountsEn, ro: accountsRo },
  profile: { en: profileEn, ro: profileRo },
  admin: { en: adminEn, ro: adminRo },
  settings: { en: settingsEn, ro: settingsRo },
  billing: { en: billingEn, ro: billingRo },
  blog: { en: blogEn, ro: blogRo },
  alerts: { en: alertsEn, ro: alertsRo },
  analytics: { en: analyticsEn, ro: analyticsRo },
  appointments: { en: appointmentsEn, ro: appointmentsRo },
  listings: { en: listingsEn, ro: listingsRo },
  users: { en: usersEn, ro: usersRo },
  prices: { en: pricesEn, ro: pricesRo },
  pricing: { en: pricingEn, ro: pricingRo },
  privacy: { en: privacyEn, ro: privacyRo },
  "account-settings": { en: accountSettingsEn, ro: accountSettingsRo },
  "e-factura": { en: eFacturaEn, ro: eFacturaRo },
  enquiries: { en: enquiriesEn, ro: enquiriesRo },
  general: { en: generalEn, ro: generalRo },
  health: { en: healthEn, ro: healthRo },
  home: { en: homeEn, ro: homeRo },
  "payments-admin": { en: paymentsAdminEn, ro: paymentsAdminRo },
  invitations: { en: invitationsEn, ro: invitationsRo },
  invoices: { en: invoicesEn, ro: invoicesRo },
  moderation: { en: moderationEn, ro: moderationRo },
  notifications: { en: notificationsEn, ro: notificationsRo },
  requests: { en: requestsEn, ro: requestsRo },
  reviews: { en: reviewsEn, ro: reviewsRo },
  "public-pages": { en: publicPagesEn, ro: publicPagesRo },
  search: { en: searchEn, ro: searchRo },
  mail: { en: mailEn, ro: mailRo },
  promotions: { en: promotionsEn, ro: promotionsRo },
  "share-kit": { en: shareKitEn, ro: shareKitRo },
  shortlist: { en: shortlistEn, ro: shortlistRo },
  site: { en: siteEn, ro: siteRo },
  "study-plan": { en: studyPlanEn, ro: studyPlanRo },
  testimonials: { en: testimonialsEn, ro: testimonialsRo },
  "counted-searches": { en: countedSearchesEn, ro: countedSearchesRo },
  contact: { en: contactEn, ro: contactRo },
  verifications: { en: verificationsEn, ro: verificationsRo },
};
