/** Quiet colours around the site's green and ink; marigold stays with what is promoted. */
export type Palette = {
  wall: string;
  table: string;
  tableEdge: string;
  frame: string;
  paper: string;
  ink: string;
  /** Four colours for books, covers and other things. */
  things: readonly [string, string, string, string];
  leaf: string;
};

const INK = "#22302a";

export const PALETTES: readonly Palette[] = [
  {
    wall: "#efe6d4",
    table: "#c9a57a",
    tableEdge: "#b08c62",
    frame: "#8a6a47",
    paper: "#fbf7ee",
    ink: INK,
    things: ["#1f5f45", "#b4583f", "#d8c39a", "#45626b"],
    leaf: "#3f7a59",
  },
  {
    wall: "#dfe6dc",
    table: "#b99876",
    tableEdge: "#a08060",
    frame: "#6f5a45",
    paper: "#faf6ec",
    ink: INK,
    things: ["#a34f3a", "#2f6a54", "#e3d3ae", "#6b7f9a"],
    leaf: "#2f6a4b",
  },
  {
    wall: "#e7ddd6",
    table: "#a98467",
    tableEdge: "#8f6d53",
    frame: "#5d4636",
    paper: "#fdf9f0",
    ink: INK,
    things: ["#35566b", "#c08a5a", "#2b6650", "#e6d8bd"],
    leaf: "#4b7f5a",
  },
  {
    wall: "#d9e2e4",
    table: "#c7ad8c",
    tableEdge: "#ab9172",
    frame: "#7c6650",
    paper: "#fbf8f1",
    ink: INK,
    things: ["#2b5f72", "#bd6b4b", "#ead9b5", "#356a4e"],
    leaf: "#4a805c",
  },
  {
    wall: "#eadfca",
    table: "#8d6b4f",
    tableEdge: "#77593f",
    frame: "#4d3a2b",
    paper: "#fcf7ea",
    ink: INK,
    things: ["#274b3d", "#a8654c", "#cfb98d", "#7a4a55"],
    leaf: "#356b4c",
  },
];

export const BOARDS = ["#24483a", "#2a4a45", "#2f4238", "#2c3f4b"] as const;
export const TABLETOPS = ["#d5bd98", "#c6a884", "#e4d8c4", "#b9a58c", "#cfd8d0", "#d9d3cf"] as const;
