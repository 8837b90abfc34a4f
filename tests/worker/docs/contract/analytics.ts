import { paths } from "@/shared/paths";
import type { Calls } from "./test-calls";

export const ANALYTICS: Calls = {
  "GET /api/analytics": {
    request: { path: "/api/analytics", by: "teacher" },
    200: async ({ request, rows }) => {
      await request(paths.listing(rows.listing.id));
      return {};
    },
    422: { path: "/api/analytics?from=ieri" },
  },
};
