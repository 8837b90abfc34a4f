import { paths } from "@/shared/paths";
import type { Query } from "@/shared/paths/query";

/** The pages of a kind. Without `item`, the entries of the lists have the decisions. */
export type KindPaths = {
  queue(query?: Query): string;
  item?(id: string, query?: Query): string;
  action(id: string, decision: string): string;
};

export type KindName =
  | "conversations"
  | "listings"
  | "reports"
  | "requests"
  | "reviews"
  | "testimonials"
  | "verifications";

/** The pages of all kinds: a page of one kind shows the last decision about another. */
export const KIND_PATHS: Record<KindName, KindPaths> = {
  conversations: {
    queue: paths.adminConversations,
    item: paths.adminConversation,
    action: paths.adminConversationAction,
  },
  listings: { queue: paths.adminListings, item: paths.adminListing, action: paths.adminListingAction },
  reports: { queue: paths.adminReports, item: paths.adminReport, action: paths.adminReportAction },
  requests: { queue: paths.adminRequests, item: paths.adminRequest, action: paths.adminRequestAction },
  reviews: { queue: paths.adminReviews, item: paths.adminReview, action: paths.adminReviewAction },
  testimonials: { queue: paths.adminTestimonials, action: paths.adminTestimonialAction },
  verifications: {
    queue: paths.adminVerifications,
    item: paths.adminVerification,
    action: paths.adminVerificationAction,
  },
};
