/**
 * Tests that prove a row: files below tests/, each with the title of a test or of a `describe`, or a part of one that
 * stands in that file once. A title in a `describe` may be led by that one's: "GET /blog › lists what is published".
 */
export type Proofs = Record<string, string | string[]>;

/** One thing that holds. `open` says why nothing proves it yet; such a row fails the check, so that it can't be missed. */
export type Row = { holds: string; by: Proofs } | { holds: string; open: string };

export interface Section {
  /** Its number in the contract, and what it is about. */
  number: string;
  title: string;
  /** How many rows the section had when it was last read through: fewer means that one was lost. */
  atLeast: number;
  rows: Row[];
}
