import { Hono } from "hono";
import type { AppEnv } from "@/context";
import { declineRoutes } from "./invitations/decline-routes";
import { publicReviewsRoutes } from "./public/routes";

/** The pages and forms of reviews. */
export const reviewsRoutes = new Hono<AppEnv>();

reviewsRoutes.route("/", publicReviewsRoutes);
reviewsRoutes.route("/", declineRoutes);
