import { type Query, segment, withQuery } from "./query";

/** The part of `paths` for the API and its reference. */
export const apiPaths = {
  authToken: () => "/auth/users/token",
  authRefresh: () => "/auth/users/refresh",
  authLogout: () => "/auth/users/logout",
  authMe: () => "/auth/users/me",
  authIsAuthenticated: () => "/auth/users/is-authenticated",
  authSignUp: () => "/auth/users/signup",
  authDisable: () => "/auth/users/me/disable",
  authCreateSpecialUser: () => "/auth/users/create_special_user",
  authResetPassword: (query?: Query) => withQuery("/auth/users/reset-password", query),
  authVerifyEmail: (query?: Query) => withQuery("/auth/users/verify-email", query),
  authChangeEmail: (query?: Query) => withQuery("/auth/users/change-email", query),
  authForgotPassword: (user: string) => `/auth/users/forgot-password/${segment(user)}`,
  authUserList: (query?: Query) => withQuery("/auth/users/user-list", query),
  authUser: (id: string) => `/auth/users/${segment(id)}`,

  apiListings: (query?: Query) => withQuery("/api/listings", query),
  apiSuggestions: (query?: Query) => withQuery("/api/suggestions", query),
  apiPrices: (query?: Query) => withQuery("/api/prices", query),
  apiListing: (id: string, query?: Query) => withQuery(`/api/listings/${segment(id)}`, query),
  apiListingAction: (id: string, action: "submit" | "pause" | "resume" | "renew") =>
    `/api/listings/${segment(id)}/${action}`,
  apiListingShare: (id: string, query?: Query) => withQuery(`/api/listings/${segment(id)}/share`, query),
  apiListingImages: (id: string) => `/api/listings/${segment(id)}/images`,
  apiListingEnquiries: (id: string) => `/api/listings/${segment(id)}/enquiries`,
  apiListingPhone: (id: string) => `/api/listings/${segment(id)}/phone`,
  apiListingObjection: (id: string) => `/api/listings/${segment(id)}/objection`,
  apiListingReports: (id: string) => `/api/listings/${segment(id)}/reports`,
  apiEnquiries: (query?: Query) => withQuery("/api/enquiries", query),
  apiEnquiry: (id: string) => `/api/enquiries/${segment(id)}`,
  apiEnquiryParent: (id: string) => `/api/enquiries/${segment(id)}/parent`,
  apiEnquiryBlock: (id: string) => `/api/enquiries/${segment(id)}/block`,
  apiEnquiryLink: (id: string) => `/api/enquiries/${segment(id)}/link`,
  apiEnquiryMessages: (id: string) => `/api/enquiries/${segment(id)}/messages`,
  apiEnquiryAppointments: (id: string) => `/api/enquiries/${segment(id)}/appointments`,
  apiAppointments: () => "/api/appointments",
  apiAppointmentAction: (id: string, action: "accept" | "decline" | "cancel" | "outcome") =>
    `/api/appointments/${segment(id)}/${action}`,
  apiAnalytics: (query?: Query) => withQuery("/api/analytics", query),
  apiListingOrders: (id: string) => `/api/listings/${segment(id)}/orders`,
  apiBilling: () => "/api/billing",
  apiOrders: (query?: Query) => withQuery("/api/orders", query),
  apiOrder: (id: string) => `/api/orders/${segment(id)}`,
  apiOrderCancellation: (id: string) => `/api/orders/${segment(id)}/cancellation`,
  apiOrderWithdrawal: (id: string) => `/api/orders/${segment(id)}/withdrawal`,
  apiAdminListings: (query?: Query) => withQuery("/api/admin/listings", query),
  apiAdminListingAction: (
    id: string,
    action: "approve" | "reject" | "suspend" | "reinstate" | "undo" | "objection",
  ) => `/api/admin/listings/${segment(id)}/${action}`,
  apiAdminMoney: () => "/api/admin/payments/summary",
  /** `file`: an invoice's printed number and `.xml`. */
  apiAdminInvoice: (file: string) => `/api/admin/invoices/${segment(file)}`,
  apiAdminInvoiceAction: (label: string, action: "hand-over" | "send-again") =>
    `/api/admin/invoices/${segment(label)}/${action}`,
  apiAdminOrderRefunds: (id: string) => `/api/admin/orders/${segment(id)}/refunds`,
  apiAdminOrderTransfers: (id: string) => `/api/admin/orders/${segment(id)}/transfers`,
  apiAdminCredit: () => "/api/admin/promotions/credit",

  apiListingReviews: (id: string, query?: Query) => withQuery(`/api/listings/${segment(id)}/reviews`, query),
  /** The reviews about the signed-in teacher. */
  apiOwnReviews: (query?: Query) => withQuery("/api/reviews", query),
  /** The review of an enquiry by its author. */
  apiEnquiryReview: (id: string) => `/api/enquiries/${segment(id)}/review`,
  /** The author's objection to the rejection or removal of the review. */
  apiEnquiryReviewObjection: (id: string) => `/api/enquiries/${segment(id)}/review/objection`,
  /** Ends invitations to write it. */
  apiReviewReply: (id: string) => `/api/reviews/${segment(id)}/reply`,
  /** The teacher's objection to the dismissal of their report. */
  apiReviewObjection: (id: string) => `/api/reviews/${segment(id)}/objection`,
  apiReviewReports: (id: string) => `/api/reviews/${segment(id)}/reports`,
  apiAdminReviews: (query?: Query) => withQuery("/api/admin/reviews", query),
  apiAdminReviewAction: (
    id: string,
    action: "publish" | "reject" | "remove" | "dismiss" | "decline-objection",
  ) => `/api/admin/reviews/${segment(id)}/${action}`,
  apiVerifications: () => "/api/verifications",
  apiVerification: (id: string) => `/api/verifications/${segment(id)}`,
  apiAdminVerifications: (query?: Query) => withQuery("/api/admin/verifications", query),
  apiAdminVerificationFile: (id: string, n: number | string) =>
    `/api/admin/verifications/${segment(id)}/files/${segment(String(n))}`,
  apiAdminVerificationAction: (id: string, action: "approve" | "reject" | "undo") =>
    `/api/admin/verifications/${segment(id)}/${action}`,

  apiPosts: (query?: Query) => withQuery("/api/posts", query),
  /** A post by id or, for readers, by slug. */
  apiPost: (id: string, query?: Query) => withQuery(`/api/posts/${segment(id)}`, query),
  apiCategories: () => "/api/categories",
  apiCategory: (id: string) => `/api/categories/${segment(id)}`,
  apiTestimonials: (query?: Query) => withQuery("/api/testimonials", query),
  apiTestimonial: (id: string) => `/api/testimonials/${segment(id)}`,
  apiContact: () => "/api/contact",
  apiAdminUsers: (query?: Query) => withQuery("/api/admin/users", query),
  apiInvitation: (query?: Query) => withQuery("/api/invitation", query),
  apiInvitationAction: (action: "claim" | "adopt" | "refuse") => `/api/invitation/${action}`,
  apiAdminInvitations: (query?: Query) => withQuery("/api/admin/invitations", query),
  apiAdminInvitation: (id: string) => `/api/admin/invitations/${segment(id)}`,
  apiAdminUser: (id: string) => `/api/admin/users/${segment(id)}`,
  apiAdminSuspendListings: (userId: string) => `/api/admin/users/${segment(userId)}/suspend-listings`,
  apiAdminContactReply: (id: string) => `/api/admin/contact/${segment(id)}/reply`,
  apiFollowUp: (query?: Query) => withQuery("/api/admin/follow-up", query),
  apiFollowUpRow: (key: string) => `/api/admin/follow-up/${segment(key)}`,

  openApi: () => "/openapi.json",
  apiDocs: () => "/docs/api",

  apiShortlist: () => "/api/shortlist",
  apiShortlistEntry: (listingId: string) => `/api/shortlist/${segment(listingId)}`,
  apiShortlistNote: (listingId: string) => `/api/shortlist/${segment(listingId)}/note`,
  apiAlerts: () => "/api/alerts",
  apiAlert: (id: string) => `/api/alerts/${segment(id)}`,
  apiRequests: (query?: Query) => withQuery("/api/requests", query),
  apiRequest: (id: string) => `/api/requests/${segment(id)}`,
  apiRequestAction: (id: string, action: "close" | "answers") => `/api/requests/${segment(id)}/${action}`,
  apiAdminRequests: (query?: Query) => withQuery("/api/admin/requests", query),
  apiAdminRequestAction: (id: string, action: "approve" | "reject") =>
    `/api/admin/requests/${segment(id)}/${action}`,
  apiPlan: (query?: Query) => withQuery("/api/plan", query),
  apiNotifications: () => "/api/notifications",
  apiPushSubscriptions: () => "/api/push-subscriptions",
  apiAdminCoverage: (query?: Query) => withQuery("/api/admin/coverage", query),
  apiAdminSearches: (query?: Query) => withQuery("/api/admin/searches", query),
} as const;
