/** The part of it that is used here; it brings no types. https://github.com/papandreou/subset-font */
declare module "subset-font" {
  export default function subsetFont(
    font: Buffer,
    text: string,
    options: { targetFormat: "sfnt"; variationAxes: Record<string, number> },
  ): Promise<Buffer>;
}
