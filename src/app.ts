import type { Hono } from "hono";
import { docsRoutes } from "@/api-docs/routes";
import type { AppEnv } from "@/context";
import { accountSettingsApi } from "@/features/account-settings/api";
import { accountSettingsRoutes } from "@/features/account-settings/routes";
import { accountsApi } from "@/features/accounts/api";
import { accountsRoutes } from "@/features/accounts/routes";
import { adminMenuRoutes } from "@/features/admin/menu-routes";
import { adminRoutes } from "@/features/admin/routes";
import { alertsApi } from "@/features/alerts/api";
import { alertsRoutes } from "@/features/alerts/routes";
import { analyticsApi } from "@/features/analytics/api";
import { analyticsRoutes } from "@/features/analytics/routes";
import { billingApi } from "@/features/billing/api";
import { billingRoutes } from "@/features/billing/routes";
import { blogApi } from "@/features/blog/api";
import { blogAdminRoutes } from "@/features/blog/editor/admin-routes";
import { blogRoutes } from "@/features/blog/routes";
import { blogWriteApi } from "@/features/blog/writing/write-api";
import { contactApi } from "@/features/contact/api";
import { contactRoutes } from "@/features/contact/routes";
import { CONVERSATIONS } from "@/features/conversation-reports";
import { countedSearchesApi } from "@/features/counted-searches/api";
import { countedSearchesRoutes } from "@/features/counted-searches/routes";
import { dataApi } from "@/features/data/api";
import { eFacturaApi } from "@/features/e-factura/api";
import { eFacturaRoutes } from "@/features/e-factura/routes";
import { enquiriesApi } from "@/features/enquiries/api";
import { appointmentsApi } from "@/features/enquiries/appointments/appointments-api";
import { enquiryRoutes } from "@/features/enquiries/routes";
import { followUpApi } from "@/features/follow-up/api";
import { followUpRoutes } from "@/features/follow-up/routes";
import { healthRoutes } from "@/features/health/routes";
import { homeRoutes } from "@/features/home/routes";
import { answerApi } from "@/features/invitations/answers/answer-api";
import { invitationsApi } from "@/features/invitations/api";
import { invitationsRoutes } from "@/features/invitations/routes";
import { invoiceRoutes } from "@/features/invoices/routes";
import { listingsApi } from "@/features/listings/api";
import { listingsRoutes } from "@/features/listings/routes";
import { LISTINGS, REPORTS } from "@/features/moderation";
import { moderationApi } from "@/features/moderation/api";
import { createModerationRoutes } from "@/features/moderation/frame/create-moderation-routes";
import { objectionRoutes } from "@/features/moderation/objections/routes";
import { reportsRoutes } from "@/features/moderation/reports/routes";
import { notificationsApi } from "@/features/notifications/api";
import { notificationsRoutes } from "@/features/notifications/routes";
import { paymentsAdminApi } from "@/features/payments-admin/api";
import { paymentsAdminRoutes } from "@/features/payments-admin/routes";
import { pricesApi } from "@/features/prices/api";
import { pricesRoutes } from "@/features/prices/routes";
import { privacyApi } from "@/features/privacy/api";
import { privacyRoutes } from "@/features/privacy/routes";
import { profileApi } from "@/features/profile/api";
import { profileRoutes } from "@/features/profile/routes";
import { promotionsApi } from "@/features/promotions/api";
import { promotionRoutes } from "@/features/promotions/routes";
import { listingPageRoutes } from "@/features/public-pages/listing-page/listing-routes";
import { previewRoutes } from "@/features/public-pages/listing-page/preview-routes";
import { teacherRoutes } from "@/features/public-pages/teacher-page/teacher-routes";
import { REQUESTS } from "@/features/requests";
import { requestsApi } from "@/features/requests/api";
import { requestRoutes } from "@/features/requests/pages/routes";
import { REVIEWS } from "@/features/reviews";
import { reviewsApi } from "@/features/reviews/api";
import { reviewsAdminApi } from "@/features/reviews/moderation/admin-api";
import { reviewsRoutes } from "@/features/reviews/routes";
import { searchApi } from "@/features/search/api";
import { searchRoutes } from "@/features/search/routes";
import { suggestionsApi } from "@/features/search/suggestions/api";
import { pricingRoutes } from "@/features/settings/pricing/routes";
import { settingsRoutes } from "@/features/settings/routes";
import { shareImageRoutes } from "@/features/share-images/routes";
import { shareKitApi } from "@/features/share-kit/api";
import { shareKitRoutes } from "@/features/share-kit/routes";
import { shortlistApi } from "@/features/shortlist/api";
import { shortlistPageRoutes } from "@/features/shortlist/page/routes";
import { shortlistRoutes } from "@/features/shortlist/routes";
import { siteRoutes } from "@/features/site/routes";
import { storageApi } from "@/features/storage/api";
import { uploadsApi } from "@/features/storage/uploads-api";
import { studyPlanApi } from "@/features/study-plan/api";
import { studyPlanRoutes } from "@/features/study-plan/routes";
import { TESTIMONIALS } from "@/features/testimonials";
import { testimonialsApi } from "@/features/testimonials/api";
import { testimonialRoutes } from "@/features/testimonials/routes";
import { usersApi } from "@/features/users/api";
import { usersRoutes } from "@/features/users/routes";
import { VERIFICATIONS } from "@/features/verifications";
import { verificationsApi } from "@/features/verifications/api";
import { verificationsRoutes } from "@/features/verifications/routes";
import { type Clock, createSharedServices, type SharedServices } from "@/http/app-context";
import { createBaseApp } from "@/http/base-app";

