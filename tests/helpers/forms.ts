/**
 * Names and values of the form in a page that `opening` matches, as a browser submits it untouched: only ticked
 * boxes and radio buttons, no files. In page order, except that selects and text areas come last.
 */
export function parseFormEntries(html: string, opening: RegExp): [name: string, value: string][] {
  const form = html.match(new RegExp(`${opening.source}.*?</form>`, "s"))?.[0] ?? "";
  const entries: [string, string][] = [];
  for (const [tag] of form.matchAll(/<input[^>]*>/g)) {
    const attribute = (name: string) => tag.match(new RegExp(` ${name}="([^"]*)"`))?.[1];
    const [name, type] = [attribute("name"), attribute("type")];
    const isUnticked = (type === "checkbox" || type === "radio") && !/ checked=""/.test(tag);
    if (!name || type === "file" || isUnticked) continue;
    entries.push([name, decodeEntities(attribute("value") ?? "")]);
  }
  for (const [, name = "", options = ""] of form.matchAll(
    /<select[^>]*name="([^"]*)"[^>]*>(.*?)<\/select>/gs,
  )) {
    entries.push([name, options.match(/value="([^"]*)" selected/)?.[1] ?? ""]);
  }
  for (const [, name = "", text = ""] of form.matchAll(/<textarea[^>]*name="([^"]*)"[^>]*>([^<]*)/g)) {
    entries.push([name, decodeEntities(text)]);
  }
  return entries;
}

const decodeEntities = (text: string): string =>
  text
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#x27;", "'")
    .replaceAll("&amp;", "&");
