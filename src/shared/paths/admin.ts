import { type Query, segment, withQuery } from "./query";

/** The part of `paths` below `/admin`. */
export const adminPaths = {
  admin: () => "/admin",
  /** Users, listings and orders by words or ids. */
  adminSearch: (query?: Query) => withQuery("/admin/search", query),
  adminListings: (query?: Query) => withQuery("/admin/listings", query),
  adminListing: (id: string, query?: Query) => withQuery(`/admin/listings/${segment(id)}`, query),
  adminListingAction: (id: string, action: string) => `/admin/listings/${segment(id)}/${action}`,

  adminReports: (query?: Query) => withQuery("/admin/reports", query),
  adminReportsSummary: () => "/admin/reports/summary",
  /** The reports about a listing, by its id. */
  adminReport: (listingId: string, query?: Query) => withQuery(`/admin/reports/${segment(listingId)}`, query),
  adminReportAction: (listingId: string, action: string) => `/admin/reports/${segment(listingId)}/${action}`,

  /** Reported conversations. */
  adminConversations: (query?: Query) => withQuery("/admin/conversations", query),
  adminConversation: (id: string, query?: Query) => withQuery(`/admin/conversations/${segment(id)}`, query),
  adminConversationAction: (id: string, action: string) => `/admin/conversations/${segment(id)}/${action}`,

  adminOrders: (query?: Query) => withQuery("/admin/orders", query),
  adminOrder: (id: string, query?: Query) => withQuery(`/admin/orders/${segment(id)}`, query),
  adminOrderAction: (
    id: string,
    action: "withdraw" | "refund" | "transfer" | "revoke" | "credit",
    query?: Query,
  ) => withQuery(`/admin/orders/${segment(id)}/${action}`, query),
  /** Days for all promotions that ran during an outage. */
  adminOutageCredit: (query?: Query) => withQuery("/admin/orders/credit", query),
  /** Payments and refunds of a period, for accounting. */
  adminMoney: (query?: Query) => withQuery("/admin/payments/summary", query),
  /** Invoices of a month, or those that the tax authority has not accepted. */
  adminInvoices: (query?: Query) => withQuery("/admin/invoices", query),
  /** The e-Factura documents of a month. */
  adminInvoicesZip: (query?: Query) => withQuery("/admin/invoices.zip", query),
  /** By the printed number: its e-Factura document, and the authority's signed answer. */
  adminInvoiceFile: (label: string, file: "document.xml" | "answer.zip") =>
    `/admin/invoices/${segment(label)}/${file}`,
  adminInvoiceAction: (label: string, action: "hand-over" | "send-again", query?: Query) =>
    withQuery(`/admin/invoices/${segment(label)}/${action}`, query),
  /** The connection to the tax authority's e-Factura. */
  eFactura: (query?: Query) => withQuery("/admin/e-factura", query),
  /** Where the authority leads back to. */
  eFacturaCallback: () => "/admin/e-factura/callback",
  adminInvoicesCsv: (query?: Query) => withQuery("/admin/invoices.csv", query),
  adminPricing: (query?: Query) => withQuery("/admin/pricing", query),
  /** A pricing document. */
  adminPricingDocument: (name: "packages" | "vat" | "seller", query?: Query) =>
    withQuery(`/admin/pricing/${name}`, query),

  adminUsers: (query?: Query) => withQuery("/admin/users", query),
  adminUser: (id: string, query?: Query) => withQuery(`/admin/users/${segment(id)}`, query),
  adminUserAction: (
    id: string,
    action:
      | "disable"
      | "undo-disabling"
      | "reinstate-listings"
      | "undo-reinstatement"
      | "enable"
      | "undo-enabling"
      | "role"
      | "birth-date"
      | "resend"
      | "suspend-listings"
      | "undo-suspension",
    query?: Query,
  ) => withQuery(`/admin/users/${segment(id)}/${action}`, query),
  /** An admin creates an account; its user sets a password by a mailed link. */
  adminCreateUser: () => "/admin/users/create",
  /** Teachers whom the site invites: uploads, and the list. */
  adminInvitations: (query?: Query) => withQuery("/admin/invitations", query),
  adminInvitationSample: () => "/admin/invitations/sample.csv",
  adminDeleteInvitation: (id: string) => `/admin/invitations/${segment(id)}/delete`,
  adminAudit: (query?: Query) => withQuery("/admin/audit", query),
  adminSettings: (query?: Query) => withQuery("/admin/settings", query),
  /** A settings document by its path below `settings/`. */
  adminSetting: (path: string, query?: Query) => withQuery(`/admin/settings/${segment(path)}`, query),

  adminPosts: (query?: Query) => withQuery("/admin/blog", query),
  createPost: (query?: Query) => withQuery("/admin/blog/create", query),
  editPost: (id: string, query?: Query) => withQuery(`/admin/blog/${segment(id)}/edit`, query),
  deletePost: (id: string) => `/admin/blog/${segment(id)}/delete`,
  /** Preview of a typed post: the whole page for a form, only the post for the script. */
  previewPost: () => "/admin/blog/preview",
  adminCategories: (query?: Query) => withQuery("/admin/blog/categories", query),
  adminCategory: (id: string) => `/admin/blog/categories/${segment(id)}`,

  adminTestimonials: (query?: Query) => withQuery("/admin/testimonials", query),
  adminTestimonialAction: (id: string, action: string) => `/admin/testimonials/${segment(id)}/${action}`,

  adminReviews: (query?: Query) => withQuery("/admin/reviews", query),
  adminReview: (id: string, query?: Query) => withQuery(`/admin/reviews/${segment(id)}`, query),
  adminReviewAction: (id: string, action: string) => `/admin/reviews/${segment(id)}/${action}`,
  adminVerifications: (query?: Query) => withQuery("/admin/verifications", query),
  adminVerification: (id: string, query?: Query) => withQuery(`/admin/verifications/${segment(id)}`, query),
  adminVerificationFile: (id: string, n: number | string) =>
    `/admin/verifications/${segment(id)}/files/${segment(String(n))}`,
  adminVerificationAction: (id: string, action: string) => `/admin/verifications/${segment(id)}/${action}`,

  adminRequests: (query?: Query) => withQuery("/admin/requests", query),
  adminRequest: (id: string, query?: Query) => withQuery(`/admin/requests/${segment(id)}`, query),
  adminRequestAction: (id: string, action: string) => `/admin/requests/${segment(id)}/${action}`,

  followUp: (query?: Query) => withQuery("/admin/follow-up", query),
  followUpRow: (key: string, query?: Query) => withQuery(`/admin/follow-up/${segment(key)}`, query),
  /** The page of a task that led to another page, by its key: reports are decided on a page of their own. */
  taskPage: (key: string, query?: Query) => {
    const [queue, id = ""] = key.split(":");
    const path = { reports: "/admin/reports", conversation_reports: "/admin/conversations" }[queue ?? ""];
    return withQuery(path ? `${path}/${segment(id)}` : `/admin/follow-up/${segment(key)}`, query);
  },
  /** An admin reminds the teacher of an unanswered message. */
  adminRemindTeacher: (enquiryId: string, query?: Query) =>
    withQuery(`/admin/enquiries/${segment(enquiryId)}/remind`, query),
  /** An admin replies to a message to the operator. */
  adminContactReply: (id: string, query?: Query) => withQuery(`/admin/contact/${segment(id)}/reply`, query),
  adminUndoReply: (id: string, query?: Query) => withQuery(`/admin/contact/${segment(id)}/undo`, query),
  /** The next task of a run through all tasks, the page after the last one. */
  nextTask: (query?: Query) => withQuery("/admin/morning", query),
  /** An admin asks for the morning mail with the tasks, or ends it. */
  taskDigest: () => "/admin/morning/mail",
  followUpCsv: (query?: Query) => withQuery("/admin/follow-up.csv", query),

  adminHealth: () => "/admin/health",
  adminMail: (query?: Query) => withQuery("/admin/mail", query),
  /** An admin sends an undelivered mail again, to a corrected address. */
  adminCorrectMail: (id: string, query?: Query) => withQuery(`/admin/mail/${segment(id)}/address`, query),
  adminMailRetry: (id: string, query?: Query) => withQuery(`/admin/mail/${segment(id)}/retry`, query),

  /** Counted searches. */
  adminSearches: (query?: Query) => withQuery("/admin/searches", query),
  /** Where teachers are missing. */
  adminCoverage: (query?: Query) => withQuery("/admin/coverage", query),
  adminCoverageCsv: (query?: Query) => withQuery("/admin/coverage.csv", query),
  adminSearchesCsv: (query?: Query) => withQuery("/admin/searches.csv", query),
} as const;
