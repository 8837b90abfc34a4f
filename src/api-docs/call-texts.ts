import { accountsApiDocs } from "@/features/accounts/api-docs";
import { blogApiDocs } from "@/features/blog/api-docs";
import { dataApiDocs } from "@/features/data/api-docs";
import { enquiriesApiDocs } from "@/features/enquiries/api-docs";
import { listingsApiDocs } from "@/features/listings/api-docs";
import { moderationApiDocs } from "@/features/moderation/api-docs";
import { promotionsApiDocs } from "@/features/promotions/api-docs";
import { reviewsAdminApiDocs } from "@/features/reviews/admin/admin-api-docs";
import { reviewsApiDocs } from "@/features/reviews/api-docs";
import { searchApiDocs } from "@/features/search/api-docs";
import { shareImagesApiDocs } from "@/features/share-images/api-docs";
import { siteApiDocs } from "@/features/site/api-docs";
import { storageApiDocs } from "@/features/storage/api-docs";
import { verificationsApiDocs } from "@/features/verifications/api-docs";
import type { CallDocs } from "@/shared/call-docs";

/** The descriptions of all calls, by their operationId. */
export const CALL_TEXTS: CallDocs = {
  ...accountsApiDocs,
  ...moderationApiDocs,
  ...blogApiDocs,
  ...dataApiDocs,
  ...enquiriesApiDocs,
  ...listingsApiDocs,
  ...promotionsApiDocs,
  ...reviewsApiDocs,
  ...reviewsAdminApiDocs,
  ...searchApiDocs,
  ...shareImagesApiDocs,
  ...siteApiDocs,
  ...storageApiDocs,
  ...verificationsApiDocs,
};
