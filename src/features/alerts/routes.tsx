import { Hono } from "hono";
import type { AppEnv } from "@/context";
import { createAlertRoutes } from "./create/create-routes";
import { manageAlertRoutes } from "./manage/manage-routes";
import { unsubscribeRoutes } from "./unsubscribe-routes";

export const alertsRoutes = new Hono<AppEnv>();

alertsRoutes.route("/", createAlertRoutes);
alertsRoutes.route("/", manageAlertRoutes);
alertsRoutes.route("/", unsubscribeRoutes);
