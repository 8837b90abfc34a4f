import { Hono } from "hono";
import type { AppEnv } from "@/context";

/** The pages and forms of reviews. */
export const reviewsRoutes = new Hono<AppEnv>();
