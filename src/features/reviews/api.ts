import { Hono } from "hono";
import type { AppEnv } from "@/context";

/** Reviews as JSON. */
export const reviewsApi = new Hono<AppEnv>();
