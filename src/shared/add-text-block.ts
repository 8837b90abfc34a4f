/** A text with a block after an empty line, unless it contains the block already. */
export const addTextBlock = (text: string, block: string): string =>
  text.includes(block) ? text : [text.trim(), block].filter(Boolean).join("\n\n");
