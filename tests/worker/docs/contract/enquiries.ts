import { paths } from "@/shared/paths";
import { exceedLimit, reuseIdempotencyKey, UNKNOWN_ID } from "./requests";
import { createContractCaller, createConversation } from "./rows";
import type { Calls } from "./test-calls";

const GUEST = { message: "Bună ziua! Mai aveți locuri?", name: "Ilinca", email: "ilinca@example.test" };

/** The same message again would be answered as before. */
const createMessage = (message: string) => ({ json: { ...GUEST, message } });

export const ENQUIRIES: Calls = {
  "POST /api/listings/{id}/enquiries": {
    request: async ({ rows }) => ({ path: paths.apiListingEnquiries(rows.listing.id), json: GUEST }),
    201: async ({ app }) => ({
      json: { message: "Bună ziua!" },
      headers: (await createContractCaller(app)).headers,
    }),
    202: {},
    403: { app: "withAppCheck", ...createMessage("Fără verificare") },
    404: { path: paths.apiListingEnquiries(UNKNOWN_ID) },
    422: { json: { ...GUEST, email: "ilinca" } },
    429: (context) => exceedLimit(context, createMessage("Prima"), createMessage("A doua")),
  },
  "POST /api/enquiries": {
    request: async ({ rows }) => ({
      path: paths.apiEnquiries(),
      json: { ...GUEST, message: "Către mai mulți", listing_ids: [rows.listing.id, UNKNOWN_ID] },
    }),
    201: async ({ app, rows }) => ({
      json: { message: "Bună ziua!", listing_ids: [rows.listing.id] },
      headers: (await createContractCaller(app)).headers,
    }),
    202: {},
    403: async ({ rows }) => ({
      app: "withAppCheck",
      json: { ...GUEST, message: "Fără verificare la mai mulți", listing_ids: [rows.listing.id] },
    }),
    422: { json: { ...GUEST, listing_ids: [] } },
  },
  "POST /api/listings/{id}/phone": {
    request: async ({ rows }) => ({ path: paths.apiListingPhone(rows.listing.id), json: {} }),
    200: [{}, { json: undefined }, { json: undefined, by: "learner" }],
    403: { app: "withAppCheck" },
    404: { path: paths.apiListingPhone(UNKNOWN_ID) },
    429: exceedLimit,
  },
  "GET /api/enquiries": {
    request: { path: paths.apiEnquiries(), by: "teacher" },
    200: [{}, { path: paths.apiEnquiries({ box: "sent" }), by: "learner" }],
  },
  "GET /api/enquiries/{id}": {
    request: async ({ rows }) => ({ path: paths.apiEnquiry(rows.conversation), by: "teacher" }),
    200: [{}, { by: "learner" }],
    404: { by: "admin" },
  },
  "POST /api/enquiries/{id}/messages": {
    request: async ({ rows }) => ({
      path: paths.apiEnquiryMessages(rows.conversation),
      json: { message: "Da." },
      by: "teacher",
    }),
    201: {},
    404: { by: "admin" },
    409: [
      reuseIdempotencyKey,
      async ({ app, rows, request }) => {
        const learner = await createContractCaller(app);
        const id = await createConversation(app, learner, rows.listing);
        await request(paths.apiEnquiry(id), { method: "PATCH", json: { state: "spam" }, by: "teacher" });
        return { path: paths.apiEnquiryMessages(id), headers: learner.headers };
      },
    ],
    422: { json: { message: " " } },
    429: exceedLimit,
  },
  "POST /api/enquiries/{id}/link": {
    request: async ({ rows }) => ({ path: paths.apiEnquiryLink(rows.conversation) }),
    204: {},
    404: { path: paths.apiEnquiryLink("nope") },
  },
  "PATCH /api/enquiries/{id}": {
    request: async ({ rows }) => ({
      path: paths.apiEnquiry(rows.conversation),
      json: { state: "won" },
      by: "teacher",
    }),
    200: async ({ app, rows }) => ({
      path: paths.apiEnquiry(await createConversation(app, await createContractCaller(app), rows.listing)),
    }),
    404: { by: "learner" },
    422: { json: { state: "sold" } },
  },
};
