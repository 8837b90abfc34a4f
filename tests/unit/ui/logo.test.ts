import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { LOGO } from "@/ui/logo";

it.each(["client/styles/images/logo-shape.svg", "public/favicon.svg"])(
  "%s has the shape of the logo",
  (file) => {
    const svg = readFileSync(file, "utf8");
    expect(svg).toContain(`viewBox="0 0 ${LOGO.side} ${LOGO.side}"`);
    expect(svg).toContain(`d="${LOGO.shape}"`);
  },
);
