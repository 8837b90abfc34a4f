import { exceedLimit, UNKNOWN_ID } from "./requests";
import type { Calls } from "./test-calls";

const createCollectionCases = (path: string): Calls[string] => ({
  request: { path: `${path}?format=export` },
  200: {},
  400: { path },
  429: exceedLimit,
});

export const DATA: Calls = {
  "GET /data/users/me.json": {
    request: { path: "/data/users/me.json?format=export", by: "learner" },
    200: [
      {},
      async ({ rows }) => ({
        path: `/data/users/me.json?format=export&auth=${rows.teacher.token}`,
        by: null,
      }),
    ],
    400: { path: "/data/users/me.json" },
    429: exceedLimit,
  },
  "GET /data/listings.json": createCollectionCases("/data/listings.json"),
  "GET /data/blog.json": createCollectionCases("/data/blog.json"),
  "GET /data/testimonials.json": createCollectionCases("/data/testimonials.json"),
  "GET /data/listings/{file}": {
    request: async ({ rows }) => ({ path: `/data/listings/${rows.listing.id}.json?format=export` }),
    200: {},
    400: [{ path: `/data/listings/${UNKNOWN_ID}.json` }, { path: "/data/listings/a%2Fb.json?format=export" }],
    404: { path: `/data/listings/${UNKNOWN_ID}.json?format=export` },
  },
  "GET /data/orders.json": {
    request: { path: "/data/orders.json?format=export", by: "admin" },
    200: async ({ rows }) => ({
      path: `/data/orders.json?format=export&auth=${rows.admin.token}&app_check=any`,
      by: null,
    }),
    400: { path: "/data/orders.json" },
    403: { by: "teacher" },
  },
  "GET /data/settings/{file}": {
    request: { path: "/data/settings/limits.json", by: "admin" },
    200: [{}, { path: "/data/settings/seller.json" }],
    400: { path: "/data/settings/limits.json?format=csv" },
    403: { by: "teacher" },
    404: { path: "/data/settings/nothing.json" },
  },
  "PUT /data/settings/{file}": {
    request: { path: "/data/settings/limits.json", json: { value: {} }, by: "admin" },
    200: {},
    403: { by: "teacher" },
    404: { path: "/data/settings/nothing.json" },
    409: { json: { version: 1000, value: {} } },
    422: [{ json: { value: { sign_in: { max: 0, window_s: 60 } } } }, { json: { version: 0 } }],
  },
};