/**
 * The app: the middleware of every request, then the routes of every feature. The first route that matches a request
 * handles it, so fixed paths come before parameters. Otherwise the order matters only
 * for three paths: `listingsRoutes` (/tutoring/create) before `listingPageRoutes` (/tutoring/:id), `shortlistPageRoutes`
 * (/shortlist/shared) before `shortlistRoutes` (/shortlist/:id), and `usersApi` and `accountsApi` before `profileApi`
 * (/auth/users/:id).
 */
export function createApp(
  clock: Clock = Date.now,
  shared: SharedServices = createSharedServices(),
): Hono<AppEnv> {
  const app = createBaseApp(clock, shared);
  app.route("/", adminMenuRoutes);

  // Pages for signed-in users, sign-in and sign-up
  app.route("/", listingsRoutes);
  app.route("/", previewRoutes);
  app.route("/", shareKitRoutes);
  app.route("/", promotionRoutes);
  app.route("/", invoiceRoutes);
  app.route("/", analyticsRoutes);
  app.route("/", enquiryRoutes);
  app.route("/", reviewsRoutes);
  app.route("/", accountsRoutes);
  app.route("/", profileRoutes);
  app.route("/", verificationsRoutes);
  app.route("/", accountSettingsRoutes);
  app.route("/", privacyRoutes);
  app.route("/", requestRoutes);
  app.route("/", studyPlanRoutes);
  app.route("/", billingRoutes);
  app.route("/", notificationsRoutes);

  // Public pages and files
  app.route("/", homeRoutes);
  app.route("/", searchRoutes);
  app.route("/", pricesRoutes);
  app.route("/", listingPageRoutes);
  app.route("/", teacherRoutes);
  app.route("/", shortlistPageRoutes);
  app.route("/", shortlistRoutes);
  app.route("/", blogRoutes);
  app.route("/", alertsRoutes);
  app.route("/", testimonialRoutes);
  app.route("/", contactRoutes);
  app.route("/", reportsRoutes);
  app.route("/", objectionRoutes);
  app.route("/", siteRoutes);
  app.route("/", docsRoutes);
  app.route("/", shareImageRoutes);
  app.route("/", healthRoutes);

  // Admin pages
  app.route("/", adminRoutes);
  app.route("/", createModerationRoutes(LISTINGS));
  app.route("/", createModerationRoutes(REPORTS));
  app.route("/", createModerationRoutes(CONVERSATIONS));
  app.route("/", createModerationRoutes(REVIEWS));
  app.route("/", createModerationRoutes(REQUESTS));
  app.route("/", createModerationRoutes(TESTIMONIALS));
  app.route("/", createModerationRoutes(VERIFICATIONS));
  app.route("/", usersRoutes);
  app.route("/", invitationsRoutes);
  app.route("/", followUpRoutes);
  app.route("/", paymentsAdminRoutes);
  app.route("/", paymentsAdminApi);
  app.route("/", eFacturaRoutes);
  app.route("/", eFacturaApi);
  app.route("/", countedSearchesRoutes);
  app.route("/", pricingRoutes);
  app.route("/", settingsRoutes);
  app.route("/", blogAdminRoutes);

  // API
  app.route("/", searchApi);
  app.route("/", pricesApi);
  app.route("/", suggestionsApi);
  app.route("/", listingsApi);
  app.route("/", moderationApi);
  app.route("/", usersApi);
  app.route("/", invitationsApi);
  app.route("/", answerApi);
  app.route("/", shareKitApi);
  app.route("/", followUpApi);
  app.route("/", blogApi);
  app.route("/", blogWriteApi);
  app.route("/", promotionsApi);
  app.route("/", accountsApi);
  app.route("/", profileApi);
  app.route("/", uploadsApi);
  app.route("/", storageApi);
  app.route("/", dataApi);
  app.route("/", accountSettingsApi);
  app.route("/", privacyApi);
  app.route("/", analyticsApi);
  app.route("/", countedSearchesApi);
  app.route("/", enquiriesApi);
  app.route("/", appointmentsApi);
  app.route("/", shortlistApi);
  app.route("/", alertsApi);
  app.route("/", requestsApi);
  app.route("/", studyPlanApi);
  app.route("/", reviewsApi);
  app.route("/", reviewsAdminApi);
  app.route("/", testimonialsApi);
  app.route("/", verificationsApi);
  app.route("/", contactApi);
  app.route("/", billingApi);
  app.route("/", notificationsApi);

  return app;
}
