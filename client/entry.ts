import { readFacts } from "@/shared/page-facts";
import { settleKeptForms } from "./drafts/settle";
import { watchEnhancers } from "./enhance";
import { watchIslands } from "./hydrate";
import { followVisitor } from "./session/follow";

const { measurementId } = readFacts(document.body.dataset);

settleKeptForms(document);
watchIslands(document);
watchEnhancers(document);
followVisitor(document);
if (measurementId) {
  import("./consent")
    .then(({ watchConsent }) => watchConsent(window, measurementId))
    .catch((error) => console.error("consent failed", error));
}
