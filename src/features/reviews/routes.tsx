import { Hono } from "hono";
import type { AppEnv } from "@/context";
import { authorRoutes } from "./author/author-routes";
import { publicReviewsRoutes } from "./public/routes";
import { teacherReviewsRoutes } from "./teacher/routes";

/** The pages and forms of reviews. */
export const reviewsRoutes = new Hono<AppEnv>();

reviewsRoutes.route("/", publicReviewsRoutes);
reviewsRoutes.route("/", teacherReviewsRoutes);
reviewsRoutes.route("/", authorRoutes);
