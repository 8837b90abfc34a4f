import { watchEnhancers } from "./enhance";
import { watchIslands } from "./hydrate";

watchIslands(document);
watchEnhancers(document);
