import type { Ctx } from "@/context";
import { localizePath } from "@/shared/i18n/locales";
import { paths } from "@/shared/paths";

/** The light theme's background in client/styles/tokens.css. */
const PAPER = "#faf7f0";

/** The web app manifest (https://www.w3.org/TR/appmanifest/) in the language of the context. */
export function createWebAppManifest({ t, locale, config }: Pick<Ctx, "t" | "locale" | "config">): object {
  const icon = (file: string, size: number, purpose: "any" | "maskable") => ({
    src: paths.appIcon(file),
    sizes: `${size}x${size}`,
    type: "image/png",
    purpose,
  });
  return {
    // The same id in every language, so that it is one app.
    id: paths.home(),
    name: config.SITE_NAME,
    short_name: config.SITE_NAME,
    description: t("general.site.description"),
    lang: locale,
    dir: "ltr",
    start_url: localizePath(locale, paths.home()),
    scope: paths.home(),
    // The pages have no back button, so the browser must show one.
    display: "minimal-ui",
    theme_color: PAPER,
    background_color: PAPER,
    icons: [
      { src: paths.favicon(), sizes: "any", type: "image/svg+xml", purpose: "any" },
      icon("192.png", 192, "any"),
      icon("512.png", 512, "any"),
      icon("maskable-512.png", 512, "maskable"),
    ],
  };
}
