import { readPageData } from "@/shared/page-data";
import { watchBuilds } from "./builds";
import { deleteStaleDrafts } from "./drafts/delete-stale-drafts";
import { watchEnhancers } from "./enhance";
import { watchHeaderMenus } from "./header-menus";
import { hideShareSource } from "./hide-share-source";
import { prefetchPages, reportActivation } from "./prefetch";
import { watchVisitor } from "./session/watch-visitor";
import { watchShortlist } from "./shortlist";
import { storeViewport } from "./store-viewport";
import { watchErrors } from "./watch-errors";
import { watchIslands } from "./watch-islands";

const { build, builtTs, measurementId } = readPageData(document.body.dataset);

// With the source of the address, which no later script sees.
reportActivation(window);
hideShareSource(window);
deleteStaleDrafts(document);
watchIslands(document);
watchEnhancers(document);
watchHeaderMenus(document);
watchErrors(document);
watchVisitor(document);
watchShortlist(document);
storeViewport(window);
prefetchPages(window);
watchBuilds(document, { id: build, timestamp: builtTs });
if (measurementId) {
  import("./consent")
    .then(({ watchConsent }) => watchConsent(window, measurementId))
    .catch((error) => console.error("consent failed", error));
}
