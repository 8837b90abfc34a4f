import { API_DOCS as accountSettings } from "@/features/account-settings/api-docs";
import { API_DOCS as accounts } from "@/features/accounts/api-docs";
import { API_DOCS as analytics } from "@/features/analytics/api-docs";
import { API_DOCS as blog } from "@/features/blog/api-docs";
import { API_DOCS as contact } from "@/features/contact/api-docs";
import { API_DOCS as data } from "@/features/data/api-docs";
import { API_DOCS as enquiries } from "@/features/enquiries/api-docs";
import { API_DOCS as followUp } from "@/features/follow-up/api-docs";
import { API_DOCS as listings } from "@/features/listings/api-docs";
import { API_DOCS as moderation } from "@/features/moderation/api-docs";
import { API_DOCS as privacy } from "@/features/privacy/api-docs";
import { API_DOCS as profile } from "@/features/profile/api-docs";
import { API_DOCS as promotions } from "@/features/promotions/api-docs";
import { API_DOCS as search } from "@/features/search/api-docs";
import { API_DOCS as shareImages } from "@/features/share-images/api-docs";
import { API_DOCS as site } from "@/features/site/api-docs";
import { API_DOCS as storage } from "@/features/storage/api-docs";
import { API_DOCS as testimonials } from "@/features/testimonials/api-docs";
import { API_DOCS as users } from "@/features/users/api-docs";
import type { CallDocs } from "@/shared/call-docs";

/** The descriptions of all calls, by their operationId. */
export const CALL_TEXTS: CallDocs = {
  ...accounts,
  ...moderation,
  ...analytics,
  ...blog,
  ...contact,
  ...data,
  ...enquiries,
  ...followUp,
  ...listings,
  ...users,
  ...privacy,
  ...profile,
  ...promotions,
  ...search,
  ...accountSettings,
  ...shareImages,
  ...site,
  ...storage,
  ...testimonials,
};
