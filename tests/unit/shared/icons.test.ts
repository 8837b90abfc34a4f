import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { imageSize } from "image-size";
import { expect, test } from "vitest";
import { paths } from "@/shared/paths";

const folder = join(resolve(import.meta.dirname, "../../.."), "public");

test("the icons of pages and of the manifest exist in their declared sizes", () => {
  const icons = {
    [paths.appIcon("192.png")]: 192,
    [paths.appIcon("512.png")]: 512,
    [paths.appIcon("maskable-512.png")]: 512,
    [paths.appleTouchIcon()]: 180,
  };
  for (const [path, size] of Object.entries(icons)) {
    const image = imageSize(readFileSync(join(folder, path)));
    expect(image, path).toMatchObject({ width: size, height: size, type: "png" });
  }
});
