import { settleKeptForms } from "./drafts/settle";
import { watchEnhancers } from "./enhance";
import { watchIslands } from "./hydrate";
import { followVisitor } from "./session/follow";

settleKeptForms(document);
watchIslands(document);
watchEnhancers(document);
followVisitor(document);
