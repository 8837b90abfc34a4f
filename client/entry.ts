import { watchIslands } from "./hydrate";

watchIslands(document);
