import { type BoundSql, boundSql, constantSql } from "./bound-sql";

const EPOCH_S = Date.UTC(2020, 0, 1) / 1000;
const NUMS = 2 ** 23;

/**
 * The position of a listing in the order `newest`: the second of its publication since 2020, and its number. It is a
 * safe integer until 2054. Two listings of one second collide only if their numbers are 8 million apart.
 */
export const newestPositionSql = (publishedTs: BoundSql, num: BoundSql): BoundSql =>
  boundSql`((${publishedTs} / 1000 - ${constantSql(EPOCH_S)}) * ${constantSql(NUMS)} + ${num} % ${constantSql(NUMS)})`;

/**
 * Factor of the sort key in a position in the orders of prices (bani an hour) and ratings (`rating_key`); the listing's
 * number is added.
 */
export const NUMS_PER_KEY = 2 ** 34;

/** Keys of the rotation of promotions are below. */
export const ROTATION_KEYS = 2 ** 31;

/** Factor of the rotation key in a rotation position; the listing's number is added to make it unique. */
export const POSITIONS_PER_ROTATION_KEY = 2 ** 22;

/**
 * Rotation positions are below. `promotions_fts` has each promotion a second time this much later, so that a rotation
 * from any position is one range of it.
 */
export const ROTATION_POSITIONS = ROTATION_KEYS * POSITIONS_PER_ROTATION_KEY;
