/** Types of the used part; the package has none. https://github.com/papandreou/subset-font */
declare module "subset-font" {
  export default function subsetFont(
    font: Buffer,
    text: string,
    options: { targetFormat: "sfnt"; variationAxes: Record<string, number> },
  ): Promise<Buffer>;
}
