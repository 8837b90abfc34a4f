import { describe, expect, it } from "vitest";
import { createConcurrencyLimiter } from "@/platform/concurrency-limiter";
import { LETTERS } from "@/platform/fonts/advances";
import { createSvgRenderer } from "@/platform/svg-renderer";

const createTextElement = (text: string, weight = 400) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="120" height="63"><text x="10" y="40" font-size="32"
    font-family="Figtree" font-weight="${weight}">${text}</text></svg>`;

const render = async (svg: string) =>
  createSvgRenderer(createConcurrencyLimiter({ restMs: null })).render(svg);
const picture = async (text: string, weight?: number) =>
  Buffer.from((await render(createTextElement(text, weight))) ?? []).toString("base64");

describe("createSvgRenderer", () => {
  it("has every letter of the languages written in Romania in Latin script", () => {
    const letters = "ăâîșțáéíóöőúüűäßçćčđńńřšžłğış";
    const needed = [...letters, ...letters.toLocaleUpperCase("ro"), ..."„”«»–—…’€·"];
    expect(needed.filter((letter) => !LETTERS.includes(letter))).toEqual([]);
  });

  it("draws ș and ț with commas, not cedillas, and leaves unknown letters empty", async () => {
    const [nothing, none] = await Promise.all([picture(""), picture("漢")]);
    expect(none).toBe(nothing);
    const images = await Promise.all([..."sșştț"].map((letter) => picture(letter)));
    expect(new Set([...images, nothing]).size).toBe(6);
  });

  it("renders inside its limiter: returns null over the limit, then renders the next", async () => {
    const svgRenderer = createSvgRenderer(createConcurrencyLimiter({ perKey: 1, restMs: null }));
    const both = await Promise.all([
      svgRenderer.render(createTextElement("a")),
      svgRenderer.render(createTextElement("b")),
    ]);
    expect(both.map((bytes) => bytes !== null)).toEqual([true, false]);
    expect(await svgRenderer.render(createTextElement("b"))).not.toBeNull();
  });
});
