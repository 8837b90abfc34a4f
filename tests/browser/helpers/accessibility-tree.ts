import type { Page } from "./test";

type Node = Record<string, unknown> & { role: string; name: string };

/** The nodes that assistive technology sees, in reading order. */
export async function readAccessibilityTree(page: Page): Promise<Node[]> {
  const client = await page.context().newCDPSession(page);
  await client.send("DOM.enable");
  const { nodes } = await client.send("Accessibility.getFullAXTree");
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const listed: Node[] = [];
  const visit = (id: string) => {
    const node = byId.get(id);
    if (!node) return;
    if (!node.ignored)
      listed.push({
        role: String(node.role?.value),
        name: String(node.name?.value ?? ""),
        ...Object.fromEntries(
          (node.properties ?? []).map(({ name, value }) => [
            name,
            value.relatedNodes ? value.relatedNodes.map(({ idref }) => idref) : value.value,
          ]),
        ),
      });
    for (const child of node.childIds ?? []) visit(child);
  };
  const [root] = nodes;
  if (root) visit(root.nodeId);
  return listed;
}
