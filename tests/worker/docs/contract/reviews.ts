import type { Calls } from "./test-calls";

export const REVIEWS: Calls = {};
