import type { Statement } from "./client";

/** What follows the commit of a statement: the sender of mails is woken, or scheduled media deletions are processed. */
type Sequel = "wake-mail" | "remove-media";
const SEQUEL = Symbol("sequel");

/** The same statement, marked where it is made, so that no verb can forget what its rows call for. */
export const followedBy = (sequel: Sequel, statement: Statement): Statement =>
  Object.assign(statement, { [SEQUEL]: sequel });

export const isFollowedBy = (sequel: Sequel, statement: Statement): boolean =>
  (statement as { [SEQUEL]?: Sequel })[SEQUEL] === sequel;
