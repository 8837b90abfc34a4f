import { paths } from "@/shared/paths";
import { createReview } from "../../reviews/create-review";
import { UNKNOWN_ID } from "./requests";
import type { Calls } from "./test-calls";

export const REVIEWS: Calls = {
  "GET /api/listings/{id}/reviews": {
    request: async ({ rows }) => ({ path: paths.apiListingReviews(rows.listing.id) }),
    200: [
      {},
      async ({ app, rows }) => {
        await createReview(app, rows.teacher.user, {
          editedTs: app.clock.now,
          replyText: "Mulțumesc pentru încredere.",
          replyCreatedTs: app.clock.now,
        });
        return { path: paths.apiListingReviews(rows.listing.id, { after: "spoiled" }) };
      },
    ],
    404: [{ path: paths.apiListingReviews(UNKNOWN_ID) }, { path: paths.apiListingReviews("nope") }],
  },
};
