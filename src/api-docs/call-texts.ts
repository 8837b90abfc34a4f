import { accountSettingsApiDocs } from "@/features/account-settings/api-docs";
import { accountsApiDocs } from "@/features/accounts/api-docs";
import { alertsApiDocs } from "@/features/alerts/api-docs";
import { analyticsApiDocs } from "@/features/analytics/api-docs";
import { blogApiDocs } from "@/features/blog/api-docs";
import { contactApiDocs } from "@/features/contact/api-docs";
import { countedSearchesApiDocs } from "@/features/counted-searches/api-docs";
import { dataApiDocs } from "@/features/data/api-docs";
import { enquiriesApiDocs } from "@/features/enquiries/api-docs";
import { followUpApiDocs } from "@/features/follow-up/api-docs";
import { listingsApiDocs } from "@/features/listings/api-docs";
import { moderationApiDocs } from "@/features/moderation/api-docs";
import { notificationsApiDocs } from "@/features/notifications/api-docs";
import { privacyApiDocs } from "@/features/privacy/api-docs";
import { profileApiDocs } from "@/features/profile/api-docs";
import { promotionsApiDocs } from "@/features/promotions/api-docs";
import { reviewsAdminApiDocs } from "@/features/reviews/admin/admin-api-docs";
import { reviewsApiDocs } from "@/features/reviews/api-docs";
import { searchApiDocs } from "@/features/search/api-docs";
import { shareImagesApiDocs } from "@/features/share-images/api-docs";
import { shortlistApiDocs } from "@/features/shortlist/api-docs";
import { siteApiDocs } from "@/features/site/api-docs";
import { storageApiDocs } from "@/features/storage/api-docs";
import { testimonialsApiDocs } from "@/features/testimonials/api-docs";
import { usersApiDocs } from "@/features/users/api-docs";
import { verificationsApiDocs } from "@/features/verifications/api-docs";
import type { CallDocs } from "@/shared/call-docs";

/** The descriptions of all calls, by their operationId. */
export const CALL_TEXTS: CallDocs = {
  ...accountsApiDocs,
  ...moderationApiDocs,
  ...alertsApiDocs,
  ...analyticsApiDocs,
  ...blogApiDocs,
  ...contactApiDocs,
  ...countedSearchesApiDocs,
  ...dataApiDocs,
  ...enquiriesApiDocs,
  ...followUpApiDocs,
  ...listingsApiDocs,
  ...notificationsApiDocs,
  ...usersApiDocs,
  ...privacyApiDocs,
  ...profileApiDocs,
  ...promotionsApiDocs,
  ...reviewsApiDocs,
  ...reviewsAdminApiDocs,
  ...searchApiDocs,
  ...accountSettingsApiDocs,
  ...shareImagesApiDocs,
  ...shortlistApiDocs,
  ...siteApiDocs,
  ...storageApiDocs,
  ...testimonialsApiDocs,
  ...verificationsApiDocs,
};
