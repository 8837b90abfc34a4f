import { paths } from "@/shared/paths";
import type { DocumentList } from "./documents";

/** The page with all settings documents. */
export const SETTINGS_LIST: DocumentList = { title: "settings.settings.title", path: paths.adminSettings };
