import { Hono } from "hono";
import type { AppEnv } from "@/context";
import { authorApi } from "./author/author-api";
import { publicReviewsApi } from "./public/api";
import { teacherReviewsApi } from "./teacher/api";

/** Reviews as JSON. */
export const reviewsApi = new Hono<AppEnv>();

reviewsApi.route("/", publicReviewsApi);
reviewsApi.route("/", teacherReviewsApi);
reviewsApi.route("/", authorApi);
