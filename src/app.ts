import { Hono } from "hono";
import type { AppEnv } from "@/context";
import { accountsApi } from "@/features/accounts/api";
import { accountsRoutes } from "@/features/accounts/routes";
import { adminRoutes } from "@/features/admin/routes";
import { docsRoutes } from "@/features/docs/routes";
import { enquiryRoutes } from "@/features/enquiries/routes";
import { homeRoutes } from "@/features/home/routes";
import { listingsApi } from "@/features/listings/api";
import { listingsRoutes } from "@/features/listings/routes";
import { privacyApi } from "@/features/privacy/api";
import { privacyRoutes } from "@/features/privacy/routes";
import { profileApi } from "@/features/profile/api";
import { profileRoutes } from "@/features/profile/routes";
import { promotionRoutes } from "@/features/promotions/routes";
import { reportsApi } from "@/features/reports/api";
import { reportsRoutes } from "@/features/reports/routes";
import { searchRoutes } from "@/features/search/routes";
import { settingsApi } from "@/features/settings/api";
import { settingsRoutes } from "@/features/settings/routes";
import { siteRoutes } from "@/features/site/routes";
import { storageApi } from "@/features/storage/api";
import { adminGate } from "@/http/admin-gate";
import { bodyLimits } from "@/http/body-limit";
import { failure } from "@/http/errors";
import { localeRedirects, routePath } from "@/http/locale";
import { pageRenderer } from "@/http/render";
import { requestContext } from "@/http/request-context";
import { requestLog } from "@/http/request-log";
import { sameOrigin } from "@/http/same-origin";
import { securityHeaders } from "@/http/security";
import { type Clock, createShared, type Shared } from "@/http/services";
import { signInGate } from "@/http/sign-in-gate";
import { statistics } from "@/http/statistics";
import { unrouted } from "@/http/unrouted";
import { visitor } from "@/http/visitor";

/** The map of the house: the order of what every request passes, then every room. */
export function createApp(clock: Clock = Date.now, shared: Shared = createShared()) {
  const app = new Hono<AppEnv>({ getPath: routePath });

  app.use(requestLog);
  app.use(securityHeaders);
  app.use(requestContext(shared, clock));
  app.use(statistics);
  app.use(pageRenderer);
  app.use(visitor);
  app.use(adminGate);
  app.use(localeRedirects);
  app.use(sameOrigin);
  app.use(bodyLimits);
  app.use(signInGate);

  app.route("/", siteRoutes);
  app.route("/", docsRoutes(app));
  app.route("/", listingsRoutes);
  app.route("/", listingsApi);
  app.route("/", adminRoutes);
  app.route("/", promotionRoutes);
  app.route("/", accountsRoutes);
  app.route("/", accountsApi);
  app.route("/", profileRoutes);
  app.route("/", profileApi);
  app.route("/", storageApi);
  app.route("/", settingsRoutes);
  app.route("/", settingsApi);
  app.route("/", privacyRoutes);
  app.route("/", privacyApi);
  app.route("/", reportsRoutes);
  app.route("/", reportsApi);
  app.route("/", enquiryRoutes);
  app.route("/", homeRoutes);
  app.route("/", searchRoutes);

  app.notFound(unrouted(app));
  app.onError(failure);
  return app;
}
