import { paths } from "@/shared/paths";
import { makeListing } from "../../../helpers/factories";
import { proveCalls } from "./prove";
import { member } from "./scenes";

proveCalls("analytics", {
  "GET /api/analytics": {
    200: async (scene) => {
      const { user, headers } = await member(scene, { role: "t" });
      const listing = await makeListing(scene.app, user);
      await scene.request(paths.listing(listing.id));
      return scene.send("/api/analytics", { headers });
    },
    401: ({ send }) => send("/api/analytics"),
    422: async (scene) => scene.send("/api/analytics?from=ieri", await member(scene)),
  },
});
