import { searchDays } from "@/db/schema";
import { paths } from "@/shared/paths";
import { db } from "../../../helpers/app";
import type { Calls } from "./test-calls";

export const SEARCHES: Calls = {
  "GET /api/admin/searches": {
    request: { path: paths.apiAdminSearches(), by: "admin" },
    200: async () => {
      await db
        .insert(searchDays)
        .values({ day: "2026-11-20", subject: "m", counts: { "cj:h:1": [3, 1] } })
        .onConflictDoNothing();
      return {};
    },
    403: { by: "teacher" },
    422: { path: paths.apiAdminSearches({ from: "ieri" }) },
  },
};
