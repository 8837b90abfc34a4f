import { watchEnhancers } from "./enhance";
import { watchIslands } from "./hydrate";
import { followVisitor } from "./session/follow";

watchIslands(document);
watchEnhancers(document);
followVisitor(document);
